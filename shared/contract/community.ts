import { z } from 'zod';
import { LIMITS } from '../limits';
import { read, write } from './endpoint';
import { Author, Community, PostModel, Registration } from './records';
import { flag, identifierOrNone, integerBetween, name, photoIdOrNone, text } from './values';

/** Calls about the community itself: its name and picture, and who can join. */
export const community = {
  'community.get': read('GET /community', {
    summary: 'The name, description, picture and settings of the community.',
    since: '1.1.0',
    open: true,
    input: z.object({}),
    output: Community,
  }),
  'community.update': write('PATCH /community', {
    summary: 'Changes the community; owner only.',
    since: '1.1.0',
    input: z.object({
      name: name(LIMITS.communityName).optional(),
      description: text(LIMITS.communityDescription).optional(),
      avatar: photoIdOrNone().optional(),
      registration: Registration.optional(),
      /** A post of the owner, or 0 for none. */
      welcome: identifierOrNone().optional(),
      joinNotices: flag().optional(),
      dailyCoins: integerBetween(0, LIMITS.dailyCoins).optional(),
    }),
    output: Community,
  }),
  'community.introduction': read('GET /community/introduction', {
    summary:
      'What a newcomer sees first: their inviter, the group of everyone, the welcome post, and who can invite.',
    since: '1.1.0',
    input: z.object({}),
    output: z.object({
      /** Null if there is none, if the caller cannot write to them, or once the two have a chat. */
      Inviter: Author.nullable(),
      Commons: z
        .object({ ID: z.number(), Name: z.string(), Members: z.number(), Joined: z.boolean() })
        .nullable(),
      Welcome: PostModel.nullable(),
      /** The owner first, then administrators. */
      Hosts: z.array(Author),
    }),
  }),
} as const;
