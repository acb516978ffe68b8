import { Client, type ClientConfig } from 'pg';

/**
 * A connection that closes if the server doesn't answer in time. TCP reports a vanished server only after about 15
 * minutes, and until then every query would wait for it.
 */
export class ResponseTimeoutClient extends Client {
  readonly #timeoutMs: number;
  #pendingCount = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `timeoutMs` must be longer than any statement may take. */
  constructor(config: ClientConfig, timeoutMs: number) {
    super(config);
    this.#timeoutMs = timeoutMs;
    const query = this.query.bind(this) as (...values: unknown[]) => unknown;
    // A method can't repeat the overloads of `query`.
    this.query = ((...values: unknown[]) => {
      const answer = query(...values);
      if (answer instanceof Promise) this.#watch(answer);
      return answer;
    }) as Client['query'];
    const end = this.end.bind(this) as () => Promise<void>;
    this.end = (async () => {
      // A server that is gone never closes its end.
      const timer = setTimeout(() => this.connection.stream.destroy(), Math.min(timeoutMs, CLOSE_TIMEOUT_MS));
      await end().finally(() => clearTimeout(timer));
    }) as Client['end'];
  }

  #watch(answer: Promise<unknown>): void {
    if (++this.#pendingCount === 1) this.#startTimer();
    const settle = () => {
      this.#pendingCount--;
      if (this.#pendingCount > 0) this.#timer?.refresh();
      else clearTimeout(this.#timer);
    };
    answer.then(settle, settle);
  }

  #startTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const error = new Error('the PostgreSQL server does not answer');
      this.connection.stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
    }, this.#timeoutMs);
  }
}

const CLOSE_TIMEOUT_MS = 2_000;
