import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { listOf } from '../../database/prepared';
import type { Schema } from '../../database/schema';
import type { MessageRow } from '../messages/records-queries';

/** A kind whose rows are older than its search index, and the ID below which they are still to be indexed. */
export type Backfill = Schema['search_backfill'];

/** Returns a kind that is not completely indexed; messages, of which there are most, come last. */
export function findBackfill(db: Db): Promise<Backfill | undefined> {
  return db
    .selectFrom('search_backfill')
    .selectAll()
    .orderBy(sql`kind = 'message'`)
    .limit(1)
    .executeTakeFirst();
}

/** Returns the newest IDs that are still to be indexed; of messages and people, those that can be found. */
export async function listUnindexed(db: Db, { kind, before_id }: Backfill, limit: number): Promise<number[]> {
  const table = sql.table(kind === 'message' ? 'message_place' : kind);
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM ${table} WHERE id < ${before_id} ORDER BY id DESC LIMIT ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** Returns messages by ID, without notices. */
export async function listIndexableMessages(db: Db, ids: readonly number[]): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    SELECT message.* FROM json_each(${JSON.stringify(ids)}) AS asked
    CROSS JOIN message_place AS place ON place.id = asked.value
    CROSS JOIN message ON message.dialog_id = place.dialog_id AND message.id = place.id
    WHERE message.type = 'message'`.execute(db);
  return rows;
}

/** Returns which of some people are not removed. */
export async function listIndexablePeople(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('person')
    .select('id')
    .where('id', 'in', listOf(JSON.stringify(ids)))
    .where('deleted', '=', 0)
    .execute();
  return rows.map((row) => row.id);
}

/** Notes that a kind is indexed down to an ID. */
export async function saveBackfill(db: Db, { kind, before_id }: Backfill): Promise<void> {
  await db.updateTable('search_backfill').set({ before_id }).where('kind', '=', kind).execute();
}

/** Notes that a kind is completely indexed. */
export async function endBackfill(db: Db, kind: Backfill['kind']): Promise<void> {
  await db.deleteFrom('search_backfill').where('kind', '=', kind).execute();
}
