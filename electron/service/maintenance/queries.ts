import { sql } from 'kysely';
import { findMetaValue, saveMetaValue } from '../../database/meta-queries';
import type { Db } from '../../database/open';
import { deleteEvents } from '../calendar/queries';
import { deletePolls } from '../messages/polls/poll-queries';
import { deleteVersions } from '../messages/version-queries';
import { listOf, prepared, preparedOne } from '../../database/prepared';

/** Messages deleted per transaction when a dialog is cleared. Small, because other writes wait for it. */
const MESSAGE_BATCH = 200;
/** Reactions deleted per transaction. */
const REACTION_BATCH = 2000;

const updateTokens = prepared((db, argument: { tokens: string; now: number }) =>
  db.updateTable('token').set({ last_been: argument.now }).where('id', 'in', listOf(argument.tokens)),
);

const updatePerson = preparedOne((db, argument: { person: number; at: number }) =>
  db
    .updateTable('person')
    .set({ last_been: argument.at })
    .where('id', '=', argument.person)
    .where('deleted', '=', sql.lit(0)),
);

/** Stores when tokens were last used and people last seen. */
export async function updateLastBeen(
  db: Db,
  seen: { tokens: readonly number[]; people: ReadonlyMap<number, number>; now: number },
): Promise<void> {
  await updateTokens(db, { tokens: JSON.stringify(seen.tokens), now: seen.now });
  for (const [person, at] of seen.people) await updatePerson(db, { person, at });
}

/**
 * Deletes registrations and codes that expired before `now`, and sessions and app tokens last used before
 * `sessionsBefore`.
 */
export async function deleteExpired(db: Db, now: number, sessionsBefore: number): Promise<void> {
  await db.deleteFrom('registration').where('expires_at', '<', now).execute();
  await db.deleteFrom('code').where('expires_at', '<', now).execute();
  await db.deleteFrom('app_code').where('expires_at', '<', now).where('token_id', 'is', null).execute();
  await db
    .deleteFrom('token')
    .where('kind', 'in', ['session', 'app'])
    .where('last_been', '<', sessionsBefore)
    .execute();
}

/** Returns when unreferenced content was last deleted, in Unix seconds; 0 if never. */
export async function findLastContentSweep(db: Db): Promise<number> {
  return Number((await findMetaValue(db, 'content_sweep')) ?? 0);
}

/** Stores when unreferenced content was last deleted. */
export async function saveLastContentSweep(db: Db, at: number): Promise<void> {
  await saveMetaValue(db, 'content_sweep', String(at));
}

/** Returns a deleted dialog that still has rows to clear. */
export async function findClosedDialog(db: Db): Promise<number | undefined> {
  return (await db.selectFrom('closed_dialog').select('id').limit(1).executeTakeFirst())?.id;
}

/** Clears a batch of a deleted dialog's rows, and finally the dialog itself. */
export async function clearClosedDialog(db: Db, dialog: number): Promise<void> {
  const rows = await db
    .selectFrom('message')
    .select('id')
    .where('dialog_id', '=', dialog)
    .orderBy('id')
    .limit(MESSAGE_BATCH)
    .execute();
  if (rows.length === 0) return deleteDialog(db, dialog);
  const messages = JSON.stringify(rows.map((row) => row.id));
  // Messages are deleted only after the last batch of their reactions.
  if ((await deleteReactions(db, messages)) === REACTION_BATCH) return;
  await db
    .deleteFrom('link')
    .where('dialog_id', '=', dialog)
    .where('message_id', 'in', listOf(messages))
    .execute();
  await db.deleteFrom('attachment').where('message_id', 'in', listOf(messages)).execute();
  const ids = rows.map((row) => row.id);
  await deletePolls(db, ids);
  await deleteEvents(db, ids);
  await deleteVersions(db, ids);
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
      WHERE message_id IN (SELECT value FROM json_each(${messages})) LIMIT ${REACTION_BATCH})
  `.execute(db);
  return Number(numAffectedRows);
}

async function deleteDialog(db: Db, dialog: number): Promise<void> {
  await db.deleteFrom('pinned_message').where('dialog_id', '=', dialog).execute();
  await db.deleteFrom('thread_follower').where('dialog_id', '=', dialog).execute();
  await db.deleteFrom('dialog').where('id', '=', dialog).execute();
  await db.deleteFrom('closed_dialog').where('id', '=', dialog).execute();
}
