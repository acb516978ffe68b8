import { isVerifying, verify } from '../caching/verification';
import type { QueryConfig, QueryResult } from 'pg';

/** The answer to a query, which may still be pending. */
export type QueryAnswer = Promise<QueryResult<object>>;

/**
 * A cache of query results that are prefetched together for several writes. Each write reads its results from here
 * until it changes something.
 */
export class PrefetchedAnswers {
  readonly #answers = new Map<string, QueryAnswer>();
  #isCollecting = false;
  #isUsable = false;

  /** Replaces the cached answers with those to the queries that `runQueries` sends. */
  async collect(runQueries: () => Promise<unknown>): Promise<void> {
    this.clear();
    this.#isCollecting = true;
    try {
      await runQueries();
    } finally {
      this.#isCollecting = false;
    }
  }

  /** Answers queries from the cache from now on. */
  enable(): void {
    this.#isUsable = true;
  }

  /** Sends every query to the server from now on. */
  disable(): void {
    this.#isUsable = false;
  }

  /** Deletes all answers and disables the cache. */
  clear(): void {
    this.#answers.clear();
    this.disable();
  }

  /** Returns the cached answer to a prepared query, or runs it. */
  getOrRun(query: QueryConfig, runQuery: () => QueryAnswer): QueryAnswer {
    if (!this.#isCollecting && (!this.#isUsable || this.#answers.size === 0)) return runQuery();
    const key = keyOf(query);
    const cached = this.#answers.get(key);
    if (cached) return isVerifying() ? verifyAnswer(cached, runQuery()) : cached;
    const answer = runQuery();
    if (this.#isCollecting) this.#answers.set(key, answer);
    return answer;
  }
}

async function verifyAnswer(cached: QueryAnswer, fresh: QueryAnswer): QueryAnswer {
  verify((await cached).rows, (await fresh).rows);
  return cached;
}

function keyOf({ name, values = [] }: QueryConfig): string {
  return [name, ...values.map(serialize)].join('\0');
}

function serialize(value: unknown): string {
  return Buffer.isBuffer(value) ? value.toString('base64') : JSON.stringify(value);
}
