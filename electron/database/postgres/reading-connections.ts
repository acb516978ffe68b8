import type { PostgresPoolClient } from 'kysely';
import type { Client, QueryConfig } from 'pg';
import { configOf, type Queryable } from './connection';
import { PipelinedClient } from './pipelined-client';

/** A connection, and how many queries on it have no answer yet. */
interface Reading {
  client: Promise<Client>;
  waiting: number;
}

/**
 * The connections that a process reads with. Queries of one turn of the event loop go to the same one, in one write;
 * those of the next turn to the one with the fewest queries that wait, so that a slow one delays few others.
 */
export class ReadingConnections {
  readonly #url: string;
  readonly #size: number;
  /** Called when a connection is lost. Must not throw. */
  readonly #onLost: (error: unknown) => void;
  readonly #connections: Reading[] = [];
  /** The connection of this turn. */
  #current: Reading | null = null;
  #isClosed = false;

  constructor(url: string, size: number, onLost: (error: unknown) => void) {
    this.#url = url;
    this.#size = size;
    this.#onLost = onLost;
  }

  /** Runs a query. Throws if the server can't be reached. */
  readonly query: Queryable['query'] = (async (query: QueryConfig | string, values?: unknown[]) => {
    const reading = (this.#current ??= this.#choose());
    reading.waiting++;
    try {
      const client = await reading.client;
      return await client.query(query, values);
    } finally {
      reading.waiting--;
    }
  }) as Queryable['query'];

  /** Lends a connection to Kysely for one query. */
  lend(): Promise<PostgresPoolClient> {
    return Promise.resolve(this.#lent);
  }

  readonly #lent: PostgresPoolClient = {
    query: this.query as PostgresPoolClient['query'],
    release: () => undefined,
  };

  /** Waits for the queries that have begun, and closes all connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const ending = this.#connections.splice(0).map(async ({ client }) => (await client).end());
    await Promise.allSettled(ending);
  }

  #choose(): Reading {
    if (this.#isClosed) throw new Error('the connections are closed');
    setImmediate(() => (this.#current = null));
    const idlest = this.#connections.reduce<Reading | undefined>(
      (found, one) => (found && found.waiting <= one.waiting ? found : one),
      undefined,
    );
    if (idlest && (idlest.waiting === 0 || this.#connections.length === this.#size)) return idlest;
    const opened = this.#open();
    this.#connections.push(opened);
    return opened;
  }

  #open(): Reading {
    const client = new PipelinedClient(configOf(this.#url));
    const reading: Reading = { client: client.connect().then(() => client), waiting: 0 };
    const forget = () => {
      const place = this.#connections.indexOf(reading);
      if (place >= 0) this.#connections.splice(place, 1);
      if (this.#current === reading) this.#current = null;
    };
    client.on('error', (error) => {
      forget();
      this.#onLost(error);
    });
    client.on('end', forget);
    // Its queries throw the error.
    reading.client.catch(forget);
    return reading;
  }
}
