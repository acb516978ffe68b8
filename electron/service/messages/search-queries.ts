import { sql } from 'kysely';
import { fold, ftsQueryOf, plainWordsOf } from '../../database/folding';
import {
  insertSearchEntries,
  insertSearchEntry,
  listWords,
  matchesSearch,
  searchValue,
  walksNewestFirst,
} from '../../database/full-text';
import type { Db } from '../../database/open';
import { listOf, prepared } from '../../database/prepared';
import { filterExpression, searchToken, type SearchFilters } from '../../database/search-tokens';
import type { MessageRow } from './records-queries';

const contents = prepared((db, argument: { dialog: number; message: number }) =>
  db
    .selectFrom('attachment')
    .select(sql<string>`type`.as('kind'))
    .where('message_id', '=', argument.message)
    .unionAll(
      db
        .selectFrom('link')
        .select(sql<string>`'link'`.as('kind'))
        .where('dialog_id', '=', argument.dialog)
        .where('message_id', '=', argument.message),
    ),
);

/** The columns of a message that its index entry is made of. */
export type IndexedMessage = Pick<MessageRow, 'id' | 'dialog_id' | 'author_id' | 'text' | 'repost_id'>;

/**
 * Adds a message to the full-text index. The column `dialog` also names its author and what it contains: `known`, or
 * what is stored.
 */
export async function indexMessage(
  db: Db,
  message: IndexedMessage,
  known?: readonly string[],
): Promise<void> {
  const { id, dialog_id, text } = message;
  const found = known ?? (await contents(db, { dialog: dialog_id, message: id })).map(({ kind }) => kind);
  await insertSearchEntry(db, 'message_search', id, [factsOf(message, found), fold(text)]);
}

/** Adds many messages to the full-text index at once. */
export async function indexMessages(db: Db, messages: readonly IndexedMessage[]): Promise<void> {
  const kinds = new Map<number, string[]>();
  for (const { id, kind } of await listContents(db, messages))
    kinds.set(id, [...(kinds.get(id) ?? []), kind]);
  const entries = messages.map((message) => ({
    id: message.id,
    texts: [factsOf(message, kinds.get(message.id) ?? []), fold(message.text)],
  }));
  await insertSearchEntries(db, 'message_search', entries);
}

async function listContents(db: Db, messages: readonly IndexedMessage[]) {
  const ids = listOf(JSON.stringify(messages.map(({ id }) => id)));
  return db
    .selectFrom('attachment')
    .select(['message_id as id', sql<string>`type`.as('kind')])
    .where('message_id', 'in', ids)
    .unionAll(
      db
        .selectFrom('message_place as place')
        .innerJoin('link', (join) =>
          join.onRef('link.dialog_id', '=', 'place.dialog_id').onRef('link.message_id', '=', 'place.id'),
        )
        .select(['place.id', sql<string>`'link'`.as('kind')])
        .where('place.id', 'in', ids),
    )
    .execute();
}

/** The words of a message that its author didn't write: where it is, by whom, and what it contains. */
function factsOf({ dialog_id, author_id, repost_id }: IndexedMessage, found: readonly string[]): string {
  const kinds = new Set([...found, ...(repost_id > 0 ? ['post'] : [])]);
  const tokens = [searchToken.dialog(dialog_id), searchToken.author(author_id)];
  return [...tokens, ...[...kinds].map(searchToken.contains)].join(' ');
}

/** Replaces a message in the full-text index. */
export async function reindexMessage(db: Db, message: IndexedMessage): Promise<void> {
  await unindexMessage(db, message.id);
  await indexMessage(db, message);
}

/** Removes a message from the full-text index. */
export async function unindexMessage(db: Db, id: number): Promise<void> {
  await sql`DELETE FROM message_search WHERE rowid = ${id}`.execute(db);
}

interface MessageSearch extends SearchFilters {
  dialogs: readonly number[];
  /** Undefined to match any text. */
  mask: string | undefined;
}

/** Returns the IDs of messages in some dialogs that contain every word of a mask, newest first. */
export async function searchMessageIds(db: Db, search: MessageSearch): Promise<number[]> {
  if (search.dialogs.length === 0) return [];
  if (search.mask === undefined) return findInDialogs(db, search, null, search.limit);
  const match = ftsQueryOf(search.mask);
  if (match === null) return [];
  if (!walksNewestFirst(db)) return findInDialogs(db, search, match, search.limit);
  const words = plainWordsOf(search.mask);
  return words ? searchByPrefix(db, search, words) : findMatches(db, search, match, search.limit);
}

/** The longest prefix for which the index has its own entries. */
const INDEXED_PREFIX = 3;
/** The most words of the index that a query names instead of their prefixes; two milliseconds. */
const NAMED_WORDS = 100;
const CANDIDATES = 150;

/**
 * FTS5 walks an indexed prefix and a whole word from the newest message on, but collects every match of a longer prefix
 * before returning the first: 30 ms for a common one in a million messages. So the words that start with it are named.
 * If they are too many, the messages are first searched by the indexed prefix among the newest. If too few of these
 * match, the rarest prefix is searched in full, then the next.
 */
async function searchByPrefix(db: Db, search: MessageSearch, prefixes: readonly string[]): Promise<number[]> {
  const long = prefixes.filter((prefix) => prefix.length > INDEXED_PREFIX);
  const named = nameWords(db, long);
  if ([...named.values()].some((words) => words.length === 0)) return [];
  const shortened = new Set(long.filter((prefix) => !named.has(prefix)));
  const partOf = (prefix: string) => {
    const words = named.get(prefix)?.map((word) => `"${word}"`);
    if (words) return `(${words.join(' OR ')})`;
    return `"${shortened.has(prefix) ? prefix.slice(0, INDEXED_PREFIX) : prefix}"*`;
  };
  for (;;) {
    const expression = prefixes.map(partOf).join(' AND ');
    if (shortened.size === 0) return findMatches(db, search, expression, search.limit);
    const candidates = await findMatches(db, search, expression, CANDIDATES);
    const texts = await foldedTexts(db, candidates);
    const contains = (id: number, prefix: string) => texts.get(id)?.includes(` ${prefix}`) ?? false;
    const found = candidates.filter((id) => prefixes.every((prefix) => contains(id, prefix)));
    if (found.length >= search.limit || candidates.length < CANDIDATES) return found.slice(0, search.limit);
    const frequency = (prefix: string) => candidates.filter((id) => contains(id, prefix)).length;
    shortened.delete(
      [...shortened].reduce((rarest, prefix) => (frequency(prefix) < frequency(rarest) ? prefix : rarest)),
    );
  }
}

/** Returns the words of the index for each prefix, the longest first, as far as they are few. */
function nameWords(db: Db, prefixes: readonly string[]): Map<string, string[]> {
  const named = new Map<string, string[]>();
  // What was looked at counts, too: a search may be made of many common prefixes.
  let left = NAMED_WORDS;
  for (const prefix of new Set(prefixes.toSorted((one, other) => other.length - one.length))) {
    const words = listWords(db, 'message_search', prefix, left);
    left -= words?.length ?? Math.ceil(left / 2);
    if (words) named.set(prefix, words);
  }
  return named;
}

/** Returns texts of messages as indexed, with a space before each token. */
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

/** How many of the newest matches in all dialogs are looked at, and how many then. */
const NEAREST = [100, 400];

/**
 * Returns the IDs of the newest messages whose text matches an FTS5 expression. If a good part of all matches is in the
 * dialogs, reading where the newest of them are is twenty times faster than finding the dialogs in the index.
 */
async function findMatches(db: Db, search: MessageSearch, words: string, limit: number): Promise<number[]> {
  const dialogs = new Set(search.dialogs);
  const found: number[] = [];
  let { before } = search;
  for (const count of NEAREST) {
    const nearest = await findAnywhere(db, { ...search, before }, words, count);
    found.push(...nearest.filter(({ dialog }) => dialogs.has(dialog)).map(({ id }) => id));
    if (nearest.length < count || found.length >= limit) return found.slice(0, limit);
    before = nearest.at(-1)?.id ?? before;
  }
  return [...found, ...(await findInDialogs(db, { ...search, before }, words, limit - found.length))];
}

/** Returns the newest messages of all dialogs whose text matches an FTS5 expression. */
async function findAnywhere(db: Db, search: MessageSearch, words: string, limit: number) {
  const filters = filterExpression(search);
  const match = `${filters ? `dialog : (${filters}) AND ` : ''}text : (${words})`;
  const { rows } = await sql<{ id: number; dialog: number }>`
    SELECT place.id, place.dialog_id AS dialog
    FROM message_search CROSS JOIN message_place AS place ON place.id = message_search.rowid
    WHERE ${matchesSearch(db, 'message_search', match)}
      AND message_search.rowid < ${search.before} AND message_search.rowid >= ${search.first ?? 0}
    ORDER BY message_search.rowid DESC LIMIT ${limit}
  `.execute(db);
  return rows;
}

/**
 * Returns the IDs of the newest messages of the dialogs whose text matches an FTS5 expression, or with any text if it
 * is null. Dialogs, author and contents are part of the query, so other messages cost nothing.
 */
async function findInDialogs(
  db: Db,
  search: MessageSearch,
  words: string | null,
  limit: number,
): Promise<number[]> {
  const filters = filterExpression(search);
  const dialogs = `(${search.dialogs.map(searchToken.dialog).join(' OR ')})`;
  const facts = `dialog : (${filters ? `${dialogs} AND ${filters}` : dialogs})`;
  const match = words === null ? facts : `${facts} AND text : (${words})`;
  const { rows } = await sql<{ id: number }>`
    SELECT rowid AS id FROM message_search
    WHERE ${matchesSearch(db, 'message_search', match)} AND rowid < ${searchValue(db, search.before)}
      AND rowid >= ${searchValue(db, search.first ?? 0)}
    ORDER BY rowid DESC LIMIT ${searchValue(db, limit)}
  `.execute(db);
  return rows.map((row) => row.id);
}
