import type { Database } from 'better-sqlite3';

/** Lists the uploaded contents of a database, each once: its hash in hexadecimal and its size. */
export function eachContent(raw: Database): Iterable<[hash: string, size: number]> {
  const named = raw.prepare('SELECT lower(hex(hash)), size FROM content GROUP BY hash').raw();
  return named.iterate() as Iterable<[string, number]>;
}

/** Adds up the sizes of all uploaded contents, each counted once. */
export function findContentSize(raw: Database): number {
  const sum = 'SELECT coalesce(sum(size), 0) FROM (SELECT max(size) AS size FROM content GROUP BY hash)';
  return raw.prepare(sum).pluck().get() as number;
}
