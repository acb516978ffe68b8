import type { Generated } from 'kysely';
import type { DialogRole, DialogType } from '../../../shared/contract/records';
import type { Flag } from './kinds';

/** Groups, channels and private dialogs. */
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
  /** The order of pinned dialogs, the greatest first: when it was pinned, or later if it was moved; 0 if not pinned. */
  pinned_at: number;
  /** Whether they archived the dialog. */
  archived: Generated<Flag>;
  /** Until when an admin of the group stopped them from writing, in Unix seconds; the greatest number: for good. */
  silenced_until: Generated<number>;
}

/** A folder in which a person sorts their dialogs. */
export interface DialogFolderTable {
  id: number;
  person_id: number;
  /** Its place among the person's folders, from 0. */
  position: number;
  name: string;
  /** JSON: the types of which all dialogs are in it. */
  types: string;
}

/** An unsent message of a person; without text and reply, that it was sent or deleted. */
export interface DraftTable {
  person_id: number;
  dialog_id: number;
  text: string;
  reply_to: number;
  written_at: number;
}

/** A dialog that a person put into a folder. */
export interface DialogFolderItemTable {
  folder_id: number;
  dialog_id: number;
  person_id: number;
}

export interface MessageTable {
  dialog_id: number;
  id: number;
  author_id: number;
  /** A deleted message stays while its thread has replies. */
  type: 'message' | 'join' | 'leave' | 'deleted';
  text: string;
  reply_to: number;
  nonce: string;
  created_at: number;
  edited_at: number;
  repost_id: Generated<number>;
  /** Who first wrote it, if it was forwarded; 0 otherwise. */
  forward_id: Generated<number>;
  /** The message in whose thread it is; 0 in the dialog itself. */
  thread_id: Generated<number>;
  /** The number of replies in its own thread, the last of them, and its time. */
  replies: Generated<number>;
  last_reply_id: Generated<number>;
  replied_at: Generated<number>;
  /** JSON: who wrote the last replies, the latest first; '' without replies. */
  repliers: Generated<string>;
  /** 1 if nothing was ever attached to it and nobody ever reacted, as with most; 0 where that isn't known. */
  is_plain: Generated<Flag>;
}

/** Someone who follows a thread: the author of its first message, who replied in it or was mentioned there. */
export interface ThreadFollowerTable {
  person_id: number;
  thread_id: number;
  dialog_id: number;
  /** The last reply that they have read. */
  read_id: number;
  /** The last reply that they were notified of. */
  notified_id: number;
}

/** A text that a message had before it was edited. */
export interface MessageVersionTable {
  message_id: number;
  /** Grows with each edit. */
  id: number;
  text: string;
  /** When the message got this text. */
  created_at: number;
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
