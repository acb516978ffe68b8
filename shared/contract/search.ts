import { z } from 'zod';
import { read } from './endpoint';
import { DialogModel, File, MessageModel, PostModel, Track, UserModel } from './records';
import { mask } from './values';

/** The first few results of each kind. */
export const Found = z.object({
  People: z.array(UserModel),
  Dialogs: z.array(DialogModel),
  Messages: z.array(MessageModel),
  Posts: z.array(PostModel),
  Tracks: z.array(Track),
  Files: z.array(File),
});

export const search = {
  'search.all': read('GET /search/{mask}', {
    summary: 'Finds people, dialogs, messages and the rest at once, up to five of each.',
    since: '1.0.0',
    input: z.object({ mask: mask() }),
    output: Found,
  }),
} as const;
