import type { Db } from '../../database/open';
import { listOf, prepared } from '../../database/prepared';

const heard = prepared((db, argument: { person: number; ids: string }) =>
  db
    .selectFrom('file_heard')
    .select('file_id')
    .where('person_id', '=', argument.person)
    .where('file_id', 'in', listOf(argument.ids)),
);

const listeners = prepared((db, argument: { messages: string; people: string }) =>
  db
    .selectFrom('attachment')
    .innerJoin('file_heard', 'file_heard.file_id', 'attachment.item_id')
    .select(['file_heard.person_id', 'file_heard.file_id'])
    .where('attachment.message_id', 'in', listOf(argument.messages))
    .where('file_heard.person_id', 'in', listOf(argument.people)),
);

/** Returns those voice messages to which a person listened. */
export async function findHeard(db: Db, person: number, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await heard(db, { person, ids: JSON.stringify(ids) });
  return new Set(rows.map((row) => row.file_id));
}

/** Returns who of some people listened to the voice messages attached to some messages. */
export function findListeners(db: Db, messages: readonly number[], people: readonly number[]) {
  return listeners(db, { messages: JSON.stringify(messages), people: JSON.stringify(people) });
}

/** Returns the owner of a voice message and whether anybody listened to it; undefined if the file is none. */
export function findVoice(db: Db, id: number) {
  return db
    .selectFrom('file')
    .select(['person_id', 'voice_heard'])
    .where('id', '=', id)
    .where('voice_seconds', '>', 0)
    .executeTakeFirst();
}

/** Stores that a person listened to a voice message. */
export async function insertHeard(db: Db, person: number, id: number): Promise<void> {
  await db.insertInto('file_heard').values({ person_id: person, file_id: id }).execute();
  await db.updateTable('file').set({ voice_heard: 1 }).where('id', '=', id).execute();
}

/** Deletes what a person listened to. */
export async function deleteHeardOf(db: Db, person: number): Promise<void> {
  await db.deleteFrom('file_heard').where('person_id', '=', person).execute();
}
