import type { Output, Parsed } from '../../../shared/contract';
import { PAGE_SIZES } from '../../../shared/limits';
import { ftsQueryOf } from '../../database/folding';
import { requirePerson } from '../access/access';
import type { ReadContext } from '../context';
import { listDialogIds } from '../dialogs/queries';
import { searchDialogs } from '../dialogs/search-queries';
import type { Handlers } from '../dispatch';
import { listFileIds } from '../files/queries';
import { searchMessageIds } from '../messages/search-queries';
import { searchTrackIds } from '../music/track-queries';
import { searchPeople } from '../people/search-queries';
import { searchPostIds } from '../posts/search-queries';
import { filesOf } from '../files/records';
import { dialogsOf } from '../dialogs/records';
import { messagesById } from '../messages/records';
import { userList } from '../people/records';
import { postList } from '../posts/records';
import { tracksOf } from '../music/track-records';

export const searchHandlers = { 'search.all': searchAll } satisfies Partial<Handlers>;

const limit = PAGE_SIZES.searchAll;

/**
 * Returns the best people, dialogs (including the caller's private ones) and tracks, the newest posts, and the caller's
 * newest messages and files.
 */
async function searchAll(ctx: ReadContext, { mask }: Parsed<'search.all'>): Promise<Output<'search.all'>> {
  const { id } = requirePerson(ctx);
  const people = await searchPeople(ctx.db, { ...ANY_PERSON, viewer: id, query: mask });
  const dialogs = await searchDialogs(ctx.db, { ...ANY_DIALOG, mask, member: id });
  const dialogIds = await listDialogIds(ctx.db, id);
  const messages = await searchMessageIds(ctx.db, {
    dialogs: dialogIds,
    mask,
    before: Number.MAX_SAFE_INTEGER,
    limit,
  });
  const records = await messagesById(ctx, messages);
  const posts = await searchPostIds(ctx.db, { viewer: id, mask, before: Number.MAX_SAFE_INTEGER, limit });
  const fileIds =
    ftsQueryOf(mask) === null ? [] : await listFileIds(ctx.db, { ...ANY_FILE, person: id, query: mask });
  const trackIds = await searchTrackIds(ctx.db, { viewer: id, mask, limit, offset: 0 });
  const tracks = await tracksOf(ctx, trackIds);
  const files = await filesOf(ctx, fileIds, { withShared: true });
  return {
    People: await userList(ctx, people),
    Dialogs: await dialogsOf(ctx, dialogs),
    Messages: messages.flatMap((message) => records.get(message) ?? []),
    Posts: await postList(ctx, posts),
    Tracks: trackIds.flatMap((track) => tracks.get(track) ?? []),
    Files: fileIds.flatMap((file) => files.get(file) ?? []),
  };
}

const ANY_PERSON = {
  sort: 0,
  works: undefined,
  country: undefined,
  region: undefined,
  city: undefined,
  relationships: undefined,
  avatar: false,
  present: undefined,
  limit,
  offset: 0,
};

const ANY_FILE = { folder: undefined, kind: 'all', sort: 'newest', limit, offset: 0 } as const;

const ANY_DIALOG = { sort: 0, type: 0, country: 0, topic: 0, limit, offset: 0 };
