import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { listOf, prepared } from '../../database/prepared';

/** How many messages of a deleted dialog are cleared at once; the rest of the service waits that long. */
const MESSAGES = 200;
/** How many rows of one kind that hang on those messages. */
const ROWS = 2000;

const tokensSeen = prepared((db, argument: { tokens: string; now: number }) =>
  db.updateTable('token').set({ last_been: argument.now }).where('id', 'in', listOf(argument.tokens)),
);

const peopleSeen = prepared((db, argument: { people: string }) => ({
  compile: () =>
    sql`UPDATE person SET last_been = seen.at
      FROM (SELECT value ->> 0 AS id, value ->> 1 AS at FROM json_each(${argument.people})) AS seen
      WHERE person.id = seen.id AND person.deleted = 0`.compile(db),
}));

/** Notes that tokens were used now, and when people were here. */
export async function updateLastBeen(
  db: Db,
  seen: { tokens: readonly number[]; people: ReadonlyMap<number, number>; now: number },
): Promise<void> {
  await tokensSeen(db, { tokens: JSON.stringify(seen.tokens), now: seen.now });
  await peopleSeen(db, { people: JSON.stringify([...seen.people]) });
}

/** Forgets registrations and codes that ended before a time, and sessions that were last used before another. */
export async function deleteExpired(db: Db, now: number, sessionsBefore: number): Promise<void> {
  await db.deleteFrom('registration').where('expires_at', '<', now).execute();
  await db.deleteFrom('code').where('expires_at', '<', now).execute();
  await db
    .deleteFrom('token')
    .where('kind', '=', 'session')
    .where('last_been', '<', sessionsBefore)
    .execute();
}

/** Merges a part of the full-text index of messages. */
export async function mergeMessageSearch(db: Db): Promise<void> {
  await sql`INSERT INTO message_search (message_search, rank) VALUES ('merge', 500)`.execute(db);
}

/** A deleted dialog of which something is left. */
export async function findClosedDialog(db: Db): Promise<number | undefined> {
  return (await db.selectFrom('closed_dialog').select('id').limit(1).executeTakeFirst())?.id;
}

/** Clears some of what is left of a deleted dialog, and at last the dialog itself. */
export async function clearClosedDialog(db: Db, dialog: number): Promise<void> {
  const rows = await db
    .selectFrom('message')
    .select('id')
    .where('dialog_id', '=', dialog)
    .orderBy('id')
    .limit(MESSAGES)
    .execute();
  if (rows.length === 0) return deleteDialog(db, dialog);
  const messages = JSON.stringify(rows.map((row) => row.id));
  // A message may bear more reactions than one step takes: it goes with the last of them.
  if ((await deleteReactions(db, messages)) === ROWS) return;
  await db
    .deleteFrom('link')
    .where('dialog_id', '=', dialog)
    .where('message_id', 'in', listOf(messages))
    .execute();
  await db.deleteFrom('attachment').where('message_id', 'in', listOf(messages)).execute();
  await sql`DELETE FROM message_search WHERE rowid IN (SELECT value FROM json_each(${messages}))`.execute(db);
  await db.deleteFrom('message_place').where('id', 'in', listOf(messages)).execute();
  await db
    .deleteFrom('message')
    .where('dialog_id', '=', dialog)
    .where('id', 'in', listOf(messages))
    .execute();
}

async function deleteReactions(db: Db, messages: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM reaction WHERE (message_id, emoji, person_id) IN (
      SELECT message_id, emoji, person_id FROM reaction
      WHERE message_id IN (SELECT value FROM json_each(${messages})) LIMIT ${ROWS})
  `.execute(db);
  return Number(numAffectedRows);
}

async function deleteDialog(db: Db, dialog: number): Promise<void> {
  await db.deleteFrom('dialog').where('id', '=', dialog).execute();
  await db.deleteFrom('closed_dialog').where('id', '=', dialog).execute();
}
