import { Client, type ClientConfig } from 'pg';

/**
 * A connection that ends once the server has owed an answer for too long: the network doesn't report a server that
 * vanished for a quarter of an hour, and until then everything would wait for it.
 */
export class AnsweringClient extends Client {
  readonly #patience: number;
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `patience` is in milliseconds, and longer than any statement may take. */
  constructor(config: ClientConfig, patience: number) {
    super(config);
    this.#patience = patience;
    const query = this.query.bind(this) as (...values: unknown[]) => unknown;
    // Its overloads can't be repeated by a method.
    this.query = ((...values: unknown[]) => {
      const answer = query(...values);
      if (answer instanceof Promise) this.#await(answer);
      return answer;
    }) as Client['query'];
    const end = this.end.bind(this) as () => Promise<void>;
    this.end = (async () => {
      // A server that is gone doesn't say goodbye.
      const timer = setTimeout(() => this.connection.stream.destroy(), Math.min(patience, GOODBYE_MS));
      await end().finally(() => clearTimeout(timer));
    }) as Client['end'];
  }

  #await(answer: Promise<unknown>): void {
    if (++this.#waiting === 1) this.#start();
    const settle = () => {
      this.#waiting--;
      if (this.#waiting > 0) this.#timer?.refresh();
      else clearTimeout(this.#timer);
    };
    answer.then(settle, settle);
  }

  #start(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const error = new Error('the PostgreSQL server does not answer');
      this.connection.stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
    }, this.#patience);
  }
}

const GOODBYE_MS = 2_000;
