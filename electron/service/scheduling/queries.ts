import { sql, type Insertable, type Selectable } from 'kysely';
import type { ErrorCode } from '../../../shared/errors';
import type { Db } from '../../database/open';
import { preparedOne } from '../../database/prepared';
import type { Schema } from '../../database/schema';

/** A row of the scheduled_item table. */
export type ScheduledRow = Selectable<Schema['scheduled_item']>;

type Kind = ScheduledRow['kind'];

const byId = preparedOne((db, argument: { id: number }) =>
  db.selectFrom('scheduled_item').selectAll().where('id', '=', argument.id),
);

/** Returns a scheduled item by ID. */
export function findScheduled(db: Db, id: number): Promise<ScheduledRow | undefined> {
  return byId(db, { id });
}

/** Returns a person's scheduled items of one kind, or those of one dialog or wall, the earliest first. */
export async function listScheduled(
  db: Db,
  { person, kind, target }: { person: number; kind: Kind; target?: number },
): Promise<ScheduledRow[]> {
  let query = db
    .selectFrom('scheduled_item')
    .selectAll()
    .where('person_id', '=', person)
    .where('kind', '=', kind);
  if (target !== undefined) query = query.where('target_id', '=', target);
  const rows = await query.execute();
  return rows.sort((one, other) => one.due_at - other.due_at || one.id - other.id);
}

/** Returns scheduled items of a person by their IDs. */
export function findScheduledOf(db: Db, person: number, ids: readonly number[]): Promise<ScheduledRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('scheduled_item')
    .selectAll()
    .where('id', 'in', ids)
    .where('person_id', '=', person)
    .execute();
}

/** Returns how many scheduled items a person has. */
export async function countScheduled(db: Db, person: number): Promise<number> {
  const row = await db
    .selectFrom('scheduled_item')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('person_id', '=', person)
    .executeTakeFirst();
  return row?.count ?? 0;
}

export async function insertScheduled(db: Db, row: Insertable<Schema['scheduled_item']>): Promise<void> {
  await db.insertInto('scheduled_item').values(row).execute();
}

/** Changes a scheduled item. */
export async function updateScheduled(
  db: Db,
  id: number,
  change: { due_at?: number; input?: string; refusal?: ErrorCode | '' },
): Promise<void> {
  await db.updateTable('scheduled_item').set(change).where('id', '=', id).execute();
}

export async function deleteScheduled(db: Db, id: number): Promise<void> {
  await db.deleteFrom('scheduled_item').where('id', '=', id).execute();
}

/** Deletes everything a person has scheduled, or only their messages to one dialog. */
export async function deleteScheduledOf(db: Db, person: number, dialog?: number): Promise<void> {
  let query = db.deleteFrom('scheduled_item').where('person_id', '=', person);
  if (dialog !== undefined) query = query.where('kind', '=', 'message').where('target_id', '=', dialog);
  await query.execute();
}

/** Deletes the scheduled messages of everyone to a dialog. */
export async function deleteScheduledIn(db: Db, dialog: number): Promise<void> {
  await db
    .deleteFrom('scheduled_item')
    .where('kind', '=', 'message')
    .where('target_id', '=', dialog)
    .execute();
}

/** Returns when the next item is to be published. */
export async function findNextDue(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('scheduled_item')
    .select('due_at')
    .where('refusal', '=', sql.lit(''))
    .where('due_at', '>', 0)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return row?.due_at;
}

/** Returns items whose time has come, the earliest first. */
export function listDue(db: Db, now: number, limit: number): Promise<ScheduledRow[]> {
  return db
    .selectFrom('scheduled_item')
    .selectAll()
    .where('refusal', '=', sql.lit(''))
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}
