import { sql, type RawBuilder } from 'kysely';
import { fold, ftsQueryOf, sortKeyOf } from '../../database/folding';
import { insertSearchEntry, matchesSearch, searchRank, searchValue } from '../../database/full-text';
import type { Db } from '../../database/open';
import type { MemberRow } from './queries';

/** A search for groups and channels: words, filters, order and page. */
export interface DialogSearch {
  mask: string | undefined;
  /** Also include private groups and channels of this person. */
  member?: number;
  /** 0 relevance, 1 popularity, 2 alphabetical. */
  sort: number;
  /** 0 all, 1 groups, 2 channels. */
  type: number;
  country: number;
  topic: number;
  limit: number;
  offset: number;
}

/** How many of the newest matches are ranked. */
const CANDIDATES = 1000;

/** Returns the IDs of matching public groups and channels (and a member's private ones), in the requested order. */
export async function searchDialogs(db: Db, search: DialogSearch): Promise<number[]> {
  const match = search.mask === undefined ? undefined : ftsQueryOf(search.mask);
  if (match === null) return [];
  const rows = match === undefined ? await listInOrder(db, search) : await findMatching(db, search, match);
  return rows.map((row) => row.id);
}

/**
 * Returns members of a dialog whose name or tag has the words of `mask`, or words that begin so, in order of joining.
 */
export async function searchMembers(
  db: Db,
  search: { dialog: number; mask: string; limit: number; offset: number },
): Promise<MemberRow[]> {
  const words = ftsQueryOf(search.mask.replace(/^\s*@/, ''));
  if (words === null) return [];
  const { rows } = await sql<MemberRow>`
    SELECT member.* FROM person_search
    CROSS JOIN member ON member.dialog_id = ${search.dialog} AND member.person_id = person_search.rowid
    WHERE ${matchesSearch(db, 'person_search', `text : (${words})`)}
    ORDER BY member.id LIMIT ${search.limit} OFFSET ${search.offset}
  `.execute(db);
  return rows;
}

/** Updates a dialog's full-text entry and sort key; call it after every change. */
export async function indexDialog(db: Db, id: number): Promise<void> {
  const { name, description, link } = await db
    .selectFrom('dialog')
    .select(['name', 'description', 'link'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const text = fold(`${name} ${description} ${link}`);
  await sql`DELETE FROM dialog_search WHERE rowid = ${id}`.execute(db);
  await insertSearchEntry(db, 'dialog_search', id, [text]);
  await db
    .updateTable('dialog')
    .set({ name_order: sortKeyOf(name) })
    .where('id', '=', id)
    .execute();
}

/** Each order has an index that covers all filters, so only the rows of the page are looked up. */
async function listInOrder(db: Db, search: DialogSearch): Promise<{ id: number }[]> {
  const order = search.sort === 2 ? sql`name_order, id` : sql`members DESC, id DESC`;
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM dialog WHERE ${matchesFilters(search)} ORDER BY ${order} LIMIT ${search.limit} OFFSET ${search.offset}
  `.execute(db);
  return rows;
}

async function findMatching(db: Db, search: DialogSearch, match: string): Promise<{ id: number }[]> {
  const popular = sql`members DESC, id DESC`;
  const orders = [sql`score, ${popular}`, popular, sql`name_order, id`];
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM (
      SELECT dialog.id, dialog.members, dialog.name_order, ${searchRank(db, 'dialog_search', match, [])} AS score
      FROM dialog_search CROSS JOIN dialog ON dialog.id = dialog_search.rowid
      WHERE ${matchesSearch(db, 'dialog_search', match)} AND ${matchesFilters(search)}
      ORDER BY dialog_search.rowid DESC LIMIT ${searchValue(db, CANDIDATES)}
    ) AS matches
    ORDER BY ${orders[search.sort] ?? popular} LIMIT ${search.limit} OFFSET ${search.offset}
  `.execute(db);
  return rows;
}

function matchesFilters({ member, type, country, topic }: DialogSearch): RawBuilder<unknown> {
  const conditions = [sql`${isVisible(member)} AND dialog.type <> 'private'`];
  if (type > 0) conditions.push(sql`dialog.type = ${type === 1 ? 'group' : 'channel'}`);
  if (country > 0) conditions.push(sql`dialog.country = ${country}`);
  if (topic > 0) conditions.push(sql`dialog.topic = ${topic}`);
  return sql.join(conditions, sql` AND `);
}

function isVisible(member: number | undefined): RawBuilder<unknown> {
  if (member === undefined) return sql`dialog.private = 0`;
  return sql`(dialog.private = 0 OR EXISTS (
    SELECT 1 FROM member WHERE member.dialog_id = dialog.id AND member.person_id = ${member}))`;
}
