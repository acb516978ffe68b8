import { z } from 'zod';
import { LIMITS } from '../limits';
import { read, write } from './endpoint';
import { Community, Registration } from './records';
import { name, photoIdOrNone, text } from './values';

export const community = {
  'community.get': read('GET /community', {
    summary: 'What this community says of itself.',
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
    }),
    output: Community,
  }),
} as const;
