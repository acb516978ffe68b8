import type { ColumnType, Generated } from 'kysely';
import type { Upload } from '../../shared/contract/endpoint';
import type { CommunityRole, DialogRole, DialogType, NotificationType } from '../../shared/contract/records';

/** One row type per table. Times are Unix seconds, flags are 0 and 1, lists are JSON text. */
export interface Schema {
  meta: MetaTable;
  community: CommunityTable;
  installation: InstallationTable;
  person: PersonTable;
  registration: RegistrationTable;
  token: TokenTable;
  code: CodeTable;
  mail: MailTable;
  relation: RelationTable;
  block: BlockTable;
  report: ReportTable;
  act: ActTable;
  notification: NotificationTable;
  notified: NotifiedTable;
  dialog: DialogTable;
  closed_dialog: ClosedDialogTable;
  member: MemberTable;
  message: MessageTable;
  message_place: MessagePlaceTable;
  reaction: ReactionTable;
  link: LinkTable;
  content: ContentTable;
  file: FileTable;
  photo: PhotoTable;
  track: TrackTable;
  playlist: PlaylistTable;
  playlist_track: PlaylistTrackTable;
  video: VideoTable;
  attachment: AttachmentTable;
  post: PostTable;
  post_like: PostLikeTable;
  comment: CommentTable;
  comment_like: CommentLikeTable;
  removed_post: RemovedPostTable;
  viewing: ViewingTable;
  upload: UploadTable;
  storage: StorageTable;
  invite: InviteTable;
  gift: GiftTable;
  promo: PromoTable;
  promo_claim: PromoClaimTable;
  command: CommandTable;
  event: EventTable;
}

type Flag = 0 | 1;

/** The kinds of things whose views are counted. */
export type ViewedKind = 'post' | 'video';

/** The kinds of things that are bytes. */
export type ContentKind = 'file' | 'photo' | 'track' | 'video';

interface MetaTable {
  key: string;
  value: string;
}

interface CommunityTable {
  id: number;
  name: string;
  description: string;
  avatar: number;
  registration: 'open' | 'invite' | 'closed';
  /** PKCS #8 DER of the Ed25519 key; never leaves the host. */
  private_key: Buffer;
  /** SPKI DER. */
  public_key: Buffer;
  /** Signs the addresses of content. */
  content_key: Buffer;
  /** The one-time code with which the first account becomes the owner; "" once there is one. */
  setup_code: string;
  created_at: number;
}

/** Who hands out identifiers here: a place (one copy of the data on one machine) leases one of 1,024 numbers. */
interface InstallationTable {
  number: number;
  place: string;
  last_id: number;
  leased_at: number;
}

interface PersonTable {
  id: number;
  email: string | null;
  email_reserve: string;
  password_hash: string;
  name: string;
  surname: string;
  /** The whole name as a key whose plain order is the alphabet's. */
  name_order: string;
  link: string;
  status: string;
  about: string;
  emoji: string;
  avatar: number;
  banner: number;
  cosmetic_avatar: number;
  sub: number;
  creative: Flag;
  verify: '' | 'Default' | 'Organisation' | 'Goverment';
  role: CommunityRole;
  ban: Flag;
  ban_reason: string;
  deleted: Flag;
  birthday: string;
  country: number;
  region: number;
  city: number;
  city_native: string;
  website: string;
  works_at: string;
  languages: string;
  coins: number;
  relationships: number;
  online_type: number;
  comments_state: 0 | 1 | 2;
  view_avatar_state: 0 | 1 | 2;
  post_state: 0 | 1 | 2;
  view_friends_state: 0 | 1 | 2;
  send_message_state: 0 | 1 | 2;
  view_birthday_state: 0 | 1 | 2;
  add_friend_state: Flag;
  search_state: Flag;
  reports: number;
  friends: number;
  followers: number;
  /** Of the wall, without those of banned people. */
  posts: Generated<number>;
  preferences: string;
  notifications_read_id: number;
  last_been: number;
  registered_at: number;
}

/** An account that waits for its code. */
interface RegistrationTable {
  email: string;
  id: number;
  name: string;
  surname: string;
  password_hash: string;
  /** SHA-256 of the mailed code; "" when an invitation confirms it. */
  code_hash: string;
  invite: string;
  expires_at: number;
}

interface TokenTable {
  id: number;
  person_id: number;
  hash: Buffer;
  kind: 'session' | 'named';
  name: string;
  client: string;
  ip: string;
  created_at: number;
  last_been: number;
}

/** A one-time code that lets its holder reset a password or take over an address. */
interface CodeTable {
  hash: string;
  kind: 'reset' | 'email';
  person_id: number;
  data: string;
  expires_at: number;
}

interface MailTable {
  id: number;
  recipient: string;
  subject: string;
  body: string;
  created_at: number;
  /** 0 until it was written or sent. */
  delivered_at: number;
}

/** `person_id` subscribed to `target_id`; two that did so are friends. */
interface RelationTable {
  person_id: number;
  target_id: number;
  friends: Flag;
  /** The target took the request off the list. */
  ignored: Flag;
  created_at: number;
}

interface BlockTable {
  person_id: number;
  target_id: number;
  created_at: number;
}

interface ReportTable {
  id: number;
  person_id: number;
  by_id: number;
  item_type: string;
  item_id: number;
  item_text: string;
  reason: string;
  open: Flag;
  decision: string;
  note: string;
  created_at: number;
  decided_at: number;
  decided_by: number;
}

interface ActTable {
  id: number;
  by_id: number;
  act: string;
  person_id: number;
  reason: string;
  created_at: number;
}

interface NotificationTable {
  person_id: number;
  id: number;
  type: NotificationType;
  user_id: number;
  item_kind: 'message' | 'person' | 'gift' | 'post' | 'comment';
  item_id: number;
  created_at: number;
  /** Names those that tell of all who did the same to one thing; 0 for one that tells of a single act. */
  fold: Generated<number>;
  /** How many people it tells of. */
  people: Generated<number>;
}

/** What somebody did to a thing, as a fold tells its person. */
interface NotifiedTable {
  person_id: number;
  type: NotificationType;
  thing_id: number;
  user_id: number;
  /** The number that the notification has while this is the newest of its fold. */
  id: number;
  fold: number;
  /** What the notification is linked to while this is the newest of its fold. */
  item_id: number;
  /** It was taken back before it was read. */
  withdrawn: Flag;
  created_at: number;
}

interface DialogTable {
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
interface ClosedDialogTable {
  id: number;
}

interface MemberTable {
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

interface MessageTable {
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
interface MessagePlaceTable {
  id: number;
  dialog_id: number;
}

interface ReactionTable {
  message_id: number;
  emoji: string;
  person_id: number;
  created_at: number;
}

/** A web address that a message of a dialog carries. */
interface LinkTable {
  dialog_id: number;
  message_id: number;
  position: number;
  url: string;
  created_at: number;
}

/** Bytes that a person stored, by the identifier of the thing that they are. What no row here names is swept. */
interface ContentTable {
  id: number;
  kind: ContentKind;
  person_id: number;
  /** SHA-256 of the bytes. */
  hash: Buffer;
  size: number;
  /** The media type, found by content. */
  type: string;
  created_at: number;
}

/** How much a person stores of everything (kind ""), and everybody (person 0) of a kind. The database counts. */
interface StorageTable {
  person_id: number;
  kind: ContentKind | '';
  items: number;
  bytes: number;
}

/** A resumable upload that no call has used yet. How far it has come is the size of its file. */
interface UploadTable {
  id: string;
  person_id: number;
  /** The kind of operation that may use it. */
  kind: Upload['kind'];
  /** Bytes that are to come in all. */
  length: number;
  /** The name of the file, "" where none was told. */
  name: string;
  /** What its sender said of it, as the header has it. */
  metadata: string;
  expires_at: number;
}

interface FileTable {
  id: number;
  person_id: number;
  code: string;
  name: string;
  /** The name as searches find it. */
  name_folded: string;
  /** The name as a key whose plain order is the alphabet's. */
  name_order: string;
  folder: string;
}

interface PhotoTable {
  id: number;
  person_id: number;
  mode: 'public' | 'private';
  caption: string;
  width: number;
  height: number;
  /** A data: URI of a picture of a few pixels. */
  preview: string;
}

interface TrackTable {
  id: number;
  person_id: number;
  mode: 'public' | 'private';
  name: string;
  /** The artist. */
  author: string;
  release: string;
  genre: string;
  /** The lyrics. */
  text: string;
  explicit: Flag;
  /** Whole seconds. */
  duration: number;
  /** A photo, 0 for none; also below. */
  cover: number;
  /** ReplayGain 2.0: dB, and parts of full scale; null where it is not known. */
  gain: number | null;
  peak: number | null;
  album_gain: number | null;
  album_peak: number | null;
}

interface PlaylistTable {
  id: number;
  person_id: number;
  /** 1 for the one in which everything lies that a person added. */
  own: Flag;
  name: string;
  release: string;
  description: string;
  cover: number;
  created_at: number;
}

/** A track's place in a playlist; places may leave gaps and be below zero. */
interface PlaylistTrackTable {
  playlist_id: number;
  position: number;
  track_id: number;
}

interface VideoTable {
  id: number;
  person_id: number;
  code: string;
  name: string;
  description: string;
  /** A photo, 0 for none. */
  preview: number;
  /** Whole seconds. */
  duration: number;
  width: number;
  height: number;
  /** How many others were given it, each once a day. */
  views: Generated<number>;
}

/**
 * Something that hangs on a message, in its place among the photos or the others; or on a post or a comment, which
 * `message_id` names then, with `dialog_id` 0.
 */
interface AttachmentTable {
  message_id: number;
  position: number;
  id: number;
  dialog_id: number;
  type: 'photo' | 'file' | 'track' | 'video' | 'post';
  item_id: number;
  created_at: number;
}

interface PostTable {
  id: number;
  /** Whose wall it is on. */
  wall_id: number;
  author_id: number;
  content: string;
  /** 0 none, 1 English, 2 Ukrainian, 3 Russian. */
  language: number;
  nsfw: Flag;
  repost_id: number;
  likes: Generated<number>;
  /** Without those of banned people. */
  comments: Generated<number>;
  /** How many posts repost it. */
  reposts: Generated<number>;
  /** How many others were given it, each once a day. */
  views: Generated<number>;
  created_at: number;
  edited_at: Generated<number>;
}

interface PostLikeTable {
  post_id: number;
  person_id: number;
  created_at: number;
}

interface CommentTable {
  id: number;
  post_id: number;
  author_id: number;
  content: string;
  likes: Generated<number>;
  created_at: number;
}

interface CommentLikeTable {
  comment_id: number;
  person_id: number;
  created_at: number;
}

/** A removed post whose comments and likes are still to be cleared. */
interface RemovedPostTable {
  id: number;
}

/** Who was given what on which day, so that nobody is counted twice. */
interface ViewingTable {
  /** Days since 1970, in UTC. */
  day: number;
  kind: ViewedKind;
  item_id: number;
  person_id: number;
}

interface InviteTable {
  code: string;
  dialog_id: number;
  by_id: number;
  uses: number;
  max_uses: number;
  expires_at: number;
  created_at: number;
}

/** What `by_id` gave to `person_id`; `item` is a number of the catalogue. */
interface GiftTable {
  person_id: number;
  id: number;
  by_id: number;
  item: number;
  message: string;
  /** Others see: 0 who gave it and the message, 1 who gave it, 2 neither. */
  privacy: 0 | 1 | 2;
  created_at: number;
}

interface PromoTable {
  code: string;
  coins: number;
  sub: number;
  uses: number;
  max_uses: number;
  /** 0: never. */
  expires_at: number;
  created_at: number;
}

/** Who claimed which promo. */
interface PromoClaimTable {
  person_id: number;
  code: string;
  created_at: number;
}

/** The first answer to every write that came with a key. */
interface CommandTable {
  person_id: number;
  /** SHA-256 of the key. */
  key: Buffer;
  name: string;
  /** SHA-256 of the input. */
  hash: Buffer;
  /** JSON, or, where it holds a secret, JSON sealed under the key itself. */
  result: Buffer;
  created_at: number;
}

/** The log that live delivery, resuming and replicas read. */
interface EventTable {
  seq: Generated<number>;
  type: string;
  scope_kind: 'person' | 'dialog' | 'wall' | 'administrators' | 'community';
  scope_id: number;
  ref_kind: string;
  ref_id: number;
  actor_id: number;
  body: ColumnType<string, string, never>;
  created_at: number;
}
