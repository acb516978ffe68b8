import type { Db } from '../db';
import { changesOf, type ChangeCounts } from './change-counts';
import { isVerifying, verify } from './verification';
import type { Watch, WatchedColumns } from './watches';

/**
 * Caches of what queries answered. An answer is outdated as soon as a transaction that changed one of the watched
 * columns is committed; inside that transaction the query is asked. Where several processes write, a read asks the
 * database whether the counts of changes were current.
 */

interface CacheOptions {
  /** All columns that the answer depends on, in the output or in conditions. */
  columns: WatchedColumns;
  /** The most entries; the oldest are dropped. */
  limit: number;
}

type Key = string | number;

/** Returns a query whose answers are cached by `keyOf` its arguments. Callers must not change them. */
export function cachedQuery<A, R>(
  query: (db: Db, args: A) => Promise<R>,
  keyOf: (args: A) => Key,
  options: CacheOptions,
): (db: Db, args: A) => Promise<R> {
  const caches = new Caches<R>(options);
  return async (db, args) => {
    const cache = caches.of(db);
    if (!cache) return query(db, args);
    const key = keyOf(args);
    const known = cache.get(key);
    if (known !== undefined) {
      if (isVerifying()) verify(known, await query(db, args));
      return known;
    }
    const version = cache.version;
    const answer = await query(db, args);
    cache.set(key, answer, version);
    return answer;
  };
}

/** Returns a query for rows by their keys, each of which is cached. Callers must not change the rows. */
export function cachedRows<K extends Key, R>(
  query: (db: Db, keys: readonly K[]) => Promise<R[]>,
  keyOf: (row: R) => K,
  options: CacheOptions,
): (db: Db, keys: readonly K[]) => Promise<R[]> {
  const caches = new Caches<R>(options);
  return async (db, keys) => {
    const cache = caches.of(db);
    if (!cache) return query(db, keys);
    const known: R[] = [];
    const missing: K[] = [];
    for (const key of keys) {
      const row = cache.get(key);
      if (row === undefined) missing.push(key);
      else known.push(row);
    }
    if (isVerifying()) {
      const rows = new Map((await query(db, keys)).map((row) => [keyOf(row), row]));
      for (const row of known) verify(row, rows.get(keyOf(row)));
    }
    if (missing.length === 0) return known;
    const version = cache.version;
    const rows = await query(db, missing);
    for (const row of rows) cache.set(keyOf(row), row, version);
    return known.length === 0 ? rows : [...known, ...rows];
  };
}

/** Whether answers of a database are cached, so that queries may be split into parts that change less often. */
export function isCacheable(db: Db): boolean {
  return changesOf(db) !== undefined;
}

/** The caches of one query, one for each open database. */
class Caches<R> {
  readonly #options: CacheOptions;
  readonly #byCounts = new WeakMap<ChangeCounts, Cache<R>>();

  constructor(options: CacheOptions) {
    this.#options = options;
  }

  /** Undefined if answers can't be cached now. */
  of(db: Db): Cache<R> | undefined {
    const tracked = changesOf(db);
    if (!tracked) return undefined;
    const { counts } = tracked;
    let cache = this.#byCounts.get(counts);
    if (!cache) {
      cache = new Cache(counts.watch(this.#options.columns), this.#options.limit);
      this.#byCounts.set(counts, cache);
    }
    counts.settle();
    return tracked.seesUncommitted && cache.isChanging ? undefined : cache;
  }
}

class Cache<R> {
  readonly #entries = new Map<Key, R>();
  readonly #watch: Watch;
  readonly #limit: number;
  #version = 0;

  constructor(watch: Watch, limit: number) {
    this.#watch = watch;
    this.#limit = limit;
  }

  get version(): number {
    return this.#watch.version;
  }

  get isChanging(): boolean {
    return this.#watch.isChanging;
  }

  get(key: Key): R | undefined {
    if (this.#version !== this.#watch.version) {
      this.#entries.clear();
      this.#version = this.#watch.version;
    }
    return this.#entries.get(key);
  }

  /** Stores an answer unless the columns have changed since it was asked for, at `version`. */
  set(key: Key, answer: R, version: number): void {
    if (answer === undefined || this.isChanging) return;
    if (version !== this.#watch.version || version !== this.#version) return;
    if (this.#entries.size >= this.#limit) this.#entries.delete(this.#entries.keys().next().value as Key);
    this.#entries.set(key, answer);
  }
}
