import type { Output, Parsed } from '../../../shared/contract';
import { kindMatches, searchConditions, type SearchKind } from '../../../shared/search';
import { requirePerson, requireVisiblePerson } from '../access/access';
import { requireMember } from '../access/dialogs';
import { asFieldError } from '../content/attachments';
import type { ReadContext } from '../context';
import { listDialogIds } from '../dialogs/queries';
import type { Handlers } from '../dispatch';
import { firstIdentifierOf } from '../identifiers';
import { finders, type SearchQuestion } from './finders';

/** Handler of the global search. */
export const searchHandlers = { 'search.all': searchAll } satisfies Partial<Handlers>;

/** Returns the best or newest results of each kind that can match the conditions, or of the one that was asked for. */
async function searchAll(ctx: ReadContext, input: Parsed<'search.all'>): Promise<Output<'search.all'>> {
  const question = await questionOf(ctx, input);
  const given = searchConditions.filter((condition) => input[condition] !== undefined);
  const isAsked = (kind: SearchKind) =>
    (input.only === undefined || input.only === kind) && kindMatches(kind, given);
  const find = <T>(kind: SearchKind, finder: (ctx: ReadContext, question: SearchQuestion) => Promise<T[]>) =>
    isAsked(kind) ? finder(ctx, question) : [];
  return {
    People: await find('people', finders.people),
    Dialogs: await find('dialogs', finders.dialogs),
    Messages: await find('messages', finders.messages),
    Posts: await find('posts', finders.posts),
    Tracks: await find('tracks', finders.tracks),
    Playlists: await find('playlists', finders.playlists),
    Photos: await find('photos', finders.photos),
    Videos: await find('videos', finders.videos),
    Files: await find('files', finders.files),
  };
}

/** Checks that the caller may know of the person and the dialog that they name. */
async function questionOf(ctx: ReadContext, input: Parsed<'search.all'>): Promise<SearchQuestion> {
  const { id: viewer } = requirePerson(ctx);
  const from =
    input.from === undefined
      ? undefined
      : await asFieldError(requireVisiblePerson(ctx, input.from), 'from', 'does not exist');
  if (input.in !== undefined) await requireMember(ctx, input.in);
  const end = input.before === undefined ? Number.MAX_SAFE_INTEGER : firstIdentifierOf(input.before);
  return {
    viewer,
    mask: input.mask,
    dialogs: input.in === undefined ? await listDialogIds(ctx.db, viewer) : [input.in],
    dialog: input.in,
    from,
    has: input.has ?? [],
    first: input.after === undefined ? 0 : firstIdentifierOf(input.after),
    before: input.last_id > 0 ? Math.min(end, input.last_id) : end,
    limit: input.limit,
    offset: Math.min(input.page * input.limit, Number.MAX_SAFE_INTEGER),
  };
}
