import type { Client, ClientConfig } from 'pg';
import { AnsweringClient } from './answering-client';
import { PATIENCE_MS } from './connection';

/**
 * A connection on which a query is sent without waiting for the answers to those before it. Queries of one turn of the
 * event loop are sent in one write: each write costs as much as reading a row.
 */
export class PipelinedClient extends AnsweringClient {
  #isCorked = false;

  constructor(config: ClientConfig, { patience = PATIENCE_MS }: { patience?: number } = {}) {
    super({ ...config, pipeline: true }, patience);
    const query = this.query.bind(this) as (...values: unknown[]) => unknown;
    // Its overloads can't be repeated by a method.
    this.query = ((...values: unknown[]) => {
      this.#cork();
      return query(...values);
    }) as Client['query'];
  }

  #cork(): void {
    // Before that, the stream may be replaced by an encrypted one.
    if (this.#isCorked || !this.connection.stream.writable) return;
    const { stream } = this.connection;
    this.#isCorked = true;
    stream.cork();
    setImmediate(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }
}
