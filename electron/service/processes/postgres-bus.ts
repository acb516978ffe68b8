import { randomBytes } from 'node:crypto';
import type { Client, Notification } from 'pg';
import type { Logger } from 'pino';
import { createClient } from '../../database/postgres/connection';
import { LOCKS } from '../../database/postgres/migrate';
import { SerialQueue } from '../../serial-queue';
import { EVENTS_CHANNEL } from './events';
import type { ProcessBus, Signal } from './signals';

/** How often stored events are looked for whatever the bell does, in milliseconds. */
const POLL_MS = 250;
/** How often a process says that it is alive, and after how long of silence it counts as gone, in milliseconds. */
const HEARTBEAT_MS = 5_000;
const GONE_MS = 20_000;
const RECONNECT_MS = 1_000;
const SIGNALS_CHANNEL = 'courtyard_signals';
/** PostgreSQL notifies up to 8,000 bytes at once. */
const MAX_PAYLOAD = 7_900;

export interface PostgresBusOptions {
  url: string;
  logger: Logger;
  /** There may be new events. */
  onEvents: () => void;
  onSignal: (signal: Signal, from: string) => void;
  /** The connection is there again after it was lost, and with it what was sent meanwhile. */
  onReconnect: () => void;
  /** A process is gone, with what it had in memory. */
  onGone: (process: string) => void;
  /** This process has become the one that does what only one may do. */
  onLeader: () => void;
}

/**
 * Connects the processes of one community by LISTEN and NOTIFY, on a connection of its own, where no slow query holds
 * signals up. Events are stored: the bell only says that there are new ones, and they are looked for four times a
 * second without it. One process is the leader: the one that holds a lock of the server, which goes to another when its
 * connection ends.
 */
export class PostgresBus implements ProcessBus {
  readonly id = randomBytes(6).toString('hex');
  readonly #options: PostgresBusOptions;
  readonly #seen = new Map<string, number>();
  /** Processes that were silent for so long that they count as gone. */
  readonly #silent = new Set<string>();
  #client: Client | null = null;
  #isLeader = false;
  #isLost = false;
  #isClosed = false;
  #poll: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #reconnect: NodeJS.Timeout | undefined;
  readonly #sending = new SerialQueue();

  constructor(options: PostgresBusOptions) {
    this.#options = options;
  }

  /** Whether this process holds the leader lock. */
  get isLeader(): boolean {
    return this.#isLeader;
  }

  async begin(): Promise<void> {
    await this.#connect();
    this.send({ kind: 'hello', isAgain: false });
    this.#poll = setInterval(this.#options.onEvents, POLL_MS).unref();
    this.#heartbeat = setInterval(() => void this.#sendHeartbeat(), HEARTBEAT_MS).unref();
  }

  send(signal: Signal): void {
    const payload = JSON.stringify({ ...signal, from: this.id });
    if (this.#isClosed || Buffer.byteLength(payload) > MAX_PAYLOAD) return;
    this.#sending
      .run(async () => this.#client?.query('SELECT pg_notify($1, $2)', [SIGNALS_CHANNEL, payload]))
      .catch((error: unknown) => this.#options.logger.warn({ err: error }, 'a signal could not be sent'));
  }

  /**
   * Takes a lock that ends with this connection; false if another process has it. Identifiers are above all other
   * numbers.
   */
  async lock(number: number): Promise<boolean> {
    const client = this.#client;
    return client !== null && (await tryLock(client, number));
  }

  async unlock(number: number): Promise<void> {
    await this.#client?.query('SELECT pg_advisory_unlock($1)', [number]);
  }

  async close(): Promise<void> {
    // Releases the locks first: another process takes over once it receives the goodbye.
    await this.#client?.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    this.send({ kind: 'goodbye' });
    this.#isClosed = true;
    clearInterval(this.#poll);
    clearInterval(this.#heartbeat);
    clearTimeout(this.#reconnect);
    await this.#sending.settled();
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = createClient(this.#options.url);
    client.on('error', () => undefined);
    client.on('notification', (notification) => this.#receive(notification));
    try {
      await client.connect();
      // The server ends idle transactions, not listeners.
      await client.query(`LISTEN ${EVENTS_CHANNEL}; LISTEN ${SIGNALS_CHANNEL}`);
      const isLeader = await tryLock(client, LOCKS.leader);
      if (this.#isClosed) throw new Error('the process is stopping');
      client.on('end', () => this.#lost(client));
      this.#client = client;
      if (this.#isLost) this.#options.logger.info('the connection to the other processes is back');
      this.#isLost = false;
      if (isLeader) this.#lead();
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.#options.onEvents();
  }

  #lost(client: Client): void {
    if (this.#client === client) this.#client = null;
    this.#isLeader = false;
    if (this.#isClosed) return;
    if (!this.#isLost) this.#options.logger.warn('the connection to the other processes was lost');
    this.#isLost = true;
    clearTimeout(this.#reconnect);
    this.#reconnect = setTimeout(() => {
      this.#connect()
        .then(() => this.#isClosed || this.#options.onReconnect())
        .catch(() => this.#lost(client));
    }, RECONNECT_MS).unref();
  }

  #lead(): void {
    this.#isLeader = true;
    this.#options.onLeader();
  }

  /** Becomes the leader if there is none. */
  async #tryToLead(): Promise<void> {
    const client = this.#client;
    if (this.#isLeader || !client) return;
    // If the connection fails, its end is noticed.
    const isLeader = await tryLock(client, LOCKS.leader).catch(() => false);
    if (isLeader && this.#client === client && !this.#isLeader) this.#lead();
  }

  async #sendHeartbeat(): Promise<void> {
    this.send({ kind: 'alive' });
    const now = performance.now();
    for (const [process, at] of this.#seen) {
      if (now - at <= GONE_MS) continue;
      this.#silent.add(process);
      this.#forget(process);
    }
    await this.#tryToLead();
  }

  #receive({ channel, payload = '' }: Notification): void {
    if (channel === EVENTS_CHANNEL) return this.#options.onEvents();
    const { from, ...signal } = JSON.parse(payload) as Signal & { from: string };
    if (from === this.id) return;
    this.#seen.set(from, performance.now());
    // What it had was forgotten, and it repeats that only when it is greeted.
    if (this.#silent.delete(from)) this.send({ kind: 'hello', isAgain: true });
    if (signal.kind === 'goodbye') this.#forget(from);
    else this.#options.onSignal(signal, from);
  }

  #forget(process: string): void {
    this.#seen.delete(process);
    this.#options.onGone(process);
  }
}

/** Returns whether nobody had the lock: then this connection has it from now on. */
async function tryLock(client: Client, number: number): Promise<boolean> {
  const { rows } = await client.query<{ ok: number }>('SELECT pg_try_advisory_lock($1) AS ok', [number]);
  return rows[0]?.ok === 1;
}
