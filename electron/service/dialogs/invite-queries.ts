import type { Selectable } from 'kysely';
import type { Invite } from '../../../shared/contract/records';
import { LIMITS } from '../../../shared/limits';
import type { Db } from '../../database/open';
import type { Schema } from '../../database/schema';

export type InviteRow = Selectable<Schema['invite']>;

export function findInvite(db: Db, code: string): Promise<InviteRow | undefined> {
  return db.selectFrom('invite').selectAll().where('code', '=', code).executeTakeFirst();
}

/** The invitations of a dialog (0: of the community), newest first. */
export function listInvites(db: Db, dialog: number): Promise<InviteRow[]> {
  return db
    .selectFrom('invite')
    .selectAll()
    .where('dialog_id', '=', dialog)
    .orderBy('created_at', 'desc')
    .execute();
}

export async function insertInvite(db: Db, invite: InviteRow): Promise<void> {
  await db.insertInto('invite').values(invite).execute();
}

export async function countInviteUse(db: Db, code: string): Promise<void> {
  await db
    .updateTable('invite')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('code', '=', code)
    .execute();
}

/** Whether a dialog (0: the community) has as many invitations as it may, so that a list of them has an end. */
export async function areInvitesMany(db: Db, dialog: number): Promise<boolean> {
  const rows = await db
    .selectFrom('invite')
    .select('code')
    .where('dialog_id', '=', dialog)
    .limit(LIMITS.invitesEach)
    .execute();
  return rows.length >= LIMITS.invitesEach;
}

/** Whether a person has made as many invitations as they may. */
export async function hasManyInvites(db: Db, person: number): Promise<boolean> {
  const rows = await db
    .selectFrom('invite')
    .select('code')
    .where('by_id', '=', person)
    .limit(LIMITS.invitesByEach)
    .execute();
  return rows.length >= LIMITS.invitesByEach;
}

/** Whether there was one to take back. */
export async function deleteInvite(db: Db, dialog: number, code: string): Promise<boolean> {
  const result = await db
    .deleteFrom('invite')
    .where('code', '=', code)
    .where('dialog_id', '=', dialog)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Whether an invitation still lets somebody in. */
export function isInviteValid(invite: InviteRow, now: number): boolean {
  return (
    (invite.expires_at === 0 || invite.expires_at > now) &&
    (invite.max_uses === 0 || invite.uses < invite.max_uses)
  );
}

/** The record of an invitation. */
export function inviteRecord(row: InviteRow): Invite {
  return {
    Code: row.code,
    Dialog: row.dialog_id,
    Uses: row.uses,
    MaxUses: row.max_uses,
    Expires: row.expires_at,
    Timestamp: row.created_at,
  };
}
