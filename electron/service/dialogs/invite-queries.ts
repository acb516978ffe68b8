import type { Selectable } from 'kysely';
import type { Invite } from '../../../shared/contract/records';
import { LIMITS } from '../../../shared/limits';
import type { Db } from '../../database/open';
import type { Schema } from '../../database/schema';

export type InviteRow = Selectable<Schema['invite']>;

export function findInvite(db: Db, code: string): Promise<InviteRow | undefined> {
  return db.selectFrom('invite').selectAll().where('code', '=', code).executeTakeFirst();
}

/** Returns the invitations of a dialog (0: of the community), newest first. */
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

/** Whether a dialog (0: the community) has the maximum number of invitations. */
export async function areInvitesAtLimit(db: Db, dialog: number): Promise<boolean> {
  const rows = await db
    .selectFrom('invite')
    .select('code')
    .where('dialog_id', '=', dialog)
    .limit(LIMITS.invitesEach)
    .execute();
  return rows.length >= LIMITS.invitesEach;
}

/** Whether a person has created the maximum number of invitations. */
export async function hasMaxInvites(db: Db, person: number): Promise<boolean> {
  const rows = await db
    .selectFrom('invite')
    .select('code')
    .where('by_id', '=', person)
    .limit(LIMITS.invitesByEach)
    .execute();
  return rows.length >= LIMITS.invitesByEach;
}

/** Deletes an invitation. Returns whether it existed. */
export async function deleteInvite(db: Db, dialog: number, code: string): Promise<boolean> {
  const result = await db
    .deleteFrom('invite')
    .where('code', '=', code)
    .where('dialog_id', '=', dialog)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Whether an invitation can still be used. */
export function isInviteValid(invite: InviteRow, now: number): boolean {
  return (
    (invite.expires_at === 0 || invite.expires_at > now) &&
    (invite.max_uses === 0 || invite.uses < invite.max_uses)
  );
}

/** Builds the record of an invitation. */
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
