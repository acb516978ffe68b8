import { parseCursor, type SyncScope } from '../../../shared/contract/sync';
import { requirePerson } from '../access/access';
import { requireSyncScope } from '../access/sync';
import type { ReadContext } from '../context';
import { addCommunity } from './community-rows';
import { addDialogs, addMembers, addMessages } from './dialog-rows';
import { addItems } from './item-rows';
import { addFolders, addGifts, addNotifications } from './own-rows';
import { addPeople } from './people-rows';
import { addPlaylists } from './playlist-rows';
import { RowSet } from './row-set';
import {
  listBlockedPage,
  listDialogScopes,
  listFindablePeople,
  listFollowed,
  listFollowedPage,
  listFollowersPage,
  listGiftRows,
  listMemberRows,
  listMessageIds,
  listOwnFiles,
  listOwnFolders,
  listOwnFollows,
  listOwnNotifications,
  listOwnPhotos,
  listOwnPlaylists,
  listOwnTracks,
  listOwnVideos,
  listWallPosts,
} from './scope-queries';
import { addAllScheduled } from './scheduled-rows';
import { addOwnStickerPacks } from './sticker-rows';
import { addPostsWithComments } from './wall-rows';

/** A page of a scope, with the cursor of the next one. */
export interface ScopePage {
  rows: RowSet;
  after: string;
  more: boolean;
}

/** Returns the scopes that a replica of the caller can hold. */
export async function scopesOf(ctx: ReadContext): Promise<SyncScope[]> {
  const { id } = requirePerson(ctx);
  const dialogs = await listDialogScopes(ctx.db, id);
  const walls = [id, ...(await listFollowed(ctx.db, id))];
  return [
    { Kind: 'community', ID: 0 },
    { Kind: 'person', ID: id },
    ...dialogs.map((dialog) => ({ Kind: 'dialog' as const, ID: dialog })),
    ...walls.map((wall) => ({ Kind: 'wall' as const, ID: wall })),
  ];
}

/**
 * Reads a page of a scope after a cursor ('' for the first one). Throws `not_found` or `access_denied` for scopes that
 * are not the caller's.
 */
export async function readScope(
  ctx: ReadContext,
  scope: SyncScope,
  after: string,
  limit: number,
): Promise<ScopePage> {
  await requireSyncScope(ctx, scope);
  const sections = SECTIONS[scope.Kind];
  const cursor = parseCursor(after);
  const section = sections[cursor.section];
  const rows = new RowSet();
  if (!section) return { rows, after, more: false };
  const last = await section(ctx, { of: scope.ID, after: cursor.after, limit }, rows);
  if (last !== null) return { rows, after: `${cursor.section}.${last}`, more: true };
  const next = cursor.section + 1;
  return { rows, after: `${next}.`, more: next < sections.length };
}

interface SectionPage {
  of: number;
  /** The ID after which the page begins; null for the first one. */
  after: number | null;
  limit: number;
}

/** Adds a page of rows. Returns the last ID of the page, or null if it was the last page. */
type Section = (ctx: ReadContext, page: SectionPage, rows: RowSet) => Promise<number | null>;

const SECTIONS: Record<SyncScope['Kind'], readonly Section[]> = {
  community: [
    once((ctx, _, rows) => addCommunity(ctx, rows)),
    ascending((ctx, page) => listFindablePeople(ctx.db, { ...page, of: requirePerson(ctx).id }), addPeople),
  ],
  person: [
    once((ctx, of, rows) => addPeople(ctx, [of], rows)),
    ascending((ctx, page) => listFollowedPage(ctx.db, page), addPeople),
    ascending((ctx, page) => listFollowersPage(ctx.db, page), addPeople),
    ascending((ctx, page) => listBlockedPage(ctx.db, page), addPeople),
    ascending(
      (ctx, page) => listOwnPhotos(ctx.db, page),
      (ctx, photo, rows) => addItems(ctx, { photo }, rows),
    ),
    ascending(
      (ctx, page) => listOwnFiles(ctx.db, page),
      (ctx, file, rows) => addItems(ctx, { file }, rows),
    ),
    ascending(
      (ctx, page) => listOwnTracks(ctx.db, page),
      (ctx, track, rows) => addItems(ctx, { track }, rows),
    ),
    ascending(
      (ctx, page) => listOwnVideos(ctx.db, page),
      (ctx, video, rows) => addItems(ctx, { video }, rows),
    ),
    ascending((ctx, page) => listOwnPlaylists(ctx.db, page), addPlaylists),
    ascending((ctx, page) => listOwnNotifications(ctx.db, page), addNotifications),
    gifts,
    ascending((ctx, page) => listOwnFollows(ctx.db, page), addPlaylists),
    once((ctx, of, rows) => addAllScheduled(ctx, of, rows)),
    once((ctx, of, rows) => addOwnStickerPacks(ctx, of, rows)),
    ascending((ctx, page) => listOwnFolders(ctx.db, page), addFolders),
  ],
  dialog: [
    once((ctx, of, rows) => addDialogs(ctx, [of], rows)),
    members,
    descending((ctx, page) => listMessageIds(ctx.db, page), addMessages),
  ],
  wall: [
    once((ctx, of, rows) => addPeople(ctx, [of], rows)),
    descending(
      (ctx, page) => listWallPosts(ctx.db, { ...page, viewer: requirePerson(ctx).id }),
      addPostsWithComments,
    ),
  ],
};

async function members(ctx: ReadContext, page: SectionPage, rows: RowSet): Promise<number | null> {
  const found = await listMemberRows(ctx.db, { ...page, after: page.after ?? 0 });
  await addMembers(ctx, found, rows);
  return lastOf(
    found.map((row) => Number(row.id)),
    page.limit,
  );
}

async function gifts(ctx: ReadContext, page: SectionPage, rows: RowSet): Promise<number | null> {
  const found = await listGiftRows(ctx.db, { ...page, after: page.after ?? 0 });
  await addGifts(ctx, found, rows);
  return lastOf(
    found.map((row) => Number(row.id)),
    page.limit,
  );
}

type ListIds = (ctx: ReadContext, page: { of: number; after: number; limit: number }) => Promise<number[]>;
type AddRows = (ctx: ReadContext, ids: readonly number[], rows: RowSet) => Promise<void>;

/** A section of one page. */
function once(add: (ctx: ReadContext, of: number, rows: RowSet) => Promise<void>): Section {
  return async (ctx, { of }, rows) => {
    await add(ctx, of, rows);
    return null;
  };
}

/** A section by growing ID. */
function ascending(list: ListIds, add: AddRows): Section {
  return pages(list, add, 0);
}

/** A section from the newest ID down. */
function descending(list: ListIds, add: AddRows): Section {
  return pages(list, add, Number.MAX_SAFE_INTEGER);
}

function pages(list: ListIds, add: AddRows, first: number): Section {
  return async (ctx, page, rows) => {
    const ids = await list(ctx, { ...page, after: page.after ?? first });
    await add(ctx, ids, rows);
    return lastOf(ids, page.limit);
  };
}

function lastOf(ids: readonly number[], limit: number): number | null {
  return ids.length < limit ? null : (ids.at(-1) ?? null);
}
