import { z } from 'zod';
import { parseDataFile } from './data-file';
import community from './data/community.json';

const Key = z.string().min(1);

/** The shape of `data/community.json`. */
const DemoCommunitySchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  avatar: z.strictObject({ picture: z.string(), caption: z.string() }),
  /** The promo code that gives everyone their first coins. */
  promo: z.strictObject({ code: z.string(), coins: z.number(), uses: z.number() }),
  /** The group that everyone joins by registering. */
  commons: Key,
  /** The `id` of the welcome post. */
  welcome: Key,
  dailyCoins: z.number(),
  emailDomain: z.string(),
  /** The password of every person. */
  password: z.string(),
  owner: Key,
  admin: Key,
  /** The member whose sign-in is shown next to the owner's. */
  member: Key,
  banned: Key,
  /** People who were active in the last hour; the others were last seen earlier. */
  activeInTheLastHour: z.array(Key),
  /** People whose friend requests wait for the owner's answer. */
  pendingFriendRequests: z.array(Key),
  ownerDocuments: z.array(Key),
  ownerVideos: z.array(Key),
});

/** The name of the demo community, and the roles of its people, by key. */
export const demoCommunity = parseDataFile('community.json', DemoCommunitySchema, community);
