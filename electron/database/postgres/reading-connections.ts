import type { PostgresPoolClient } from 'kysely';
import type { Client, QueryConfig } from 'pg';
import { configOf, type Queryable } from './connection';
import { PipelinedClient } from './pipelined-client';

/** A connection and the number of its queries without an answer. */
interface OpenConnection {
  client: Promise<Client>;
  pendingQueries: number;
}

/**
 * The connection pool of a process for reads. Queries of one turn of the event loop share a connection and are sent in
 * one write. The next turn uses the connection with the fewest pending queries, so that a slow one delays few others.
 */
export class ReadingConnections {
  readonly #url: string;
  readonly #size: number;
  /** Called when a connection is lost. Must not throw. */
  readonly #onLost: (error: unknown) => void;
  readonly #connections: OpenConnection[] = [];
  /** The connection of this turn. */
  #current: OpenConnection | null = null;
  #isClosed = false;

  constructor(url: string, size: number, onLost: (error: unknown) => void) {
    this.#url = url;
    this.#size = size;
    this.#onLost = onLost;
  }

  /** Runs a query. Throws if the server can't be reached. */
  readonly query: Queryable['query'] = (async (query: QueryConfig | string, values?: unknown[]) => {
    const connection = (this.#current ??= this.#choose());
    connection.pendingQueries++;
    try {
      const client = await connection.client;
      return await client.query(query, values);
    } finally {
      connection.pendingQueries--;
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

  /** Closes all connections once their pending queries are answered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const closing = this.#connections.splice(0).map(async ({ client }) => (await client).end());
    await Promise.allSettled(closing);
  }

  #choose(): OpenConnection {
    if (this.#isClosed) throw new Error('the connections are closed');
    setImmediate(() => (this.#current = null));
    const leastBusy = this.#connections.reduce<OpenConnection | undefined>(
      (found, connection) =>
        found && found.pendingQueries <= connection.pendingQueries ? found : connection,
      undefined,
    );
    if (leastBusy && (leastBusy.pendingQueries === 0 || this.#connections.length === this.#size))
      return leastBusy;
    const opened = this.#open();
    this.#connections.push(opened);
    return opened;
  }

  #open(): OpenConnection {
    const client = new PipelinedClient(configOf(this.#url));
    const connection: OpenConnection = { client: client.connect().then(() => client), pendingQueries: 0 };
    const remove = () => {
      const index = this.#connections.indexOf(connection);
      if (index >= 0) this.#connections.splice(index, 1);
      if (this.#current === connection) this.#current = null;
    };
    client.on('error', (error) => {
      remove();
      this.#onLost(error);
    });
    client.on('end', remove);
    // The error is thrown by the queries.
    connection.client.catch(remove);
    return connection;
  }
}
