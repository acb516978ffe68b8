import type { Db } from '../../database/open';
import { prepared } from '../../database/prepared';

const pins = prepared((db, argument: { dialog: number }) =>
  db
    .selectFrom('pinned_message')
    .select('message_id')
    .where('dialog_id', '=', argument.dialog)
    .orderBy('message_id', 'desc'),
);

/** Returns the IDs of a dialog's pinned messages, newest first. */
export async function listPinned(db: Db, dialog: number): Promise<number[]> {
  return (await pins(db, { dialog })).map((row) => row.message_id);
}

/** Pins a message in its dialog. */
export async function insertPin(db: Db, dialog: number, message: number): Promise<void> {
  await db.insertInto('pinned_message').values({ dialog_id: dialog, message_id: message }).execute();
}

/** Deletes the pin of a message. Returns whether it was pinned. */
export async function deletePin(db: Db, dialog: number, message: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('pinned_message')
    .where('dialog_id', '=', dialog)
    .where('message_id', '=', message)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
