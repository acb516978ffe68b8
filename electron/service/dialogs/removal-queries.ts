import type { Insertable } from 'kysely';
import type { Db } from '../../database/open';
import type { Schema } from '../../database/schema';

/** Notes that a person was removed from a group or channel. */
export async function insertRemoval(db: Db, removal: Insertable<Schema['removal']>): Promise<void> {
  await db.insertInto('removal').values(removal).execute();
}

/** Forgets that a person was removed: they are a member again. */
export async function deleteRemoval(db: Db, dialog: number, person: number): Promise<void> {
  await db.deleteFrom('removal').where('dialog_id', '=', dialog).where('person_id', '=', person).execute();
}

/** Forgets who was removed from a dialog that is closed. */
export async function deleteRemovalsFrom(db: Db, dialog: number): Promise<void> {
  await db.deleteFrom('removal').where('dialog_id', '=', dialog).execute();
}
