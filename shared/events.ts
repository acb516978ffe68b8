import type {
  Author,
  Comment,
  DialogFolder,
  DialogModel,
  Draft,
  File,
  Likes,
  MessageModel,
  Notification,
  Photo,
  PostModel,
  Playlist,
  Online,
  Track,
  UserModel,
  Video,
  Community,
  DialogRole,
} from './contract/records';

/**
 * Maps event types to payloads, over IPC and sockets opened with `v=2`. Other sockets carry compatible frames, in which
 * `Message` is always an object (see shared/client/EVENTS.md).
 */
export interface EventMap {
  message: { Message: MessageModel };
  /** Someone replied in a thread. The dialog itself is as before: clients that know no threads ignore this. */
  thread_message: { Message: MessageModel };
  /** The replies of a message changed (its `Replies`), or the viewer read them. */
  thread: { Message: MessageModel };
  message_edit: { Message: MessageModel };
  /** `Thread` is present if it was a reply in a thread. */
  message_delete: { Dialog: number; Message: number; Thread?: number };
  message_reaction: { Message: MessageModel };
  /** Someone voted in the poll of a message, or it was closed. */
  message_poll: { Message: MessageModel };
  /** Someone answered the event of a message, or it was canceled; a change of the event itself is `message_edit`. */
  message_calendar: { Message: MessageModel };
  /** A message was pinned in its dialog, or unpinned. */
  message_pin: { Message: MessageModel; Pinned: boolean };
  read: { Dialog: number; User: number; Message: number };
  /** A dialog was added to the viewer's list, or changed. */
  dialog: { Dialog: DialogModel };
  /** A folder of the viewer's dialogs was added or changed; `Folder` is null once it was removed. */
  dialog_folder: { ID: number; Folder: DialogFolder | null };
  /** The viewer saved an unsent message on one of their devices. */
  draft: { Dialog: number; Draft: Draft };
  /** A dialog was removed from the viewer's list. */
  dialog_delete: { Dialog: number };
  /** Someone joined, left, was removed or changed role ("" when no longer a member). */
  member: { Dialog: number; User: Author; Role: DialogRole; Members: number; SilencedUntil?: number };
  /**
   * A file of the viewer's library was added or changed, or the viewer listened to a voice message of someone else;
   * `File` is null once it was removed.
   */
  file: { ID: number; File: File | null };
  /** Like `file`. */
  photo: { ID: number; Photo: Photo | null };
  /** Posts of the viewer's wall, of walls the viewer follows, and the viewer's posts on other walls. */
  post: { Post: PostModel };
  post_edit: { Post: PostModel };
  /** `User` is the owner of the wall. */
  post_delete: { User: number; Post: number };
  /** `Comments` is the post's new number of comments. */
  comment: { Comment: Comment; Comments: number };
  comment_delete: { Post: number; Comment: number; Comments: number };
  /** Likes of a post (`Comment` 0) or of a comment on it. */
  like: { Post: number; Comment: number; Likes: Likes };
  track: { ID: number; Track: Track | null };
  playlist: { ID: number; Playlist: Playlist | null };
  video: { ID: number; Video: Video | null };
  /** A pack of stickers was made, changed or removed, or the viewer added or dropped it. */
  stickers: { Pack: number };
  /** A message that the viewer scheduled was added or changed; `Item` is null once it was sent or removed. */
  scheduled_message: { ID: number; Dialog: number; Item: MessageModel | null };
  /** Like `scheduled_message`, for posts on the wall of `User`. */
  scheduled_post: { ID: number; User: number; Item: PostModel | null };
  notification: { Notification: Notification };
  /** The notification was withdrawn or replaced by another. */
  notification_delete: { Notification: number };
  profile: { User: UserModel };
  community: { Community: Community };
  /** Not stored in the event log. */
  typing: { Dialog: number; User: number };
  /** Not stored in the event log. */
  online: { User: number; Online: Online };
}

export type EventType = keyof EventMap;

/** Stored events have a Seq. `Durable` as in `hello`, at the time of sending. */
export type Event = {
  [T in EventType]: { Type: T; Seq?: number; Durable?: number } & EventMap[T];
}[EventType];

/** The first frame of a connection. */
export interface Hello {
  Type: 'hello';
  ok: 1;
  /** The version of the host's program. */
  version: string;
  Log: string;
  Seq: number;
  Oldest: number;
  Time: number;
  /** The Seq up to which the standby has everything on its disk; absent without a standby, and in compatible frames. */
  Durable?: number;
}

/** What a connection subscribes to: dialogs, or the wall of a person whom the caller needn't follow. */
export type SubscriptionCategory = 'dialog' | 'wall';

/** Everything that a connection may receive. */
export type Frame =
  | Hello
  | Event
  | { Type: 'reset'; Log: string; Seq: number }
  /** The standby has stored more, or it came or went (null without one). Not sent to compatible connections. */
  | { Type: 'durable'; Durable: number | null }
  | { Type: 'subscribed' | 'unsubscribed'; category: SubscriptionCategory; thing_id: number; Seq: number }
  | { Type: 'error'; detail: string };

/** Everything that a client may send. */
export type ClientCommand =
  | { command: 'subscribe' | 'unsubscribe'; category: SubscriptionCategory; thing_id: number }
  | { command: 'typing'; thing_id: number }
  /** Nobody uses this device at the moment, or someone does again. */
  | { command: 'idle'; idle: boolean };
