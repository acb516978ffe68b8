import { z } from 'zod';
import { parseDataFile } from './data-file';
import community from './data/community.json';

const Key = z.string().min(1);

const DemoCommunitySchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  avatar: z.strictObject({ picture: z.string(), caption: z.string() }),
  /** The promo code with which everyone gets their first coins. */
  promo: z.strictObject({ code: z.string(), coins: z.number(), uses: z.number() }),
  emailDomain: z.string(),
  /** The password of everyone. */
  password: z.string(),
  owner: Key,
  admin: Key,
  /** The member whose sign-in is shown beside the owner's. */
  member: Key,
  banned: Key,
  /** Who was active in the last hour; the others were last seen before. */
  activeInTheLastHour: z.array(Key),
  /** They wait for the owner's answer. */
  pendingFriendRequests: z.array(Key),
  ownerDocuments: z.array(Key),
  ownerVideos: z.array(Key),
});

/** What the demo community is called, and the roles that its people have, by key. */
export const demoCommunity = parseDataFile('community.json', DemoCommunitySchema, community);
