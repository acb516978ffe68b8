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

const dialogFaces = prepared((db, argument: { ids: string; viewer: number }) =>
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

/** Messages by number, in no order. */
export function findMessages(db: Db, ids: readonly number[]): Promise<MessageRow[]> {
  return messagesById(db, { ids: JSON.stringify(ids) });
}

/** What messages say of their dialogs, with the viewer's read mark and the furthest ones. */
export function findDialogFaces(db: Db, ids: readonly number[], viewer: number) {
  return dialogFaces(db, { ids: JSON.stringify(ids), viewer });
}

export type DialogFace = Awaited<ReturnType<typeof findDialogFaces>>[number];

/** Reactions by message and emoji, each message's oldest first. */
export function findReactions(db: Db, ids: readonly number[], viewer: number) {
  return reactions(db, { ids: JSON.stringify(ids), viewer });
}

/**
 * Marks from one on, furthest first, each with how many more (or, below zero, fewer) members have read what lies
 * before it: read marks add, and what was said before somebody came was not read by them.
 */
export async function findReadMarks(db: Db, dialog: number, from: number) {
  const marks = [...(await readMarks(db, { dialog, from })), ...(await arrivals(db, { dialog, from }))];
  return marks.sort((one, other) => other.mark - one.mark);
}

/** What was the last message when each of some members came. */
export async function findStarts(
  db: Db,
  dialog: number,
  people: readonly number[],
): Promise<Map<number, number>> {
  const rows = await startMarks(db, { dialog, people: JSON.stringify(people) });
  return new Map(rows.map((row) => [row.person_id, row.start_id]));
}
