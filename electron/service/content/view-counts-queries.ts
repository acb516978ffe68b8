import { sql } from 'kysely';
import type { Db } from '../../database/open';
import type { ViewedKind } from '../../database/schema';

/** A person was given a thing on a day (days since 1970, in UTC). */
export interface Viewing {
  day: number;
  kind: ViewedKind;
  item: number;
  person: number;
}

/** The table of each kind, with its column `views`. */
const TABLES: Record<ViewedKind, string> = { post: 'post', video: 'video' };

/** How many rows are forgotten at once. */
const STEP = 1000;

/** Counts each person once a day among the views of a thing. */
export async function insertViewings(db: Db, viewings: readonly Viewing[]): Promise<void> {
  const given = JSON.stringify(viewings.map(({ day, kind, item, person }) => [day, kind, item, person]));
  const { rows } = await sql<{ kind: ViewedKind; item: number }>`
    INSERT INTO viewing (day, kind, item_id, person_id)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(${given}) WHERE true
    ON CONFLICT DO NOTHING RETURNING kind, item_id AS item`.execute(db);
  for (const [kind, fresh] of Map.groupBy(rows, (row) => row.kind)) {
    const counts = [...Map.groupBy(fresh, (row) => row.item)].map(([item, views]) => [item, views.length]);
    const table = sql.table(TABLES[kind]);
    await sql`UPDATE ${table} SET views = views + counted.given
      FROM (SELECT value ->> 0 AS id, value ->> 1 AS given FROM json_each(${JSON.stringify(counts)})) AS counted
      WHERE ${table}.id = counted.id`.execute(db);
  }
}

/** Forgets some of who was given what before a day; says whether more may be left. */
export async function deleteViewings(db: Db, before: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM viewing WHERE (day, kind, item_id, person_id) IN (
      SELECT day, kind, item_id, person_id FROM viewing WHERE day < ${before} LIMIT ${STEP})`.execute(db);
  return Number(numAffectedRows) === STEP;
}
