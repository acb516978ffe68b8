import { z } from 'zod';
import { PAGE_SIZES } from '../limits';
import { contentFilters, searchKinds } from '../search';
import { read } from './endpoint';
import {
  DialogModel,
  File,
  MessageModel,
  Photo,
  Playlist,
  PostModel,
  Track,
  UserModel,
  Video,
} from './records';
import {
  before,
  identifier,
  identifierOrNone,
  limit,
  listOfNames,
  mask,
  page,
  personReference,
} from './values';

/** The first few results of each kind, or a page of one kind. */
export const Found = z.object({
  People: z.array(UserModel),
  Dialogs: z.array(DialogModel),
  Messages: z.array(MessageModel),
  Posts: z.array(PostModel),
  Tracks: z.array(Track),
  Playlists: z.array(Playlist),
  Photos: z.array(Photo),
  Videos: z.array(Video),
  Files: z.array(File),
});

const input = z
  .object({
    /** May be left out if one of the conditions below is given. */
    mask: mask().optional(),
    /** Only one kind of results, of which `page` and `last_id` give more. */
    only: z.enum(searchKinds).optional(),
    /** Only messages and posts of this person, and what they uploaded. */
    from: personReference().optional(),
    /** Only messages of this dialog, and what was sent there. */
    in: identifier().optional(),
    /** Only messages and posts that contain all of these, separated by commas. */
    has: listOfNames(contentFilters).optional(),
    /** Unix seconds: only what is older. */
    before: identifierOrNone().optional(),
    /** Unix seconds: only what is from then on. */
    after: identifierOrNone().optional(),
    /** The last ID of the previous page, for all kinds but people, dialogs and tracks. */
    ...before(),
    /** The number of the page, for people, dialogs and tracks. */
    page: page(),
    limit: limit(PAGE_SIZES.searchAll),
  })
  .refine(
    ({ mask, from, in: dialog, has, before, after }) =>
      [mask, from, dialog, has, before, after].some((one) => one !== undefined),
    { path: ['mask'], message: 'is required unless there is another condition' },
  );

export const search = {
  'search.all': read('GET /search/{mask}', {
    also: ['GET /search'],
    summary: 'Finds people, dialogs, messages and everything else at once, or more of one kind.',
    since: '1.0.0',
    input,
    output: Found,
  }),
} as const;
