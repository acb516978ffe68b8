import { sql, type Selectable } from 'kysely';
import type { Db } from '../../database/open';
import { listOf, prepared } from '../../database/prepared';
import type { Schema } from '../../database/schema';

/** A row of the message table. */
export type MessageRow = Omit<Selectable<Schema['message']>, 'nonce'> & { nonce: string };

const messagesById = prepared((db, argument: { ids: string }) =>
  db
    .selectFrom('message_place as place')
    .innerJoin('message', (join) =>
      join.onRef('message.dialog_id', '=', 'place.dialog_id').onRef('message.id', '=', 'place.id'),
    )
    .selectAll('message')
    .where('place.id', 'in', listOf(argument.ids)),
);

const dialogSummaries = prepared((db, argument: { ids: string; viewer: number }) =>
  db
    .selectFrom('dialog')
    .select(['dialog.id', 'type', 'name', 'avatar', 'low_id', 'high_id'])
    .select(['furthest_read_id', 'furthest_reader_id', 'other_read_id'])
    .select((eb) => [
      eb
        .selectFrom('member')
        .select('read_id')
        .whereRef('member.dialog_id', '=', 'dialog.id')
        .where('member.person_id', '=', argument.viewer)
        .as('own_read_id'),
    ])
    .where('dialog.id', 'in', listOf(argument.ids)),
);

const reactions = prepared((db, argument: { ids: string; viewer: number }) =>
  db
    .selectFrom('reaction')
    .select((eb) => [
      'message_id',
      'emoji',
      eb.fn.countAll<number>().as('count'),
      eb.fn.min<number>('created_at').as('first_at'),
      sql<0 | 1>`max(person_id = ${argument.viewer})`.as('mine'),
    ])
    .where('message_id', 'in', listOf(argument.ids))
    .groupBy(['message_id', 'emoji'])
    .orderBy('message_id')
    .orderBy('first_at')
    .orderBy('emoji'),
);

const readMarks = prepared((db, argument: { dialog: number; from: number }) =>
  db
    .selectFrom('member')
    .select((eb) => ['read_id as mark', eb.fn.countAll<number>().as('count')])
    .where('dialog_id', '=', argument.dialog)
    .where('read_id', '>=', argument.from)
    .groupBy('read_id')
    .orderBy('read_id', 'desc'),
);

const arrivals = prepared((db, argument: { dialog: number; from: number }) =>
  db
    .selectFrom('member')
    .select((eb) => ['start_id as mark', sql<number>`-${eb.fn.countAll()}`.as('count')])
    .where('dialog_id', '=', argument.dialog)
    .where('start_id', '>=', argument.from)
    .groupBy('start_id')
    .orderBy('start_id', 'desc'),
);

const startMarks = prepared((db, argument: { dialog: number; people: string }) =>
  db
    .selectFrom('member')
    .select(['person_id', 'start_id'])
    .where('dialog_id', '=', argument.dialog)
    .where('person_id', 'in', listOf(argument.people)),
);

/** Returns messages by ID, in no particular order. */
export function findMessages(db: Db, ids: readonly number[]): Promise<MessageRow[]> {
  return messagesById(db, { ids: JSON.stringify(ids) });
}

/** Returns what message records need of their dialogs, with the viewer's read mark and the furthest ones. */
export function findDialogSummaries(db: Db, ids: readonly number[], viewer: number) {
  return dialogSummaries(db, { ids: JSON.stringify(ids), viewer });
}

export type DialogSummaryRow = Awaited<ReturnType<typeof findDialogSummaries>>[number];

/** The same of a dialog that was read with the viewer's membership. */
export function summaryOf<Row extends Omit<DialogSummaryRow, 'own_read_id'> & { read_id: number | null }>(
  dialog: Row,
): DialogSummaryRow {
  return { ...dialog, own_read_id: dialog.read_id };
}

/** Returns reactions by message and emoji, oldest first per message. */
export async function findReactions(db: Db, ids: readonly number[], viewer: number) {
  return ids.length === 0 ? [] : reactions(db, { ids: JSON.stringify(ids), viewer });
}

/**
 * Returns message IDs at which the number of readers changes, in descending order: each read mark adds readers of
 * everything before it, and each join subtracts members who didn't see what was sent before.
 */
export async function findReaderChanges(db: Db, dialog: number, from: number) {
  const marks = [...(await readMarks(db, { dialog, from })), ...(await arrivals(db, { dialog, from }))];
  return marks.sort((first, second) => second.mark - first.mark);
}

/** Returns the last message ID before each of some members joined. */
export async function findStartMarks(
  db: Db,
  dialog: number,
  people: readonly number[],
): Promise<Map<number, number>> {
  const rows = await startMarks(db, { dialog, people: JSON.stringify(people) });
  return new Map(rows.map((row) => [row.person_id, row.start_id]));
}
