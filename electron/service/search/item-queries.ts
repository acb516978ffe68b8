import { sql } from 'kysely';
import { fold, ftsQueryOf } from '../../database/folding';
import { insertSearchEntry, matchesSearch, searchValue } from '../../database/full-text';
import type { Db } from '../../database/open';
import { searchToken, type SearchFilters } from '../../database/search-tokens';
import { isDiscoverableItem, type ItemKind } from '../access/media-queries';

export type { ItemKind };

/** Search tokens for items that everyone may find, and for items in posts and comments. */
const PUBLIC = 'public';
const ON_WALL = 'wall';
const kindToken = (kind: ItemKind) => `k${kind}`;

/**
 * Updates the full-text entry of a file, video, photo or playlist. Call it after each change, attachment and deletion.
 * The entry also has tokens for the people who may find it, so that a search reads only entries they may see.
 */
export async function indexItem(db: Db, kind: ItemKind, id: number): Promise<void> {
  await unindexItem(db, id);
  const item = await READERS_BY_KIND[kind](db, id);
  if (!item || item.text.trim() === '') return;
  const dialogs = kind === 'playlist' ? [] : await listDialogsWith(db, kind, id);
  const facts = [
    kindToken(kind),
    searchToken.author(item.owner),
    ...(item.isPublic ? [PUBLIC] : []),
    ...dialogs.map((dialog) => (dialog === 0 ? ON_WALL : searchToken.dialog(dialog))),
  ];
  await insertSearchEntry(db, 'item_search', id, [facts.join(' '), fold(item.text)]);
}

/** Removes an item from the full-text index. */
export async function unindexItem(db: Db, id: number): Promise<void> {
  await sql`DELETE FROM item_search WHERE rowid = ${id}`.execute(db);
}

/** Removes all items of a person from the full-text index. */
export async function unindexItemsOf(db: Db, person: number): Promise<void> {
  const match = `facts : (${searchToken.author(person)})`;
  await sql`DELETE FROM item_search WHERE rowid IN (
    SELECT rowid FROM item_search WHERE ${matchesSearch(db, 'item_search', match)})`.execute(db);
}

interface ItemSearch extends SearchFilters {
  kind: ItemKind;
  viewer: number;
  /** The viewer's dialogs. */
  dialogs: readonly number[];
  /** Only items sent in this dialog. */
  dialog?: number | undefined;
  /** Undefined to match any text. */
  mask: string | undefined;
}

/** Returns the IDs of the newest items of a kind that the viewer may find and that contain every word of a mask. */
export async function searchItemIds(db: Db, search: ItemSearch): Promise<number[]> {
  const { kind, viewer, from, dialog } = search;
  const words = search.mask === undefined ? undefined : ftsQueryOf(search.mask);
  if (words === null) return [];
  const audience = [PUBLIC, ON_WALL, searchToken.author(viewer), ...search.dialogs.map(searchToken.dialog)];
  const facts = [kindToken(kind), `(${audience.join(' OR ')})`];
  if (from !== undefined) facts.push(searchToken.author(from));
  if (dialog !== undefined) facts.push(searchToken.dialog(dialog));
  const parts = [`facts : (${facts.join(' AND ')})`, ...(words === undefined ? [] : [`text : (${words})`])];
  const item = sql.table(kind);
  const { rows } = await sql<{ id: number }>`
    SELECT ${sql.ref(`${kind}.id`)} AS id FROM item_search
    CROSS JOIN ${item} ON ${sql.ref(`${kind}.id`)} = item_search.rowid
    CROSS JOIN person ON person.id = ${sql.ref(`${kind}.person_id`)}
    WHERE ${matchesSearch(db, 'item_search', parts.join(' AND '))}
      AND item_search.rowid < ${searchValue(db, search.before)}
      AND item_search.rowid >= ${searchValue(db, search.first ?? 0)} AND ${isDiscoverableItem(kind, viewer)}
    ORDER BY item_search.rowid DESC LIMIT ${searchValue(db, search.limit)}
  `.execute(db);
  return rows.map((row) => row.id);
}

/** The indexed fields of an item. */
interface IndexedItem {
  owner: number;
  text: string;
  /** Whether people to whom it wasn't sent may find it. */
  isPublic: boolean;
}

const READERS_BY_KIND: Record<ItemKind, (db: Db, id: number) => Promise<IndexedItem | undefined>> = {
  file: async (db, id) => {
    const row = await db
      .selectFrom('file')
      .select(['person_id', 'name'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row && { owner: row.person_id, text: row.name, isPublic: false };
  },
  video: async (db, id) => {
    const columns = ['person_id', 'name', 'description'] as const;
    const row = await db.selectFrom('video').select(columns).where('id', '=', id).executeTakeFirst();
    return row && { owner: row.person_id, text: `${row.name} ${row.description}`, isPublic: false };
  },
  photo: async (db, id) => {
    const columns = ['person_id', 'caption', 'mode'] as const;
    const row = await db.selectFrom('photo').select(columns).where('id', '=', id).executeTakeFirst();
    return row && { owner: row.person_id, text: row.caption, isPublic: row.mode === 'public' };
  },
  playlist: async (db, id) => {
    const columns = ['person_id', 'name', 'release', 'description', 'own', 'mode'] as const;
    const row = await db.selectFrom('playlist').select(columns).where('id', '=', id).executeTakeFirst();
    // A person's library has no name to search for.
    if (!row || row.own === 1) return undefined;
    const text = `${row.name} ${row.release} ${row.description}`;
    return { owner: row.person_id, text, isPublic: row.mode === 'public' };
  },
};

/** Returns the dialogs where an item was sent; 0 stands for posts and comments. */
async function listDialogsWith(db: Db, kind: Exclude<ItemKind, 'playlist'>, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('attachment')
    .select('dialog_id')
    .distinct()
    .where('type', '=', kind)
    .where('item_id', '=', id)
    .execute();
  return rows.map((row) => row.dialog_id);
}
