import { isVerifying, verify } from '../caching/verification';
import type { QueryConfig, QueryResult } from 'pg';

/** The answer to a query, perhaps still on its way. */
export type QueryAnswer = Promise<QueryResult<object>>;

/**
 * Answers that the writes of a group asked for at its beginning, all at once. Each takes its own where it would ask,
 * until it changes something.
 */
export class AnswersAhead {
  readonly #answers = new Map<string, QueryAnswer>();
  #isAsking = false;
  #isUsable = false;

  /** Keeps the answers to what is asked while `ask` runs. */
  async collect(ask: () => Promise<unknown>): Promise<void> {
    this.#isAsking = true;
    try {
      await ask();
    } finally {
      this.#isAsking = false;
    }
  }

  /** Begins the next write; `isUsable` is false if what was asked may have changed for it. */
  next(isUsable: boolean): void {
    this.#isUsable = isUsable;
  }

  /** Forgets all answers. */
  clear(): void {
    this.#answers.clear();
    this.#isUsable = false;
  }

  /** Returns the answer to a prepared query, by `ask` unless it is known. */
  answer(query: QueryConfig, ask: () => QueryAnswer): QueryAnswer {
    if (!this.#isAsking && (!this.#isUsable || this.#answers.size === 0)) return ask();
    const key = keyOf(query);
    const known = this.#answers.get(key);
    if (known) return isVerifying() ? verified(known, ask()) : known;
    const answer = ask();
    if (this.#isAsking) this.#answers.set(key, answer);
    return answer;
  }
}

async function verified(known: QueryAnswer, asked: QueryAnswer): QueryAnswer {
  verify((await known).rows, (await asked).rows);
  return known;
}

function keyOf({ name, values = [] }: QueryConfig): string {
  return [name, ...values.map(textOf)].join('\0');
}

function textOf(value: unknown): string {
  return Buffer.isBuffer(value) ? value.toString('base64') : JSON.stringify(value);
}
