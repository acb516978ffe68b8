import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { preparedOne } from '../../database/prepared';

type ReadPosition = { dialog: number; person: number; message: number };

const advanceMark = preparedOne((db, argument: ReadPosition) =>
  db
    .updateTable('member')
    .set({ read_id: argument.message })
    .where('dialog_id', '=', argument.dialog)
    .where('person_id', '=', argument.person)
    .where('read_id', '<', argument.message),
);

/** Updates who has read furthest, and how far the furthest of all others has read. */
const advanceFurthest = preparedOne((db, { dialog, person, message }: ReadPosition) =>
  db
    .updateTable('dialog')
    .set({
      other_read_id: sql<number>`CASE WHEN furthest_reader_id = ${person} THEN other_read_id
        WHEN furthest_read_id < ${message} THEN furthest_read_id ELSE max(other_read_id, ${message}) END`,
      furthest_reader_id: sql<number>`iif(furthest_read_id < ${message}, ${person}, furthest_reader_id)`,
      furthest_read_id: sql<number>`max(furthest_read_id, ${message})`,
    })
    .where('id', '=', dialog),
);

/** Moves a member's read mark forward, never back. */
export async function advanceReadMark(db: Db, position: ReadPosition): Promise<void> {
  await advanceMark(db, position);
}

/** Records how far anyone in a dialog has read; that stays when they leave. */
export async function advanceFurthestReader(db: Db, position: ReadPosition): Promise<void> {
  await advanceFurthest(db, position);
}
