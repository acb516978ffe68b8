import type { Client, ClientConfig } from 'pg';
import { ResponseTimeoutClient } from './response-timeout-client';
import { RESPONSE_TIMEOUT_MS } from './connection';

/**
 * A connection on which a query is sent without waiting for the answers to those before it. Queries of one turn of the
 * event loop are sent in one write: each write costs as much as reading a row.
 */
export class PipelinedClient extends ResponseTimeoutClient {
  #isCorked = false;

  constructor(config: ClientConfig, { timeoutMs = RESPONSE_TIMEOUT_MS }: { timeoutMs?: number } = {}) {
    super({ ...config, pipeline: true }, timeoutMs);
    const query = this.query.bind(this) as (...values: unknown[]) => unknown;
    // A method can't repeat the overloads of `query`.
    this.query = ((...values: unknown[]) => {
      this.#cork();
      return query(...values);
    }) as Client['query'];
  }

  /** Sends the queries of this turn so far, so that the server answers them during the rest of it. */
  flush(): void {
    if (!this.#isCorked) return;
    this.#isCorked = false;
    this.connection.stream.uncork();
  }

  #cork(): void {
    // Until the stream is writable, it may be replaced by an encrypted one.
    if (this.#isCorked || !this.connection.stream.writable) return;
    const { stream } = this.connection;
    this.#isCorked = true;
    stream.cork();
    setImmediate(() => this.flush());
  }
}
