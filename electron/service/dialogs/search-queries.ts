import { sql } from 'kysely';
import { fold, matchOf, orderOf } from '../../database/folding';
import type { Db } from '../../database/open';

export interface DialogSearch {
  mask: string | undefined;
  /** 0 relevance, 1 popularity, 2 alphabetical. */
  sort: number;
  /** 0 all, 1 groups, 2 channels. */
  type: number;
  country: number;
  topic: number;
  limit: number;
  offset: number;
}

/** Public groups and channels, by number, in the asked order. */
export async function searchDialogs(db: Db, search: DialogSearch): Promise<number[]> {
  const match = search.mask === undefined ? undefined : matchOf(search.mask);
  if (match === null) return [];
  const conditions = [sql`dialog.private = 0`, sql`dialog.type <> 'private'`];
  if (search.type > 0) conditions.push(sql`dialog.type = ${search.type === 1 ? 'group' : 'channel'}`);
  if (search.country > 0) conditions.push(sql`dialog.country = ${search.country}`);
  if (search.topic > 0) conditions.push(sql`dialog.topic = ${search.topic}`);
  if (match !== undefined) conditions.push(sql`dialog_search MATCH ${match}`);
  // The plus sign keeps a found set from being looked for along an ordering index.
  const orders = [
    match === undefined
      ? sql`dialog.members DESC, dialog.id DESC`
      : sql`dialog_search.rank, dialog.members DESC, dialog.id DESC`,
    sql`dialog.members DESC, dialog.id DESC`,
    sql`dialog.name_order, dialog.id`,
  ];
  const from =
    match === undefined
      ? sql`dialog`
      : sql`dialog_search CROSS JOIN dialog ON dialog.id = dialog_search.rowid`;
  const { rows } = await sql<{ id: number }>`
    SELECT dialog.id FROM ${from} WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${orders[search.sort] ?? sql`dialog.id`} LIMIT ${search.limit} OFFSET ${search.offset}
  `.execute(db);
  return rows.map((row) => row.id);
}

/** Puts what a dialog says of itself into the index and into the order of names; to be called after every change. */
export async function indexDialog(db: Db, id: number): Promise<void> {
  const { name, description, link } = await db
    .selectFrom('dialog')
    .select(['name', 'description', 'link'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const text = fold(`${name} ${description} ${link}`);
  await sql`DELETE FROM dialog_search WHERE rowid = ${id}`.execute(db);
  await sql`INSERT INTO dialog_search (rowid, text) VALUES (${id}, ${text})`.execute(db);
  await db
    .updateTable('dialog')
    .set({ name_order: orderOf(name) })
    .where('id', '=', id)
    .execute();
}
