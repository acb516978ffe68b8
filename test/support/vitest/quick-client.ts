import { EventEmitter } from 'node:events';
import { Client as PostgresClient, type ClientConfig, type QueryConfig, type QueryResult } from 'pg';

export { types } from 'pg';

/**
 * Replaces the client of `pg` in tests: where connections last, ending one leaves it to the next client with the same
 * settings. A new connection costs a process of the server, which has to plan every statement again.
 */
export class Client extends EventEmitter {
  readonly #kept: Kept | undefined;
  readonly #settings: string;
  /** Whether the test that it belongs to has ended. */
  readonly #isLate: boolean;
  readonly #connection: Connection;
  #isEnded = false;

  constructor(config: ClientConfig) {
    super();
    const { pathname, searchParams } = new URL(config.connectionString ?? '');
    const found = kept.get(pathname.slice(1));
    this.#isLate = found !== undefined && searchParams.get(TURN) !== String(found.turn);
    this.#kept = this.#isLate ? undefined : found;
    this.#settings = JSON.stringify({ ...config, connectionString: undefined });
    this.#connection = this.#kept?.unused.get(this.#settings)?.pop() ?? createConnection(config);
    if (this.#kept) this.#kept.inUse++;
    for (const [event, forward] of this.#forwarded) this.#emitter.on(event, forward);
  }

  get connection(): PostgresClient['connection'] {
    return this.#connection.client.connection;
  }

  async connect(): Promise<void> {
    if (this.#isLate) throw new Error('The test of this database has ended');
    if (!this.#connection.isConnected) await this.#connection.client.connect();
    this.#connection.isConnected = true;
  }

  async query<Row extends object>(
    query: string | QueryConfig,
    values?: unknown[],
  ): Promise<QueryResult<Row>> {
    if (this.#isEnded) throw new Error('Client was closed and is not queryable');
    return this.#connection.client.query<Row>(query, values);
  }

  /** Waits for the queries that have begun. */
  async end(): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const { client, isConnected } = this.#connection;
    const isClean = this.#kept !== undefined && isConnected && (await isCleaned(client));
    if (this.#kept) this.#kept.inUse--;
    if (!isClean) return client.end();
    for (const [event, forward] of this.#forwarded) this.#emitter.off(event, forward);
    const { unused } = this.#kept;
    unused.set(this.#settings, [...(unused.get(this.#settings) ?? []), this.#connection]);
    this.emit('end');
  }

  get #emitter(): EventEmitter {
    return this.#connection.client;
  }

  readonly #forwarded = ['error', 'end', 'notification', 'notice'].map(
    (event) => [event, (...values: unknown[]) => this.emit(event, ...values)] as const,
  );
}

/**
 * Begins the turn of another test on a database, to which the connections of this process last from the first one on.
 * What an earlier test has left behind can't connect to it any more.
 */
export function beginTurn(database: string): void {
  const connections = kept.get(database) ?? { unused: new Map(), inUse: 0, turn: 0 };
  connections.turn++;
  kept.set(database, connections);
}

/** Adds to the URL of a database which test it serves, if its connections last. */
export function nameTurn(url: URL, database: string): void {
  const turn = kept.get(database)?.turn;
  if (turn !== undefined) url.searchParams.set(TURN, String(turn));
}

const TURN = 'turn';

/** Returns whether nothing of this process uses a database whose connections last. */
export function isIdle(database: string): boolean {
  return kept.get(database)?.inUse === 0;
}

interface Connection {
  client: PostgresClient;
  isConnected: boolean;
}

function createConnection(config: ClientConfig): Connection {
  const client = new PostgresClient(config);
  // While nobody uses it, the server may be stopped.
  client.on('error', () => undefined);
  return { client, isConnected: false };
}

/** The connections to a database. */
interface Kept {
  /** Those that nobody uses, by their settings. */
  unused: Map<string, Connection[]>;
  inUse: number;
  turn: number;
}

/** By the names of databases. */
const kept = new Map<string, Kept>();

/** Returns whether a connection is as a new one, after what was asked on it. */
async function isCleaned(client: PostgresClient): Promise<boolean> {
  return client.query('ROLLBACK; UNLISTEN *; SELECT pg_advisory_unlock_all()').then(
    () => true,
    () => false,
  );
}
