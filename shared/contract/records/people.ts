import { z } from 'zod';
import { privacyFields } from '../../privacy';

/** Records of people. */

const number = z.number();

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
  /** The caller has blocked this person; absent otherwise. Nobody learns who blocked them. */
  Blocked: z.literal(true).optional(),
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

export type Author = z.infer<typeof Author>;
export type UserModel = z.infer<typeof UserModel>;
export type OnlineStatus = z.infer<typeof OnlineStatus>;
export type Online = z.infer<typeof Online>;
/** A person in either form, for code that needs no more than both have. */
export type PersonRecord = Author | UserModel;
export type RelationshipState = z.infer<typeof RelationshipState>;
export type CommunityRole = z.infer<typeof CommunityRole>;
