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
  const values = JSON.stringify(views.map(({ day, kind, item, person }) => [day, kind, item, person]));
  const { rows } = await sql<{ kind: ViewedKind; item: number }>`
    INSERT INTO viewing (day, kind, item_id, person_id)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(${values}) WHERE true
    ON CONFLICT DO NOTHING RETURNING kind, item_id AS item`.execute(db);
  for (const [kind, newViews] of Map.groupBy(rows, (row) => row.kind)) {
    const counts = [...Map.groupBy(newViews, (row) => row.item)].map(([item, views]) => [item, views.length]);
    const table = sql.table(TABLES[kind]);
    await sql`UPDATE ${table} SET views = views + counted.given
      FROM (SELECT value ->> 0 AS id, value ->> 1 AS given FROM json_each(${JSON.stringify(counts)})) AS counted
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
