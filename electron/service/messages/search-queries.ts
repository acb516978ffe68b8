import { sql } from 'kysely';
import { fold, ftsQueryOf, plainWordsOf } from '../../database/folding';
import type { Db } from '../../database/open';
import { listOf, prepared, preparedOne } from '../../database/prepared';

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

interface Search {
  dialogs: readonly number[];
  mask: string;
  before: number;
  limit: number;
}

/**
 * The numbers of messages in some dialogs that hold every word of a mask, newest first. The dialogs are part of the
 * query, so that nothing foreign is walked or counted.
 */
export async function searchMessageIds(db: Db, search: Search): Promise<number[]> {
  const match = ftsQueryOf(search.mask);
  if (match === null || search.dialogs.length === 0) return [];
  const words = plainWordsOf(search.mask);
  return words ? searchWords(db, search, words) : findMatches(db, search, match, search.limit);
}

/** The longest beginnings of words that the index holds for themselves. */
const PREFIX = 3;
const CANDIDATES = 150;

/**
 * FTS5 walks a beginning that the index holds from the newest message on, but gathers every hit of a longer one before
 * it gives the first: 30 ms for a usual word in a million messages. What is usual is therefore sought among the newest
 * messages whose words begin alike. Where it is not usual enough, its rarest word is looked up whole, then the next.
 */
async function searchWords(db: Db, search: Search, words: readonly string[]): Promise<number[]> {
  const cut = new Set(words.filter((word) => word.length > PREFIX));
  for (;;) {
    const sought = words.map((word) => `"${cut.has(word) ? word.slice(0, PREFIX) : word}"*`).join(' AND ');
    if (cut.size === 0) return findMatches(db, search, sought, search.limit);
    const candidates = await findMatches(db, search, sought, CANDIDATES);
    const texts = await foldedTexts(db, candidates);
    const holds = (id: number, word: string) => texts.get(id)?.includes(` ${word}`) ?? false;
    const found = candidates.filter((id) => words.every((word) => holds(id, word)));
    if (found.length >= search.limit || candidates.length < CANDIDATES) return found.slice(0, search.limit);
    const usual = (word: string) => candidates.filter((id) => holds(id, word)).length;
    cut.delete([...cut].reduce((rarest, word) => (usual(word) < usual(rarest) ? word : rarest)));
  }
}

/** Texts of messages as the index holds them, each token with a space before it. */
async function foldedTexts(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await messageTexts(db, { ids: JSON.stringify(ids) });
  return new Map(rows.map(({ id, text }) => [id, ` ${fold(text)}`]));
}

const messageTexts = prepared((db, argument: { ids: string }) =>
  db
    .selectFrom('message_place as place')
    .innerJoin('message', (join) =>
      join.onRef('message.dialog_id', '=', 'place.dialog_id').onRef('message.id', '=', 'place.id'),
    )
    .select(['message.id', 'message.text'])
    .where('place.id', 'in', listOf(argument.ids)),
);

/** The numbers of the newest messages that match an FTS5 expression. */
async function findMatches(db: Db, search: Search, words: string, limit: number): Promise<number[]> {
  const places = search.dialogs.map(tokenOf).join(' OR ');
  const match = `dialog : (${places}) AND text : (${words})`;
  const { rows } = await sql<{ id: number }>`
    SELECT rowid AS id FROM message_search
    WHERE message_search MATCH ${match} AND rowid < ${search.before}
    ORDER BY rowid DESC LIMIT ${limit}
  `.execute(db);
  return rows.map((row) => row.id);
}

/** A dialog as a token of the index. */
function tokenOf(dialog: number): string {
  return `d${dialog.toString(36)}`;
}
