import type { Logger } from 'pino';
import { AppError } from '../../../shared/errors';
import { SOCKET } from '../../../shared/limits';
import type { Caller, ReadContext } from '../context';
import type { EncodedEvent } from './compatible-frames';
import type { EventRow } from './queries';
import type { EventConnections, EventConnection } from './event-connections';
import type { ConnectionOptions } from '../session';

/** Throws `rate_limit_exceeded` if a token already has the maximum number of connections. */
export function requireFreeConnection(connections: EventConnections, caller: Caller): void {
  if (connections.countByToken(caller) < SOCKET.perToken) return;
  const sentence = `This session has ${SOCKET.perToken} event connections, which is the limit. Close one and try again.`;
  throw new AppError('rate_limit_exceeded', sentence, { retryAfter: SOCKET.ping });
}

/**
 * Returns the Seq to resume from, or null if the client starts afresh or the log no longer holds everything it missed.
 */
export function findResumeSeq(
  { since, log }: Pick<ConnectionOptions, 'since' | 'log'>,
  current: { log: string; oldest: number; seq: number },
): number | null {
  if (since === undefined || (log !== undefined && log !== current.log)) return null;
  return since >= current.oldest - 1 && since <= current.seq ? since : null;
}

/** What replays need from the event log. */
export interface ReplaySource {
  /** The Seq of the last committed event. */
  seq: () => number;
  /** Reads events of a range that the connection's person may see, oldest first. */
  read: (
    connection: EventConnection,
    range: { since: number; until: number; limit: number },
  ) => Promise<EventRow[]>;
  /** Builds an event for that person; null if there is nothing to send. */
  encode: (connection: EventConnection, row: EventRow) => Promise<EncodedEvent | null>;
  /** A context to read as a person. */
  contextOf: (caller: Caller) => ReadContext;
  /** Whether calls are being answered or new events delivered; both take precedence over replays. */
  isBusy: () => boolean;
  logger: Logger;
}

/**
 * Replays missed events in slices of a few milliseconds. The person served least goes first, so that a short replay
 * never waits for a long one. Connections of one person with the same cursor share their records.
 */
export class Replays {
  readonly #source: ReplaySource;
  readonly #pending = new Set<EventConnection>();
  /** Milliseconds spent on each waiting person. */
  readonly #spent = new Map<number, number>();
  #running: Promise<void> | null = null;
  #sliceStart = 0;

  constructor(source: ReplaySource) {
    this.#source = source;
  }

  /** Sends everything after the connection's cursor, then marks it live. */
  start(connection: EventConnection): void {
    this.#pending.add(connection);
    this.#running ??= this.#run().finally(() => (this.#running = null));
  }

  /** Waits until no replay is running. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    await this.#yieldToOthers();
    for (let group = this.#next(); group.length > 0; group = this.#next()) {
      try {
        await this.#sendPage(group);
      } catch (error) {
        this.#source.logger.error({ err: error }, 'a replay failed');
        for (const connection of group) connection.close(1011, 'replay failed');
      }
      await this.#yieldToOthers();
    }
    this.#spent.clear();
  }

  /** Picks the connection of the person served least, with that person's other connections at the same cursor. */
  #next(): EventConnection[] {
    let first: EventConnection | undefined;
    for (const connection of this.#pending) {
      if (connection.closed) this.#pending.delete(connection);
      else if (!first || this.#spentOn(connection) < this.#spentOn(first)) first = connection;
    }
    return first ? [...this.#pending].filter((connection) => canShareRecords(connection, first)) : [];
  }

  async #sendPage(group: readonly EventConnection[]): Promise<void> {
    const [first] = group;
    if (!first) return;
    const since = first.cursor;
    const until = Math.min(this.#source.seq(), since + SCAN_RANGE);
    const rows = await this.#source.read(first, { since, until, limit: PAGE_SIZE });
    for (const row of rows) {
      const event = await this.#source.encode(first, row);
      for (const connection of group) {
        if (event) connection.sendEncoded(await event.encodeFor(connection, this.#source.contextOf));
        connection.cursor = row.seq;
      }
      if (performance.now() - this.#sliceStart >= SLICE_MS) await this.#pause(first);
      if (group.every((connection) => connection.closed)) return;
    }
    for (const connection of group) {
      if (rows.length < PAGE_SIZE) connection.cursor = until;
      this.#pending.delete(connection);
      // No await between the comparison and the switch: no event can be committed in between.
      if (connection.cursor === this.#source.seq()) connection.goLive();
      else this.#pending.add(connection);
    }
    this.#recordTimeSpent(first);
  }

  async #pause(connection: EventConnection): Promise<void> {
    this.#recordTimeSpent(connection);
    await this.#yieldToOthers();
  }

  #recordTimeSpent(connection: EventConnection): void {
    this.#spent.set(connection.caller.id, this.#spentOn(connection) + performance.now() - this.#sliceStart);
  }

  #spentOn(connection: EventConnection): number {
    return this.#spent.get(connection.caller.id) ?? 0;
  }

  /** Yields to the event loop once, and longer while the service is busy, up to MAX_YIELD_MS. */
  async #yieldToOthers(): Promise<void> {
    const start = performance.now();
    await new Promise(setImmediate);
    while (this.#source.isBusy() && performance.now() - start < MAX_YIELD_MS)
      await new Promise((resolve) => setTimeout(resolve, 1));
    this.#sliceStart = performance.now();
  }
}

/** Milliseconds: how long a replay runs without a break, and how long it yields at most. */
const SLICE_MS = 4;
const MAX_YIELD_MS = 25;
/** Events read at once, and how many Seqs are scanned for them, since most may be for other people. */
const PAGE_SIZE = 50;
const SCAN_RANGE = 1000;

function canShareRecords(first: EventConnection, second: EventConnection): boolean {
  return (
    first.caller.id === second.caller.id &&
    first.isAdmin === second.isAdmin &&
    first.isApp === second.isApp &&
    first.cursor === second.cursor
  );
}
