import { sql } from 'kysely';
import type { Db } from '../../database/open';
import type { ViewedKind } from '../../database/schema';

/** One person viewing an item on one day (days since 1970, in UTC). */
export interface View {
  day: number;
  kind: ViewedKind;
  item: number;
  person: number;
}

/** The table with a `views` column for each kind. */
const TABLES: Record<ViewedKind, string> = { post: 'post', video: 'video' };

/** Rows deleted per transaction. */
const BATCH_SIZE = 1000;

/** Adds views to their items' counters. Each person counts once a day per item. */
export async function insertViews(db: Db, views: readonly View[]): Promise<void> {
  const list = (column: keyof View) => JSON.stringify(views.map((view) => view[column]));
  const { rows } = await sql<{ kind: ViewedKind; item: number }>`
    INSERT INTO viewing (day, kind, item_id, person_id)
    SELECT days.value, kinds.atom, items.value, people.value FROM json_each(${list('day')}) AS days
      JOIN json_each(${list('kind')}) AS kinds ON kinds.key = days.key
      JOIN json_each(${list('item')}) AS items ON items.key = days.key
      JOIN json_each(${list('person')}) AS people ON people.key = days.key
    WHERE true
    ON CONFLICT DO NOTHING RETURNING kind, item_id AS item`.execute(db);
  for (const [kind, newViews] of Map.groupBy(rows, (row) => row.kind)) {
    const byItem = Map.groupBy(newViews, (row) => row.item);
    const items = JSON.stringify([...byItem.keys()]);
    const counts = JSON.stringify([...byItem.values()].map((views) => views.length));
    const table = sql.table(TABLES[kind]);
    await sql`UPDATE ${table} SET views = views + counted.given
      FROM (
        SELECT items.value AS id, counts.value AS given
        FROM json_each(${items}) AS items JOIN json_each(${counts}) AS counts ON counts.key = items.key
      ) AS counted
      WHERE ${table}.id = counted.id`.execute(db);
  }
}

/** Deletes a batch of views from before a day. Returns whether more may be left. */
export async function deleteOldViews(db: Db, before: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM viewing WHERE (day, kind, item_id, person_id) IN (
      SELECT day, kind, item_id, person_id FROM viewing WHERE day < ${before} LIMIT ${BATCH_SIZE})`.execute(
    db,
  );
  return Number(numAffectedRows) === BATCH_SIZE;
}
