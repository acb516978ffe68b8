import type { Generated } from 'kysely';
import type { DialogRole, DialogType } from '../../../shared/contract/records';
import type { Flag } from './kinds';

/** Dialogs, their members and messages. */

export interface DialogTable {
  id: number;
  type: DialogType;
  name: string;
  /** The name as it is sorted. */
  name_order: string;
  description: string;
  link: string;
  avatar: number;
  owner_id: number;
  /** The two of a private dialog, smaller first; 0 otherwise. */
  low_id: number;
  high_id: number;
  verify: Flag;
  private: Flag;
  country: number;
  topic: number;
  members: number;
  last_message_id: number;
  /** How far anybody has read, whoever has left since, and who that is. */
  furthest_read_id: number;
  furthest_reader_id: number;
  /** How far anybody else has read. */
  other_read_id: number;
  /** When something last happened in it. */
  active_at: number;
  created_at: number;
}

/** A deleted dialog whose messages are still to be cleared. */
export interface ClosedDialogTable {
  id: number;
}

export interface MemberTable {
  dialog_id: number;
  person_id: number;
  id: number;
  role: Exclude<DialogRole, ''>;
  joined_at: number;
  /** The last message when they came: what is older was said before them. */
  start_id: number;
  /** How far they have read; what was said before them counts as read. */
  read_id: number;
  muted: Flag;
  /** When it was pinned; 0 when it is not. */
  pinned_at: number;
}

export interface MessageTable {
  dialog_id: number;
  id: number;
  author_id: number;
  type: 'message' | 'join' | 'leave';
  text: string;
  reply_to: number;
  nonce: string;
  created_at: number;
  edited_at: number;
  repost_id: Generated<number>;
}

/** Where a message lies: look-ups by identifier alone. */
export interface MessagePlaceTable {
  id: number;
  dialog_id: number;
}

export interface ReactionTable {
  message_id: number;
  emoji: string;
  person_id: number;
  created_at: number;
}

/** A web address that a message of a dialog carries. */
export interface LinkTable {
  dialog_id: number;
  message_id: number;
  position: number;
  url: string;
  created_at: number;
}

/**
 * Something that hangs on a message, in its place among the photos or the others; or on a post or a comment, which
 * `message_id` names then, with `dialog_id` 0.
 */
export interface AttachmentTable {
  message_id: number;
  position: number;
  id: number;
  dialog_id: number;
  type: 'photo' | 'file' | 'track' | 'video' | 'post';
  item_id: number;
  created_at: number;
}

export interface InviteTable {
  code: string;
  dialog_id: number;
  by_id: number;
  uses: number;
  max_uses: number;
  expires_at: number;
  created_at: number;
  /** Grows with every invitation and removal, whatever the clock does; 0 for invitations older than removals. */
  id: number;
}

/** Who was removed from a group or channel by its admins and has not come back since. */
export interface RemovalTable {
  dialog_id: number;
  person_id: number;
  /** An invitation with a greater one lets them in again. */
  id: number;
}
