import type { Insertable } from 'kysely';
import type { Db } from '../../database/open';
import type { Schema } from '../../database/schema';

/** Stores that a person was removed from a group or channel. */
export async function insertRemoval(db: Db, removal: Insertable<Schema['removal']>): Promise<void> {
  await db.insertInto('removal').values(removal).execute();
}

/** Deletes a removal because the person is a member again. */
export async function deleteRemoval(db: Db, dialog: number, person: number): Promise<void> {
  await db.deleteFrom('removal').where('dialog_id', '=', dialog).where('person_id', '=', person).execute();
}

/** Deletes all removals from a closed dialog. */
export async function deleteRemovalsFrom(db: Db, dialog: number): Promise<void> {
  await db.deleteFrom('removal').where('dialog_id', '=', dialog).execute();
}
