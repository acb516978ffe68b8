import { z } from 'zod';
import { LIMITS } from '../../shared/limits';
import {
  FINGERPRINT,
  isAddress,
  isRemoteCommunityId,
  MAX_ADDRESSES,
  type RemoteCommunityId,
} from './addresses';

/** The stored record of a remote community. */
export type StoredCommunity = StoredList['communities'][number];

/** The list of remote communities, and which community is shown. */
export type StoredList = z.infer<typeof StoredListSchema>;

/** Maximum number of remote communities. */
export const MAX_COMMUNITIES = 50;

/** The list of remote communities as it is stored. */
export const StoredListSchema = z.object({
  shown: z.custom<'main' | RemoteCommunityId>(
    (value) => value === 'main' || isRemoteCommunityId(String(value)),
  ),
  communities: z
    .array(
      z.object({
        id: z.custom<RemoteCommunityId>((value) => typeof value === 'string' && isRemoteCommunityId(value)),
        number: z.number(),
        name: z.string(),
        addresses: z.array(z.string().refine(isAddress)).min(1).max(MAX_ADDRESSES),
        discovered: z.array(z.string().refine(isAddress)).max(MAX_ADDRESSES).default([]),
        key: z.string().regex(FINGERPRINT),
        /** The highest term that a host of it has shown. */
        term: z.number().int().min(1).default(1),
        /** Unix seconds of the last contact; 0 if never. */
        seen: z.number(),
      }),
    )
    .max(MAX_COMMUNITIES),
});

/** UTF-16 units: a character may have two. */
export const MAX_NAME_LENGTH = 2 * LIMITS.communityName;

/** The part of a community's record that is stored, as its host sends it. */
export const ReceivedCommunity = z.object({
  ID: z.number(),
  Name: z.string().transform((name) => name.slice(0, MAX_NAME_LENGTH)),
});

/** Returns the list with a community moved before another one, or to the end (null). */
export function moveCommunity(list: StoredList, id: string, before: string | null): StoredList {
  const moved = list.communities.filter((other) => other.id === id);
  const others = list.communities.filter((other) => other.id !== id);
  const at = others.findIndex((other) => other.id === before);
  return { ...list, communities: others.toSpliced(at < 0 ? others.length : at, 0, ...moved) };
}

/** Returns the list with changes to one community. */
export function updateCommunity(list: StoredList, id: string, part: Partial<StoredCommunity>): StoredList {
  const communities = list.communities.map((other) => (other.id === id ? { ...other, ...part } : other));
  return { ...list, communities };
}
