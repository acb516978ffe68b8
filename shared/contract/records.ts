import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from '../errors';
import { appScopes } from '../app-scopes';
import { notificationTypes } from '../notifications';
import { privacyFields } from '../privacy';

/** Records shared by several features. Keys are PascalCase; times are Unix seconds. */

const number = z.number();

/** `{ ok: true }`: success without further data. */
export const BaseOkay = z.object({ ok: z.literal(true) });

/** Success with an optional remark. */
export const Response = z.object({ ok: z.literal(true), detail: z.string().optional() });

export const ResponseMute = z.object({ ok: z.literal(true), mute: z.boolean() });

/** 0 everyone, 1 friends, 2 nobody. */
export const Privacy = z.union([z.literal(0), z.literal(1), z.literal(2)]);

/** The viewer's relationship to a person; "" for oneself. */
export const RelationshipState = z.enum(['', 'strangers', 'me_subscribed', 'he_subscribed', 'friends']);

/** What a person chose to show while they are online. */
export const OnlineStatus = z.enum(['online', 'moved_away', 'dont_disturb']);

/** `Status` is "" while offline; it is also `moved_away` while nobody uses any of the person's devices. */
export const Online = z.object({
  Online: z.boolean(),
  LastBeen: number,
  Degree: z.enum(['exact', 'recently', 'hidden']),
  Status: z.enum(['', ...OnlineStatus.options]),
});

/** A flag that is a number: 1 for yes, 0 for no. */
const NumberFlag = z.union([z.literal(0), z.literal(1)]);

/**
 * The short record of a person. Fields hidden by privacy have the empty value of their type. Its flags are numbers here
 * and booleans in UserModel, as public clients of the platform expect.
 */
export const Author = z.object({
  ID: number,
  Name: z.string(),
  Surname: z.string(),
  Link: z.string(),
  Avatar: number,
  Sub: number,
  Creative: NumberFlag,
  Verify: z.enum(['', 'Default', 'Organisation', 'Goverment']),
  Ban: NumberFlag,
  Deleted: NumberFlag,
  Reports: number,
  Emoji: z.string(),
  CosmeticAvatar: number,
  Online,
  CommentsState: Privacy,
  ViewAvatarState: Privacy,
  RelationshipState,
});

export const CommunityRole = z.enum(['owner', 'admin', 'member']);

/** The full record of a person; the optional fields are only present for the caller themselves. */
export const UserModel = Author.extend({
  Creative: z.boolean(),
  Ban: z.boolean(),
  Deleted: z.boolean(),
  RegisterDate: number,
  Banner: number,
  Status: z.string(),
  About: z.string(),
  Country: number,
  Region: number,
  City: number,
  CityNative: z.string(),
  RegionNative: z.string(),
  Birthday: z.string(),
  Website: z.string(),
  WorksAt: z.string(),
  Languages: z.array(number),
  Coins: number,
  Posts: number,
  Friends: number,
  Followers: number,
  OriginalAccount: number,
  ...privacyFields({ switch: z.boolean(), audience: Privacy }),
  OnlineType: number,
  Relationships: number,
  Role: CommunityRole,
  OnlineStatus: OnlineStatus.optional(),
  Email: z.string().optional(),
  EmailReserve: z.string().optional(),
  TrackList: number.optional(),
  NewMessages: number.optional(),
  NewNotifications: number.optional(),
  FriendsRequests: number.optional(),
});

export const RelationshipsResult = z.object({ RelationshipState });

export const Likes = z.object({ IsLikedByYou: z.boolean(), Likes: number });

/**
 * A piece of music. `Author` is the artist; `Gain` (dB) and `Peak` (1 is full scale), of the track and its album, are
 * present if its file contains ReplayGain 2.0 data.
 */
export const Track = z.object({
  ID: number,
  Name: z.string(),
  Author: z.string(),
  Mine: z.boolean(),
  Release: z.string(),
  Size: number,
  Duration: number,
  Timestamp: number,
  Cover: number,
  Url: z.string(),
  Explicit: number,
  Text: z.string(),
  Genre: z.string(),
  Authorship: z.string(),
  Gain: number.optional(),
  Peak: number.optional(),
  AlbumGain: number.optional(),
  AlbumPeak: number.optional(),
});

/**
 * A person's tracks in their order, without those the viewer has no access to. `Followed`: the viewer added it to their
 * music. `Private`: only its owner sees it.
 */
export const Playlist = z.object({
  ID: number,
  Name: z.string(),
  Release: z.string(),
  Description: z.string(),
  Tracks: z.array(number),
  Author,
  Timestamp: number,
  Cover: number,
  Followed: z.boolean(),
  Private: z.boolean(),
});

export const Video = z.object({
  ID: number,
  Code: z.string(),
  Name: z.string(),
  Description: z.string(),
  Preview: number,
  Duration: number,
  Views: number,
  Mine: z.boolean(),
  Timestamp: number,
  Url: z.string(),
  Size: number,
  Width: number,
  Height: number,
});

export const DialogType = z.enum(['group', 'channel', 'private']);
export const DialogRole = z.enum(['owner', 'admin', 'member', '']);

export const DialogInfo = z.object({ ID: number, Type: DialogType, Name: z.string(), Avatar: number });

export const File = z.object({
  ID: number,
  Code: z.string(),
  Name: z.string(),
  Size: number,
  Mine: z.boolean(),
  Timestamp: number,
  Url: z.string(),
  Type: z.string(),
  Folder: z.string(),
  Shared: z.array(DialogInfo).optional(),
});

/** `Preview` is a picture of a few pixels as a data: URI. */
export const Photo = z.object({
  ID: number,
  /** The ID of its owner. */
  Author: number,
  Caption: z.string(),
  Timestamp: number,
  Url: z.string(),
  Width: number,
  Height: number,
  Preview: z.string(),
});

/** An item attached to a message or post; `Item` is null once it was deleted. */
export const Attachment = z.object({
  ID: number,
  Type: z.enum(['video', 'track', 'file', 'post']),
  get Item() {
    return z.union([Video, Track, File, PostModel]).nullable();
  },
  Timestamp: number,
});

/** The error code with which publishing a scheduled message or post was refused. */
const Refusal = z.enum(Object.keys(ERROR_STATUS) as ErrorCode[]);

/** `Scheduled` is present while it waits for its `Timestamp`. */
export const PostModel = z.object({
  ID: number,
  Author,
  Target: Author.nullable(),
  Content: z.string(),
  Photos: z.array(number),
  get Attachments() {
    return z.array(Attachment);
  },
  Timestamp: number,
  EditTimestamp: number,
  Likes,
  Comments: number,
  Reposts: number,
  Views: number,
  IsAd: z.literal(false),
  Language: number,
  get Repost() {
    return PostModel.nullable();
  },
  Nsfw: z.boolean(),
  Scheduled: z.literal(1).optional(),
  Refusal: Refusal.optional(),
});

/** `Post` is the post that was commented on. */
export const Comment = z.object({
  ID: number,
  Author,
  Content: z.string(),
  Photos: z.array(number),
  Timestamp: number,
  Likes,
  Post: PostModel,
});

export const Reaction = z.object({ Emoji: z.string(), Count: number, Mine: z.boolean() });

/** `Scheduled` is present while it waits for its `Timestamp`. */
export const MessageModel = z.object({
  ID: number,
  Author,
  Dialog: DialogInfo,
  Type: z.enum(['message', 'join', 'leave']),
  Text: z.string(),
  Photos: z.array(number),
  get ReplyTo() {
    return MessageModel.nullable();
  },
  Repost: PostModel.nullable(),
  Attachments: z.array(Attachment),
  Views: number,
  Timestamp: number,
  EditTimestamp: number,
  Read: z.boolean(),
  Reactions: z.array(Reaction),
  /** The author's own ID of the request that created it. */
  Nonce: z.string().optional(),
  Scheduled: z.literal(1).optional(),
  Refusal: Refusal.optional(),
});

export const DialogModel = DialogInfo.extend({
  Members: number,
  Author: Author.nullable(),
  DialogDude: Author.nullable(),
  Link: z.string(),
  Description: z.string(),
  Verify: z.enum(['None', 'Default']),
  Private: z.boolean(),
  LastMessage: MessageModel.nullable(),
  Timestamp: number,
  Country: number,
  Topic: number,
  Fire: number,
  Mute: z.boolean(),
  Member: z.boolean(),
  Role: DialogRole,
  Unread: number,
  Pinned: z.boolean(),
});

export const DialogMemberModel = z.object({
  ID: number,
  Dialog: number,
  Member: UserModel,
  Role: DialogRole,
  Timestamp: number,
});

/** An invitation to a dialog, or to the community (`Dialog` 0). `MaxUses` 0: unlimited; `Expires` 0: never. */
export const Invite = z.object({
  Code: z.string(),
  Dialog: number,
  Uses: number,
  MaxUses: number,
  Expires: number,
  Timestamp: number,
});

const NotificationType = z.enum(notificationTypes);

/**
 * An item of the shop. `Category` is a number, `CategoryName` its name. `Sub` is the level of a subscription (0 for a
 * gift), `Cost` is in coins, `Animated` 0 or 1.
 */
export const ShopItem = z.object({
  ID: number,
  Name: z.string(),
  Description: z.string(),
  Category: number,
  CategoryName: z.string(),
  Cost: number,
  Sub: number,
  Type: z.enum(['gift', 'sub']),
  Animated: number,
});

export const Shop = z.object({
  ID: number,
  Name: z.string(),
  Description: z.string(),
  Items: z.array(ShopItem),
});

/** A gift from `User` to `Target`; if the giver is hidden from the viewer, `User` has ID 0 and `Message` is "". */
export const Gift = z.object({
  ID: number,
  User: UserModel,
  Target: UserModel,
  Item: ShopItem,
  Timestamp: number,
  Message: z.string(),
});

/** A code for coins, a subscription or both. `Uses` of `MaxUses` were claimed; `Expires` 0: never. */
export const Promo = z.object({
  Code: z.string(),
  Coins: number,
  Sub: number,
  Uses: number,
  MaxUses: number,
  Expires: number,
  Timestamp: number,
});

/**
 * `Item` is what the notification is about: a person (friendship), gift, message, post or comment; null if it was
 * deleted or is hidden. An unread one covers everyone who did the same to one item: `User` is the last of `Count`
 * people.
 */
export const Notification = z.object({
  ID: number,
  User: Author,
  Type: NotificationType,
  Item: z.union([MessageModel, PostModel, Comment, Gift, Author]).nullable(),
  Count: number,
  Read: z.boolean(),
  Timestamp: number,
});

/**
 * A session or named token. `Device` is its client, `User` the ID of its person; `Online` tells whether it has an event
 * connection or made this call. `Token`, the secret itself, is only present in the result that creates it.
 */
export const Token = z.object({
  ID: number,
  Name: z.string(),
  Kind: z.enum(['session', 'named', 'app']),
  Client: z.string(),
  Device: z.string(),
  User: number,
  Online: z.boolean(),
  IP: z.string(),
  Timestamp: number,
  LastBeen: number,
  Current: z.boolean(),
  Token: z.string().optional(),
  /** Of an app's token: the app, and what it may do. */
  App: z.object({ ID: number, Name: z.string() }).optional(),
  Scopes: z.array(z.enum(appScopes)).optional(),
});

/** `id` and `ID` are both the ID of the person. */
export const Login = z.object({ ok: z.literal(true), token: z.string(), id: number, ID: number });

export const Registration = z.enum(['open', 'invite', 'closed']);

export const Community = z.object({
  ID: number,
  Key: z.string(),
  Name: z.string(),
  Description: z.string(),
  Avatar: number,
  Members: number,
  Version: z.string(),
  MinApp: z.string(),
  Registration,
  /** Why nothing can be changed at present; '' if everything can. */
  ReadOnly: z.enum(['', 'damaged', 'disk_full']),
  Fingerprint: z.string(),
  Languages: z.array(z.string()),
});

export const ReportItem = z.enum(['dialog', 'message', 'post', 'comment', 'photo', 'track', 'video', 'file']);

export type Author = z.infer<typeof Author>;
export type UserModel = z.infer<typeof UserModel>;
export type OnlineStatus = z.infer<typeof OnlineStatus>;
export type Online = z.infer<typeof Online>;
/** A person in either form, for code that needs no more than both have. */
export type PersonRecord = Author | UserModel;
export type RelationshipState = z.infer<typeof RelationshipState>;
export type CommunityRole = z.infer<typeof CommunityRole>;
export type DialogInfo = z.infer<typeof DialogInfo>;
export type DialogModel = z.infer<typeof DialogModel>;
export type DialogRole = z.infer<typeof DialogRole>;
export type DialogType = z.infer<typeof DialogType>;
export type DialogMemberModel = z.infer<typeof DialogMemberModel>;
export type MessageModel = z.infer<typeof MessageModel>;
export type Reaction = z.infer<typeof Reaction>;
export type Attachment = z.infer<typeof Attachment>;
export type PostModel = z.infer<typeof PostModel>;
export type Comment = z.infer<typeof Comment>;
export type Likes = z.infer<typeof Likes>;
export type File = z.infer<typeof File>;
export type Track = z.infer<typeof Track>;
export type Playlist = z.infer<typeof Playlist>;
export type Video = z.infer<typeof Video>;
export type Photo = z.infer<typeof Photo>;
export type Invite = z.infer<typeof Invite>;
export type ShopItem = z.infer<typeof ShopItem>;
export type Shop = z.infer<typeof Shop>;
export type Gift = z.infer<typeof Gift>;
export type Promo = z.infer<typeof Promo>;
export type Notification = z.infer<typeof Notification>;
export type Token = z.infer<typeof Token>;
export type Community = z.infer<typeof Community>;
