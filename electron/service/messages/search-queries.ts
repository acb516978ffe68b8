import { sql } from 'kysely';
import { fold, matchOf } from '../../database/folding';
import type { Db } from '../../database/open';
import { preparedOne } from '../../database/prepared';

const insert = preparedOne((_db, argument: { id: number; dialog: string; text: string }) => ({
  compile: () =>
    sql`INSERT INTO message_search (rowid, dialog, text) VALUES (${argument.id}, ${argument.dialog}, ${argument.text})`.compile(
      _db,
    ),
}));

/** Puts a message into the full-text index. */
export async function indexMessage(db: Db, dialog: number, id: number, text: string): Promise<void> {
  await insert(db, { id, dialog: tokenOf(dialog), text: fold(text) });
}

/** Replaces what the index holds of a message. */
export async function reindexMessage(db: Db, dialog: number, id: number, text: string): Promise<void> {
  await unindexMessage(db, id);
  await indexMessage(db, dialog, id, text);
}

/** Takes a message out of the index. */
export async function unindexMessage(db: Db, id: number): Promise<void> {
  await sql`DELETE FROM message_search WHERE rowid = ${id}`.execute(db);
}

/**
 * The numbers of messages in some dialogs that hold every word of a mask, newest first. The dialogs are part of the
 * query, so that nothing foreign is walked or counted.
 */
export async function searchMessageIds(
  db: Db,
  search: { dialogs: readonly number[]; mask: string; before: number; limit: number },
): Promise<number[]> {
  const words = matchOf(search.mask);
  if (words === null || search.dialogs.length === 0) return [];
  const places = search.dialogs.map(tokenOf).join(' OR ');
  const match = `dialog : (${places}) AND text : (${words})`;
  const { rows } = await sql<{ id: number }>`
    SELECT rowid AS id FROM message_search
    WHERE message_search MATCH ${match} AND rowid < ${search.before}
    ORDER BY rowid DESC LIMIT ${search.limit}
  `.execute(db);
  return rows.map((row) => row.id);
}

/** A dialog as a token of the index. */
function tokenOf(dialog: number): string {
  return `d${dialog.toString(36)}`;
}
