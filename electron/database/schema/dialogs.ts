import type { Generated } from 'kysely';
import type { DialogRole, DialogType } from '../../../shared/contract/records';
import type { Flag } from './kinds';

export interface DialogTable {
  id: number;
  type: DialogType;
  name: string;
  /** Sort key of the name. */
  name_order: string;
  description: string;
  link: string;
  avatar: number;
  owner_id: number;
  /** The two people of a private dialog, smaller ID first; 0 otherwise. */
  low_id: number;
  high_id: number;
  verify: Flag;
  private: Flag;
  country: number;
  topic: number;
  members: number;
  last_message_id: number;
  /** The furthest read message of any member, including former ones, and who read it. */
  furthest_read_id: number;
  furthest_reader_id: number;
  /** The furthest read message of any other member. */
  other_read_id: number;
  /** Time of the last activity. */
  active_at: number;
  created_at: number;
}

/** A deleted dialog whose messages are not deleted yet. */
export interface ClosedDialogTable {
  id: number;
}

export interface MemberTable {
  dialog_id: number;
  person_id: number;
  id: number;
  role: Exclude<DialogRole, ''>;
  joined_at: number;
  /** The last message when they joined. */
  start_id: number;
  /** The last message they have read; messages from before they joined count as read. */
  read_id: number;
  muted: Flag;
  /** When the dialog is unmuted by itself, in Unix seconds; 0: never. */
  muted_until: Generated<number>;
  /** When they pinned the dialog; 0 if not pinned. */
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

/** Maps a message ID to its dialog. */
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

/** A message pinned in its dialog, for all members. */
export interface PinnedMessageTable {
  dialog_id: number;
  message_id: number;
}

/** A web address in a message. */
export interface LinkTable {
  dialog_id: number;
  message_id: number;
  position: number;
  url: string;
  created_at: number;
}

/**
 * An attachment of a message, ordered by position within photos and within other types. Attachments of posts and
 * comments use their ID as `message_id`, with `dialog_id` 0.
 */
export interface AttachmentTable {
  message_id: number;
  position: number;
  id: number;
  dialog_id: number;
  type: 'photo' | 'file' | 'track' | 'video' | 'post' | 'sticker';
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
  /** Increases with every invitation and removal, independently of the clock; 0 for invitations older than removals. */
  id: number;
}

/** A person removed from a group or channel by its admins who hasn't returned since. */
export interface RemovalTable {
  dialog_id: number;
  person_id: number;
  /** Invitations with a greater ID let them in again. */
  id: number;
}
