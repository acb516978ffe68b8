import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { listOf } from '../../database/prepared';

/** What administrators do. */
export type ActName =
  | 'ban'
  | 'unban'
  | 'make_admin'
  | 'make_member'
  | 'make_owner'
  | 'reset_code'
  | 'read_letter'
  | 'decide_report'
  | 'create_invite'
  | 'revoke_invite'
  | 'create_promo'
  | 'revoke_promo'
  | 'create_backup'
  | 'clean_storage'
  | 'share'
  | 'unshare'
  | 'update_community'
  | 'remove_post'
  | 'remove_comment';

/** An administrative act; `person` is whom it touches, if anybody. */
interface NewAct {
  id: number;
  by: number;
  act: ActName;
  person?: number;
  reason?: string;
  /** Unix seconds. */
  now: number;
}

/** Writes an act into the log, which nothing changes. */
export async function insertAct(db: Db, act: NewAct): Promise<void> {
  const { id, by, act: name, person = 0, reason = '', now } = act;
  await db
    .insertInto('act')
    .values({ id, by_id: by, act: name, person_id: person, reason, created_at: now })
    .execute();
}

/** The log of acts, newest first. */
export function listActs(db: Db, offset: number, limit: number) {
  return db.selectFrom('act').selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
}

/** The numbers of everyone who is still here, newest first. */
export async function listPeople(db: Db, offset: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('person')
    .select('id')
    .where('deleted', '=', 0)
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** The numbers of those whose name or tag fits an expression of the text index, newest first. */
export async function searchPeople(db: Db, match: string, offset: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select rowid as id from person_search where person_search match ${`text : (${match})`}
    order by rowid desc limit ${limit} offset ${offset}`.execute(db);
  return rows.map((row) => row.id);
}

/** What only administrators see of people. */
export function findPrivateColumns(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('person')
    .select(['id', 'email', 'ban'])
    .where('id', 'in', listOf(JSON.stringify(ids)))
    .execute();
}

/** Whom an act is about. */
export function findTarget(db: Db, person: number) {
  return db
    .selectFrom('person')
    .select(['id', 'role', 'ban'])
    .where('id', '=', person)
    .where('deleted', '=', 0)
    .executeTakeFirst();
}

/** Bans a person, or takes it back. */
export async function updateBan(db: Db, person: number, ban: 0 | 1, reason: string): Promise<void> {
  await db.updateTable('person').set({ ban, ban_reason: reason }).where('id', '=', person).execute();
}

/** Gives a person a role in the community. */
export async function updateRole(db: Db, person: number, role: 'owner' | 'admin' | 'member'): Promise<void> {
  await db.updateTable('person').set({ role }).where('id', '=', person).execute();
}

/** Reports, newest first: all, or the open or closed ones. */
export function listReports(db: Db, open: boolean | undefined, offset: number, limit: number) {
  const all = db.selectFrom('report').selectAll();
  const chosen = open === undefined ? all : all.where('open', '=', open ? 1 : 0);
  return chosen.orderBy('id', 'desc').offset(offset).limit(limit).execute();
}

/** One report. */
export function findReport(db: Db, id: number) {
  return db.selectFrom('report').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Closes a report with a decision. */
export async function updateReport(
  db: Db,
  id: number,
  decided: { by: number; decision: string; note: string; now: number },
): Promise<void> {
  const { by, decision, note, now } = decided;
  await db
    .updateTable('report')
    .set({ open: 0, decision, note, decided_by: by, decided_at: now })
    .where('id', '=', id)
    .execute();
}
