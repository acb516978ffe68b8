import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Store } from '../../database/open';
import type { Caller, ReadContext } from '../context';
import { findAudience } from './audience';
import { EncodedEvent } from './compatible-frames';
import type { EventConnection, EventConnections } from './event-connections';
import { eventRecord, groupViewers } from './event-records';
import { findEventMessage, type EventMessage } from './message-events';
import type { EventRow } from './queries';

/** How long events are delivered without a break, in milliseconds. */
const SLICE_MS = 5;
/** Milliseconds until an event is delivered again after the database couldn't be reached. */
const RETRY_MS = 250;

export interface EventDeliveryOptions {
  store: Store;
  connections: EventConnections;
  contextOf: (caller: Caller) => ReadContext;
  /** The Seq up to which the standby has stored everything; null without a standby. */
  durable: () => number | null;
  logger: Logger;
}

/**
 * Sends committed events, in order, to the connections of everyone who may see them. Viewers for whom the record of an
 * event is the same share one encoding.
 */
export class EventDelivery {
  readonly #options: EventDeliveryOptions;
  #queue: EventRow[] = [];
  #running: Promise<void> | null = null;
  /** Whether the next event waits for the database. */
  #isHeldUp = false;
  #sliceStart = 0;

  constructor(options: EventDeliveryOptions) {
    this.#options = options;
  }

  /** Whether events are being delivered. */
  get isBusy(): boolean {
    return this.#running !== null;
  }

  /** Delivers events after those that are still being delivered. */
  enqueue(rows: readonly EventRow[]): void {
    this.#queue.push(...rows);
    if (this.#queue.length > 0) this.#running ??= this.#deliverAll().finally(() => (this.#running = null));
  }

  /** Waits until all events so far are delivered. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** Encodes an event for a viewer; null if they may not see it any more. */
  async encode(viewer: Caller, row: EventRow, message?: EventMessage): Promise<EncodedEvent | null> {
    const event = await eventRecord(this.#options.contextOf(viewer), row, message);
    return event && new EncodedEvent(event, { body: row.body, durable: this.#options.durable() });
  }

  async #deliverAll(): Promise<void> {
    while (this.#queue.length > 0) {
      const rows = this.#queue;
      this.#queue = [];
      this.#sliceStart = performance.now();
      for (const row of rows) {
        while (!(await this.#tryToDeliver(row))) await sleep(RETRY_MS);
        await this.#pauseIfLong();
      }
      await this.#pause();
    }
  }

  /** Lets sockets and timers run if events were delivered for long. */
  async #pauseIfLong(): Promise<void> {
    if (performance.now() - this.#sliceStart >= SLICE_MS) await this.#pause();
  }

  async #pause(): Promise<void> {
    await new Promise(setImmediate);
    this.#sliceStart = performance.now();
  }

  /** Returns false if the database can't be reached: those who haven't got the event yet get it later. */
  async #tryToDeliver(row: EventRow): Promise<boolean> {
    const { store, logger } = this.#options;
    try {
      await this.#deliver(row);
      this.#isHeldUp = false;
    } catch (error) {
      if (store.isOutage(error)) {
        if (!this.#isHeldUp)
          logger.warn({ err: error, seq: row.seq }, 'events are delivered once the database can be reached');
        this.#isHeldUp = true;
        return false;
      }
      logger.error({ err: error, seq: row.seq }, 'failed to deliver an event');
    }
    return true;
  }

  async #deliver(row: EventRow): Promise<void> {
    const { store, connections, contextOf } = this.#options;
    const audience = await findAudience(store.reader, connections, row);
    const [first] = audience;
    if (!first) return;
    const people = [...new Set(audience.map((one) => one.caller.id))];
    const message = await findEventMessage(contextOf(first.caller), row, people);
    // Apps get less than their person's own devices, so they never share a record.
    const [apps, own] = [true, false].map((isApp) => audience.filter((one) => one.isApp === isApp));
    for (const some of [own, apps]) if (some?.length) await this.#deliverTo(some, row, message);
  }

  async #deliverTo(
    connections: readonly EventConnection[],
    row: EventRow,
    message: EventMessage | undefined,
  ): Promise<void> {
    const { contextOf } = this.#options;
    const byPerson = Map.groupBy(connections, (connection) => connection.caller.id);
    const [first] = connections;
    if (!first) return;
    const viewers = [...byPerson].map(([id, own]) => ({ id, isAdmin: own[0]?.isAdmin ?? false }));
    const groups = await groupViewers(contextOf(first.caller), row, viewers, message);
    for (const group of groups.values()) {
      const one = byPerson.get(group[0]?.id ?? 0)?.[0];
      const event = one && (await this.encode(one.caller, row, message));
      if (!event) continue;
      for (const connection of group.flatMap((viewer) => byPerson.get(viewer.id) ?? [])) {
        const frame = event.encoded(connection) ?? (await event.encodeFor(connection, contextOf));
        connection.cursor = row.seq;
        connection.sendEncoded(frame);
      }
      // Each member of a group has a record of the dialog of their own.
      await this.#pauseIfLong();
    }
  }
}
