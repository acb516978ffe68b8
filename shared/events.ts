import type {
  Author,
  Comment,
  DialogModel,
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

/** Event type -> payload, the same over the socket and over IPC. */
export interface EventMap {
  message: { Message: MessageModel };
  message_edit: { Message: MessageModel };
  message_delete: { Dialog: number; Message: number };
  message_reaction: { Message: MessageModel };
  read: { Dialog: number; User: number; Message: number };
  /** A dialog that the viewer has, gained, or that changed. */
  dialog: { Dialog: DialogModel };
  /** A dialog that the viewer no longer has. */
  dialog_delete: { Dialog: number };
  /** Somebody joined, left, was removed or has another role ("" when no longer a member). */
  member: { Dialog: number; User: Author; Role: DialogRole; Members: number };
  /** A file of one's own library; `File` is null once it was removed. */
  file: { ID: number; File: File | null };
  /** Likewise. */
  photo: { ID: number; Photo: Photo | null };
  /** Of the walls of those to whom the viewer subscribed, the own, and of what is the viewer's on others. */
  post: { Post: PostModel };
  post_edit: { Post: PostModel };
  /** `User` is whose wall it was on. */
  post_delete: { User: number; Post: number };
  /** `Comments` is how many there are now. */
  comment: { Comment: Comment; Comments: number };
  comment_delete: { Post: number; Comment: number; Comments: number };
  /** Of a post (`Comment` 0) or of a comment on it. */
  like: { Post: number; Comment: number; Likes: Likes };
  track: { ID: number; Track: Track | null };
  playlist: { ID: number; Playlist: Playlist | null };
  video: { ID: number; Video: Video | null };
  notification: { Notification: Notification };
  /** It tells of nothing any more, or another one tells of it. */
  notification_delete: { Notification: number };
  profile: { User: UserModel };
  community: { Community: Community };
  /** Not stored. */
  typing: { Dialog: number; User: number };
  /** Not stored. */
  online: { User: number; Online: Online };
}

export type EventType = keyof EventMap;

/** Stored events carry their number. */
export type Event = { [T in EventType]: { Type: T; Seq?: number } & EventMap[T] }[EventType];

/** The first frame of a connection. */
export interface Hello {
  Type: 'hello';
  Log: string;
  Seq: number;
  Oldest: number;
  Time: number;
}

/** Everything that a connection may receive. */
export type Frame =
  | Hello
  | Event
  | { Type: 'reset'; Log: string; Seq: number }
  | { Type: 'subscribed' | 'unsubscribed'; category: 'dialog'; thing_id: number; Seq: number }
  | { Type: 'error'; detail: string };

/** What a client may say on a connection. */
export type Command =
  | { command: 'subscribe' | 'unsubscribe'; category: 'dialog'; thing_id: number }
  | { command: 'typing'; thing_id: number };
