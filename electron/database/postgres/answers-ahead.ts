import { isVerifying, verify } from '../caching/verification';
import type { QueryConfig, QueryResult } from 'pg';

/** The answer to a query, perhaps still on its way. */
export type QueryAnswer = Promise<QueryResult<object>>;

/**
 * Answers that several writes asked for at once, before the first of them. Each takes its own where it would ask, until
 * it changes something.
 */
export class AnswersAhead {
  readonly #answers = new Map<string, QueryAnswer>();
  #isAsking = false;
  #isUsable = false;

  /** Keeps the answers to what is asked while `ask` runs, and forgets those before. */
  async collect(ask: () => Promise<unknown>): Promise<void> {
    this.clear();
    this.#isAsking = true;
    try {
      await ask();
    } finally {
      this.#isAsking = false;
    }
  }

  /** From now on what is known isn't asked. */
  use(): void {
    this.#isUsable = true;
  }

  /** From now on everything is asked. */
  stop(): void {
    this.#isUsable = false;
  }

  /** Forgets all answers. */
  clear(): void {
    this.#answers.clear();
    this.stop();
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
