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
  /** When the mute expires, in Unix seconds; 0 if never. */
  muted_until: Generated<number>;
  /** The order of pinned dialogs, the greatest first: when it was pinned, or later if it was moved; 0 if not pinned. */
  pinned_at: number;
  /** Whether they archived the dialog. */
  archived: Generated<Flag>;
  /** When they may write again, in Unix seconds; the greatest number if never. Set by an admin of the group. */
  silenced_until: Generated<number>;
}

/** A folder in which a person sorts their dialogs. */
export interface DialogFolderTable {
  id: number;
  person_id: number;
  /** Its index among the person's folders, from 0. */
  position: number;
  name: string;
  /** JSON: dialog types; all dialogs of these types are in the folder. */
  types: string;
}

/** An unsent message of a person. A row without text and reply marks a draft that was sent or deleted. */
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
  /** The author of the original if it was forwarded; 0 otherwise. */
  forward_id: Generated<number>;
  /** The first message of its thread; 0 if it is not in a thread. */
  thread_id: Generated<number>;
  /** The number of replies in its own thread, the last of them, and its time. */
  replies: Generated<number>;
  last_reply_id: Generated<number>;
  replied_at: Generated<number>;
  /** JSON: the authors of the last replies, newest first; '' without replies. */
  repliers: Generated<string>;
  /** 1 if it never had an attachment or a reaction; 0 if it may have had one. */
  is_plain: Generated<Flag>;
}

/** A person who follows a thread: its first author, everyone who replied, and everyone who was mentioned. */
export interface ThreadFollowerTable {
  person_id: number;
  thread_id: number;
  dialog_id: number;
  /** The last reply that they have read. */
  read_id: number;
  /** The last reply that they were notified of. */
  notified_id: number;
}

/** An earlier text of an edited message. */
export interface MessageVersionTable {
  message_id: number;
  /** Grows with each edit. */
  id: number;
  text: string;
  /** When the message got this text. */
  created_at: number;
}

/** Maps a message ID to its dialog. */
export interface MessageDialogTable {
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
