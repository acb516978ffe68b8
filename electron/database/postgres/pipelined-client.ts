import type { Client, ClientConfig } from 'pg';
import { AnsweringClient } from './answering-client';
import { PATIENCE_MS } from './connection';

/**
 * A connection on which a query is sent without waiting for the answers to those before it. Queries of one turn of the
 * event loop are sent in one write: each write costs as much as reading a row.
 */
export class PipelinedClient extends AnsweringClient {
  #isCorked = false;

  constructor(config: ClientConfig, { onStatement, patience = PATIENCE_MS }: PipelinedOptions = {}) {
    super({ ...config, pipeline: true }, patience);
    const query = this.query.bind(this) as (...values: unknown[]) => unknown;
    // Its overloads can't be repeated by a method.
    this.query = ((...values: unknown[]) => {
      if (onStatement) onStatement(textOf(values[0]));
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

interface PipelinedOptions {
  /** Called with each statement before it is sent. */
  onStatement?: (statement: string) => void;
  /** Milliseconds after which a server that owes an answer counts as gone. */
  patience?: number;
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : ((query as { text?: string }).text ?? '');
}
