import type { Database } from 'better-sqlite3';
import type { Schema } from '../database/schema';

/** A time during which one machine hosts the community: `since` when, and `seq`, the last event before it. */
export type HostTerm = Schema['host'];

/** Returns the newest term of the community; the first one if none was stored. */
export function findTerm(raw: Database): HostTerm {
  const found = raw.prepare('SELECT * FROM host WHERE term = (SELECT max(term) FROM host)').get();
  return (found as HostTerm | undefined) ?? FIRST_TERM;
}

/** Stores a new term. */
export function insertTerm(raw: Database, term: HostTerm): void {
  raw
    .prepare('INSERT INTO host (term, since, how, name, seq) VALUES (@term, @since, @how, @name, @seq)')
    .run(term);
}

/** Returns the number of the last event; 0 if there was none. */
export function findLastSeq(raw: Database): number {
  const last = raw.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'event'").pluck().get();
  return (last as number | undefined) ?? 0;
}

/** Returns the public key of the community; undefined if the database has none. */
export function findCommunityKey(raw: Database): Buffer | undefined {
  return raw.prepare('SELECT public_key FROM community LIMIT 1').pluck().get() as Buffer | undefined;
}

const FIRST_TERM: HostTerm = { term: 1, since: 0, how: 'created', name: '', seq: 0 };
