import type { ChangeCounts } from '../caching/change-counts';
import {
  changeOf,
  findCascadeTargets,
  changesWatchedColumns,
  mayCascade,
  type CascadeTargets,
  type ForeignKey,
} from '../caching/statement-changes';
import { Watches, type Watch, type WatchedColumns } from '../caching/watches';
import type { Db } from '../db';
import type { Queryable } from './connection';
import { COUNTED_COLUMNS } from './counted-columns';

/** How often the rows or watched columns of each table changed. */
export type CountsByTable = Readonly<Record<string, number>>;

/** Reads the counts that triggers update for the writes of all processes. */
export const SELECT_CHANGE_COUNTS = `SELECT ${Object.keys(COUNTED_COLUMNS).join(', ')} FROM change_count WHERE id = 1`;

/**
 * Counts the changes of watched tables of a database that several processes write to. Every read assumes that the
 * caches are current and fetches the counts together with its first query, without an extra round trip. If another
 * process has changed something since, the read is repeated without caches. A group of writes reads the counts once it
 * holds the write lock.
 */
export class SharedChangeTracker implements ChangeCounts {
  readonly #query: Queryable['query'];
  readonly #watches: Watches;
  #known: CountsByTable | null = null;
  /** The query for the counts that was sent in this turn of the event loop. */
  #pendingFetch: Promise<CountsByTable> | null = null;

  constructor(query: Queryable['query'], cascadeTargets: CascadeTargets) {
    this.#query = query;
    this.#watches = new Watches((statement, columns) => {
      if (READS.test(statement)) return false;
      const change = changeOf(statement);
      if (!change) return COUNTED.test(statement);
      return changesWatchedColumns(change, columns) || mayCascade(cascadeTargets, change, columns);
    });
  }

  watch(columns: WatchedColumns): Watch {
    requireCounted(columns);
    return this.#watches.add(columns);
  }

  /** Loads the counts, so that the first reads aren't repeated. */
  async load(): Promise<void> {
    this.apply(await this.#fetchCounts());
  }

  settle(): void {
    // Transactions report their end.
  }

  /** Records a statement of the open transaction. */
  recordStatement(statement: string): void {
    this.#watches.mark(statement);
  }

  /** Counts the changes of the open transaction after its commit or rollback. */
  endTransaction(): void {
    this.#watches.end();
  }

  /**
   * Invalidates everything after a lost connection: the next server may lack changes, and count others in their place.
   */
  reset(): void {
    this.#known = null;
    this.#pendingFetch = null;
    this.#watches.count(() => true);
  }

  /** Applies counts that were just read. Counts of an earlier query that was answered later change nothing. */
  apply(counts: CountsByTable): void {
    const known = this.#known;
    const isNewer = (table: string) => known === null || (counts[table] ?? 0) > (known[table] ?? 0);
    const changed = new Set(Object.keys(counts).filter(isNewer));
    if (changed.size === 0) return;
    this.#known = known === null ? counts : newest(known, counts);
    this.#watches.count((columns) => Object.keys(columns).some((table) => changed.has(table)));
  }

  /**
   * Runs `work` on `cached`, whose answers come from caches, and again on `plain`, without caches, if another process
   * has changed the data since.
   */
  async read<T>(cached: Db, plain: Db, work: (db: Db) => Promise<T>): Promise<T> {
    const before = this.#known;
    const fetched = this.#fetchCounts();
    const [result, counts] = await Promise.allSettled([work(cached), fetched]);
    if (counts.status === 'rejected') throw counts.reason;
    this.apply(counts.value);
    if (before === null || !areEqual(before, counts.value)) return work(plain);
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  }

  /** Fetches the counts, once per turn of the event loop. */
  #fetchCounts(): Promise<CountsByTable> {
    if (this.#pendingFetch) return this.#pendingFetch;
    setImmediate(() => (this.#pendingFetch = null));
    const answer = this.#query<Record<string, number>>({ name: 'counts', text: SELECT_CHANGE_COUNTS });
    return (this.#pendingFetch = answer.then(({ rows }) => rows[0] ?? {}));
  }
}

/** Reads the cascading foreign keys of the migrated schema. */
export async function readCascadeTargets(connection: Queryable): Promise<CascadeTargets> {
  const { rows } = await connection.query<ForeignKey>(`
    SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent FROM pg_constraint
    WHERE contype = 'f' AND (confdeltype NOT IN ('a', 'r') OR confupdtype NOT IN ('a', 'r'))`);
  return findCascadeTargets(rows);
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

/** Matches the counted tables in statements that `changeOf` doesn't parse. */
const COUNTED = new RegExp(`\\b(${Object.keys(COUNTED_COLUMNS).join('|')})\\b`);
const READS = /^\s*(select|begin|commit|rollback|savepoint|release)\b/i;

function areEqual(known: CountsByTable, counts: CountsByTable): boolean {
  return Object.keys(counts).every((table) => known[table] === counts[table]);
}

function newest(one: CountsByTable, other: CountsByTable): CountsByTable {
  return Object.fromEntries(
    Object.entries(other).map(([table, count]) => [table, Math.max(count, one[table] ?? 0)]),
  );
}
