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
    .select((eb) => [
      eb
        .selectFrom('member')
        .select('read_id')
        .whereRef('member.dialog_id', '=', 'dialog.id')
        .where('member.person_id', '=', argument.viewer)
        .as('own_read_id'),
      eb
        .selectFrom('member')
        .select('read_id')
        .whereRef('member.dialog_id', '=', 'dialog.id')
        .where('member.person_id', '<>', argument.viewer)
        .orderBy('read_id', 'desc')
        .limit(1)
        .as('others_read_id'),
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
    .select((eb) => ['read_id', eb.fn.countAll<number>().as('count')])
    .where('dialog_id', '=', argument.dialog)
    .where('read_id', '>=', argument.from)
    .groupBy('read_id')
    .orderBy('read_id', 'desc'),
);

/** Messages by number, in no order. */
export function findMessages(db: Db, ids: readonly number[]): Promise<MessageRow[]> {
  return messagesById(db, { ids: JSON.stringify(ids) });
}

/** What messages say of their dialogs, with the viewer's read mark and the furthest one of the others. */
export function findDialogFaces(db: Db, ids: readonly number[], viewer: number) {
  return dialogFaces(db, { ids: JSON.stringify(ids), viewer });
}

/** Reactions by message and emoji, each message's oldest first. */
export function findReactions(db: Db, ids: readonly number[], viewer: number) {
  return reactions(db, { ids: JSON.stringify(ids), viewer });
}

/** How many members of a dialog have read up to each mark from one on, furthest first. */
export function findReadMarks(db: Db, dialog: number, from: number) {
  return readMarks(db, { dialog, from });
}
