import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from './db';
import { dialectOf, postgresRunnerOf } from './dialect';
import { statementsOf } from './statements';
import { toTsvector, toTsquery, relevanceExpression } from './postgres/full-text';

/** The full-text indexes and their columns, in order. */
export const SEARCH_COLUMNS = {
  message_search: ['dialog', 'text'],
  person_search: ['text', 'works', 'facts'],
  dialog_search: ['text'],
  post_search: ['facts', 'text'],
  item_search: ['facts', 'text'],
  track_search: ['name', 'author', 'release'],
} as const;

export type SearchTable = keyof typeof SEARCH_COLUMNS;

/** The full-text indexes of which SQLite merges no segments by itself, before there are very many. */
export const LARGE_INDEXES = ['message_search', 'post_search'] as const satisfies readonly SearchTable[];

/** Adds an entry to a full-text index; its texts are folded (`fold`), one for each column of the index. */
export async function insertSearchEntry(
  db: Db,
  table: SearchTable,
  id: number,
  texts: readonly string[],
): Promise<void> {
  const run = postgresRunnerOf(db);
  if (run) {
    const insert = `INSERT INTO ${table} (rowid, document) VALUES ($1, $2::tsvector)`;
    await run(insert, [id, toTsvector(texts)], { hasAnswer: false });
    return;
  }
  await insertSearchEntries(db, table, [{ id, texts }]);
}

/** Adds many entries to a full-text index: by one statement on PostgreSQL, by one prepared once on SQLite. */
export async function insertSearchEntries(
  db: Db,
  table: SearchTable,
  entries: readonly { id: number; texts: readonly string[] }[],
): Promise<void> {
  if (dialectOf(db) !== 'postgres') {
    const columns = ['rowid', ...SEARCH_COLUMNS[table]];
    const values = columns.map(() => '?').join(', ');
    const insert = statementsOf(db)(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values})`);
    for (const { id, texts } of entries) insert.run(id, ...texts);
    return;
  }
  const [ids, documents] = [entries.map(({ id }) => id), entries.map(({ texts }) => toTsvector(texts))];
  await sql`
    INSERT INTO ${sql.table(table)} (rowid, document)
    SELECT id, document::tsvector FROM unnest(${ids}::bigint[], ${documents}::text[]) AS entry (id, document)
  `.execute(db);
}

/**
 * A value that decides how matches are best found: the expression, a bound of the identifiers, a limit. PostgreSQL
 * plans statements without knowing their parameters and would read every entry from the newest on in search of a rare
 * word, so there it is part of the statement.
 */
export function searchValue<T extends string | number>(db: Db, value: T): RawBuilder<T> {
  return dialectOf(db) === 'postgres' ? sql.lit(value) : sql`${value}`;
}

/** SQL condition: an entry matches an FTS5 expression (`ftsQueryOf`). */
export function matchesSearch(db: Db, table: SearchTable, expression: string): RawBuilder<SqlBool> {
  if (dialectOf(db) === 'postgres') {
    const query = toTsquery(SEARCH_COLUMNS[table], expression);
    return sql`${sql.ref(`${table}.document`)} @@ ${searchValue(db, query)}::tsquery`;
  }
  return sql`${sql.table(table)} MATCH ${expression}`;
}

/**
 * SQL expression: how well an entry matches an expression, the smallest value best; `weights` are those of the columns.
 */
export function searchRank(
  db: Db,
  table: SearchTable,
  expression: string,
  weights: readonly number[],
): RawBuilder<number> {
  if (dialectOf(db) === 'postgres') {
    const query = toTsquery(SEARCH_COLUMNS[table], expression);
    return relevanceExpression(sql.ref(`${table}.document`), query, weights);
  }
  return sql`bm25(${sql.join([sql.table(table), ...weights.map((weight) => sql.lit(weight))])})`;
}

/**
 * Whether matches are found one by one from the newest on, so that the first ones cost little (SQLite), or all are
 * collected first (PostgreSQL), however long their common prefix is.
 */
export function walksNewestFirst(db: Db): boolean {
  return dialectOf(db) !== 'postgres';
}

/**
 * Returns the words of the index of messages that start with a prefix, in order; null if there are more than `max`.
 * Only for SQLite: PostgreSQL finds prefixes by itself.
 */
export function listWords(db: Db, table: 'message_search', prefix: string, max: number): string[] | null {
  const prepare = statementsOf(db);
  // A view of the index, which stores nothing; each connection has its own.
  prepare(
    `CREATE VIRTUAL TABLE IF NOT EXISTS temp.${table}_words USING fts5vocab(main, ${table}, instance)`,
  ).run();
  const next = prepare(`SELECT term FROM temp.${table}_words WHERE term >= ? LIMIT 1`).pluck();
  const words: string[] = [];
  for (let from = prefix; ;) {
    const word = next.get(from) as string | undefined;
    if (!word?.startsWith(prefix)) return words;
    if (words.length === max) return null;
    words.push(word);
    // The first text after this word.
    from = `${word}\u0001`;
  }
}

/** Merges segments of a full-text index: at most so many pages of it, or all. PostgreSQL does it by itself. */
export async function mergeSearch(db: Db, table: SearchTable, pages: number | 'all'): Promise<void> {
  if (dialectOf(db) === 'postgres') return;
  const name = sql.table(table);
  if (pages === 'all') await sql`INSERT INTO ${name} (${name}) VALUES ('optimize')`.execute(db);
  else await sql`INSERT INTO ${name} (${name}, rank) VALUES ('merge', ${pages})`.execute(db);
}
