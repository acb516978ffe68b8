import { sql } from 'kysely';
import { matchesSearch, searchValue } from '../../database/full-text';
import type { Db } from '../../database/open';
import { listOf } from '../../database/prepared';

/** Actions recorded in the audit log. */
export type AuditAction =
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
  | 'change_backups'
  | 'restore_backup'
  | 'undo_restore'
  | 'cancel_restore'
  | 'clean_storage'
  | 'share'
  | 'unshare'
  | 'pair_standby'
  | 'wait_for_standby'
  | 'stop_waiting_for_standby'
  | 'remove_standby'
  | 'pair_witness'
  | 'remove_witness'
  | 'update_community'
  | 'remove_post'
  | 'remove_comment'
  | 'remove_sticker_pack';

/** A new audit log entry; `person` is the person affected by the action, 0 for none. */
interface NewAuditEntry {
  id: number;
  by: number;
  action: AuditAction;
  person?: number;
  reason?: string;
  /** Unix seconds. */
  now: number;
}

/** Adds an entry to the audit log. Entries never change. */
export async function insertAuditEntry(db: Db, entry: NewAuditEntry): Promise<void> {
  const { id, by, action, person = 0, reason = '', now } = entry;
  await db
    .insertInto('act')
    .values({ id, by_id: by, act: action, person_id: person, reason, created_at: now })
    .execute();
}

/** Returns the audit log, newest first. */
export function listAuditEntries(db: Db, offset: number, limit: number) {
  return db.selectFrom('act').selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
}

/** Returns the IDs of the owner and the administrators: the owner first, then by the age of their accounts. */
export async function listAdministrators(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('person')
    .select('id')
    // The index contains only these roles, which the first condition tells SQLite.
    .where(sql<boolean>`role <> 'member'`)
    .where('role', 'in', ['owner', 'admin'])
    .where('deleted', '=', 0)
    .orderBy('role', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Returns the IDs of all accounts that were not removed, newest first. */
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

/** Returns the IDs of people whose name or tag matches a full-text expression, newest first. */
export async function searchAllPeople(
  db: Db,
  match: string,
  offset: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select rowid as id from person_search where ${matchesSearch(db, 'person_search', `text : (${match})`)}
    order by rowid desc limit ${searchValue(db, limit)} offset ${searchValue(db, offset)}`.execute(db);
  return rows.map((row) => row.id);
}

/** Returns columns that only administrators may see. */
export function findPrivateColumns(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('person')
    .select(['id', 'email', 'ban'])
    .where('id', 'in', listOf(JSON.stringify(ids)))
    .execute();
}

/** Returns the person that an administrative action is about. */
export function findAdminTarget(db: Db, person: number) {
  return db
    .selectFrom('person')
    .select(['id', 'role', 'ban'])
    .where('id', '=', person)
    .where('deleted', '=', 0)
    .executeTakeFirst();
}

/** Bans a person, or lifts the ban. */
export async function updateBan(db: Db, person: number, ban: 0 | 1, reason: string): Promise<void> {
  await db.updateTable('person').set({ ban, ban_reason: reason }).where('id', '=', person).execute();
}

/** Sets a person's role in the community. */
export async function updateRole(db: Db, person: number, role: 'owner' | 'admin' | 'member'): Promise<void> {
  await db.updateTable('person').set({ role }).where('id', '=', person).execute();
}

/** Returns reports, newest first: all, or only open or closed ones. */
export function listReports(db: Db, open: boolean | undefined, offset: number, limit: number) {
  const all = db.selectFrom('report').selectAll();
  const filtered = open === undefined ? all : all.where('open', '=', open ? 1 : 0);
  return filtered.orderBy('id', 'desc').offset(offset).limit(limit).execute();
}

/** Returns a report of someone or something, open or decided. */
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
