import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { preparedOne } from '../../database/prepared';
import type { MessageRow } from './records-queries';

const note = preparedOne((db, argument: { dialog: number; message: number }) =>
  db
    .updateTable('message')
    .set({ is_plain: sql.lit(0) })
    .where('dialog_id', '=', argument.dialog)
    .where('id', '=', argument.message)
    .where('is_plain', '=', sql.lit(1)),
);

/** Notes that a message has an attachment or a reaction now. */
export async function noteParts(
  db: Db,
  { dialog, message }: { dialog: number; message: number },
): Promise<void> {
  await note(db, { dialog, message });
}

/** Returns the IDs of those messages that may have attachments or reactions. */
export function withParts(rows: readonly Pick<MessageRow, 'id' | 'is_plain'>[]): number[] {
  return rows.filter((row) => row.is_plain === 0).map((row) => row.id);
}
