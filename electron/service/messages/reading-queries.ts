import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { preparedOne } from '../../database/prepared';

type Reading = { dialog: number; person: number; message: number };

const moveMark = preparedOne((db, argument: Reading) =>
  db
    .updateTable('member')
    .set({ read_id: argument.message })
    .where('dialog_id', '=', argument.dialog)
    .where('person_id', '=', argument.person)
    .where('read_id', '<', argument.message),
);

/** Of the furthest reader and the furthest of all others, whichever this reader moves. */
const moveFurthest = preparedOne((db, { dialog, person, message }: Reading) =>
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
export async function moveReadMark(db: Db, reading: Reading): Promise<void> {
  await moveMark(db, reading);
}

/** Notes how far anybody of a dialog has read; what was read once stays so, whoever leaves. */
export async function moveFurthestReader(db: Db, reading: Reading): Promise<void> {
  await moveFurthest(db, reading);
}
