import type { ChangeCounts } from '../caching/change-counts';
import {
  changeOf,
  dependentTables,
  isAssigned,
  isFollowing,
  type Dependents,
  type ForeignKey,
} from '../caching/statement-changes';
import { Watches, type Watch, type WatchedColumns } from '../caching/watches';
import type { Db } from '../db';
import type { Queryable } from './connection';
import { COUNTED_COLUMNS } from './counted-columns';

/** How often the rows or watched columns of each table changed. */
export type Counts = Readonly<Record<string, number>>;

/** Reads the counts that triggers keep, no matter who changes the tables. */
export const COUNTS = `SELECT ${Object.keys(COUNTED_COLUMNS).join(', ')} FROM change_count WHERE id = 1`;

/**
 * Knows how often the watched tables of a database changed that several processes write to. Every read takes what is
 * cached as current and asks for the counts beside its first query, which costs no wait. If another process has changed
 * something since, the read is repeated without caches. A group of writes learns the counts after it has locked out all
 * others.
 */
export class SharedChanges implements ChangeCounts {
  readonly #query: Queryable['query'];
  readonly #watches: Watches;
  #known: Counts | null = null;
  /** The question that has just been sent. */
  #asked: Promise<Counts> | null = null;

  constructor(query: Queryable['query'], dependents: Dependents) {
    this.#query = query;
    this.#watches = new Watches((statement, columns) => {
      if (READS.test(statement)) return false;
      const change = changeOf(statement);
      if (!change) return COUNTED.test(statement);
      return isAssigned(change, columns) || isFollowing(dependents, change, columns);
    });
  }

  watch(columns: WatchedColumns): Watch {
    requireCounted(columns);
    return this.#watches.add(columns);
  }

  /** Learns the counts, so that the first reads aren't repeated. */
  async begin(): Promise<void> {
    this.apply(await this.#ask());
  }

  settle(): void {
    // Transactions report their end.
  }

  /** Notes a statement of the open transaction. */
  note(statement: string): void {
    this.#watches.mark(statement);
  }

  /** The open transaction has ended, one way or the other. */
  ended(): void {
    this.#watches.end();
  }

  /**
   * A connection was lost. The server that follows may lack changes that this one had, and count others in their place.
   */
  forget(): void {
    this.#known = null;
    this.#asked = null;
    this.#watches.count(() => true);
  }

  /** Takes the counts that were just read. Those of an earlier reading, which was answered later, change nothing. */
  apply(counts: Counts): void {
    const known = this.#known;
    const isNewer = (table: string) => known === null || (counts[table] ?? 0) > (known[table] ?? 0);
    const changed = new Set(Object.keys(counts).filter(isNewer));
    if (changed.size === 0) return;
    this.#known = known === null ? counts : newest(known, counts);
    this.#watches.count((columns) => Object.keys(columns).some((table) => changed.has(table)));
  }

  /**
   * Reads with caches. `cached` is the database whose answers are cached, `plain` the same without: the work is done
   * again with that one if another process had changed what is cached.
   */
  async read<T>(cached: Db, plain: Db, work: (db: Db) => Promise<T>): Promise<T> {
    const before = this.#known;
    const asked = this.#ask();
    const [result, counts] = await Promise.allSettled([work(cached), asked]);
    if (counts.status === 'rejected') throw counts.reason;
    this.apply(counts.value);
    if (before === null || !areEqual(before, counts.value)) return work(plain);
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  }

  /** Reads of one turn of the event loop ask once. */
  #ask(): Promise<Counts> {
    if (this.#asked) return this.#asked;
    setImmediate(() => (this.#asked = null));
    const asked = this.#query<Record<string, number>>({ name: 'counts', text: COUNTS });
    return (this.#asked = asked.then(({ rows }) => rows[0] ?? {}));
  }
}

/** Reads which tables follow others, once the schema is that of this program. */
export async function findDependents(connection: Queryable): Promise<Dependents> {
  const { rows } = await connection.query<ForeignKey>(`
    SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent FROM pg_constraint
    WHERE contype = 'f' AND (confdeltype NOT IN ('a', 'r') OR confupdtype NOT IN ('a', 'r'))`);
  return dependentTables(rows);
}

function requireCounted(columns: WatchedColumns): void {
  const counted: WatchedColumns = COUNTED_COLUMNS;
  for (const [table, names] of Object.entries(columns)) {
    const missing = names.find((name) => !counted[table]?.includes(name));
    if (missing !== undefined)
      throw new Error(
        `PostgreSQL doesn't count changes of ${table}.${missing}: see electron/database/postgres/counted-columns.ts.`,
      );
  }
}

/** The names of tables, in statements of any other form. */
const COUNTED = new RegExp(`\\b(${Object.keys(COUNTED_COLUMNS).join('|')})\\b`);
const READS = /^\s*(select|begin|commit|rollback|savepoint|release)\b/i;

function areEqual(known: Counts, counts: Counts): boolean {
  return Object.keys(counts).every((table) => known[table] === counts[table]);
}

function newest(one: Counts, other: Counts): Counts {
  return Object.fromEntries(
    Object.entries(other).map(([table, count]) => [table, Math.max(count, one[table] ?? 0)]),
  );
}
