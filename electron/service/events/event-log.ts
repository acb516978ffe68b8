import type { Logger } from 'pino';
import { RATES } from '../../../shared/limits';
import type { Store } from '../../database/open';
import { version } from '../../version';
import { recheckCaller, requireCaller, type AuthenticatedCaller } from '../access/access';
import { requireScope } from '../access/app-scopes';
import type { Caller, ServiceParts, ReadContext } from '../context';
import type { PendingEvent, EventPublisher } from '../dispatch';
import { findVisibleEvents, findOldestSeq, type EventRow } from './queries';
import { EventConnection, type EventConnections } from './event-connections';
import { ClientCommands } from './client-commands';
import { EventCatchUp } from '../processes/event-catch-up';
import type { KnownEvents } from '../processes/lost-events';
import type { ProcessBus } from '../processes/signals';
import { EventDelivery } from './event-delivery';
import { DurabilityFrames } from './durability-frames';
import type { StoredEvents } from './stored-events';
import { communityRecord } from '../community/records';
import { Presence } from './presence';
import type { Frame } from '../../../shared/events';
import { findResumeSeq, Replays, requireFreeConnection } from './replays';
import type { ConnectionHandle, ConnectionOptions, Session } from '../session';

/** Seconds after which a connection that stays open counts as another use of its token. */
const TOUCH_INTERVAL = 3600;

export interface EventLogOptions {
  store: Store;
  parts: ServiceParts;
  log: string;
  events: StoredEvents;
  /** The other processes that serve the community; null for none. */
  processes: ProcessBus | null;
  /** The Seq of the last committed event. */
  seq: number;
  now: () => number;
  logger: Logger;
  /** Notes that a token was used. */
  touch: (caller: AuthenticatedCaller) => void;
  /** Whether calls are being answered right now. */
  isBusy: () => boolean;
}

/**
 * The event log, a transactional outbox: numbers events inside their transaction, delivers them after the commit to
 * everyone who may see them, and replays what a connection missed. Audiences are resolved on delivery, not on writing.
 */
export class EventLog implements EventPublisher {
  readonly connections: EventConnections;
  readonly #options: EventLogOptions;
  readonly #delivery: EventDelivery;
  readonly #presence: Presence;
  readonly #replays: Replays;
  readonly #commands: ClientCommands;
  readonly #undelivered: StoredEvents;
  readonly #catchUp: EventCatchUp;
  readonly #durability: DurabilityFrames;
  /** The Seq of the last event that may be delivered. */
  #seq: number;
  /** That event; null if there was none since the start. */
  #last: EventRow | null = null;

  constructor(options: EventLogOptions, connections: EventConnections) {
    this.#options = options;
    this.connections = connections;
    this.#delivery = new EventDelivery({
      ...{ store: options.store, connections, logger: options.logger },
      contextOf: (caller) => this.contextOf(caller),
      durable: () => this.#durable,
    });
    this.#presence = new Presence(connections, (caller) => this.contextOf(caller), options.logger);
    connections.announce = (person) => this.#presence.changed(person);
    this.#replays = new Replays({
      seq: () => this.#seq,
      read: ({ caller, isAdmin }, range) =>
        findVisibleEvents(options.store.reader, { person: caller.id, isAdmin }, range),
      encode: ({ caller }, row) => this.#delivery.encode(caller, row),
      contextOf: (caller) => this.contextOf(caller),
      isBusy: () => options.isBusy() || this.#delivery.isBusy,
      logger: options.logger,
    });
    this.#commands = new ClientCommands({
      connections,
      seq: () => this.#seq,
      now: options.now,
      contextOf: (caller) => this.contextOf(caller),
      setIdle: ({ caller, id }, isIdle) => {
        if (options.parts.ephemeral.presence.setIdle(caller.id, id, isIdle))
          this.#presence.changed(caller.id);
      },
      onTyping: (person, dialog) => options.processes?.send({ kind: 'typing', person, dialog }),
      logger: options.logger,
    });
    this.#undelivered = options.events;
    this.#seq = options.seq;
    this.#catchUp = new EventCatchUp({
      ...options,
      seq: () => this.#seq,
      accept: (rows, last) => this.#enqueue(rows, last),
    });
    this.#durability = new DurabilityFrames(connections, () => this.#durable);
  }

  append(events: readonly PendingEvent[]): void | Promise<void> {
    return this.#undelivered.append(events, this.#options.now());
  }

  committed(): number {
    return this.#undelivered.commit();
  }

  deliver(upTo: number): void {
    const rows = this.#undelivered.take(upTo);
    const isNext = this.#options.processes === null || rows[0]?.seq === this.#seq + 1;
    if (isNext) this.#enqueue(rows, upTo);
    // Events of other processes come before these.
    else if (upTo > this.#seq) void this.catchUp();
  }

  /** Delivers the events that other processes have stored; resolves when this one knows them. */
  catchUp(): Promise<void> {
    return this.#catchUp.run();
  }

  /** Tells clients when the standby has stored more, or that it came or went. */
  durabilityChanged(): void {
    this.#durability.changed();
  }

  /**
   * Sends the community's record to every connection. Used when the database became read-only, so that no event can be
   * stored.
   */
  async broadcastCommunity(): Promise<void> {
    const [connection] = this.connections.all();
    if (!connection) return;
    try {
      const Community = await communityRecord(this.contextOf(connection.caller));
      const frame = JSON.stringify({ Type: 'community', Community } satisfies Frame);
      for (const one of this.connections.all()) one.sendEncoded(frame);
    } catch (error) {
      this.#options.logger.error({ err: error }, 'failed to broadcast the community record');
    }
  }

  discard(): void {
    this.#undelivered.discard();
  }

  /**
   * Opens a connection. Throws `auth_failed`, `access_denied` if the caller is banned or an app that may not read, and
   * `rate_limit_exceeded` if the token has too many connections or replays too often.
   */
  async connect(session: Session, options: ConnectionOptions): Promise<ConnectionHandle> {
    const { store, parts, now } = this.#options;
    const caller = await store.read((db) => requireCaller(db, session.token, parts.nowForAges()));
    requireScope(caller, 'read');
    // Another process may have sent the client a newer event.
    if (this.#options.processes && (options.since ?? 0) > this.#seq) await this.catchUp();
    const oldest = (await store.read(findOldestSeq)) ?? this.#seq + 1;
    requireFreeConnection(this.connections, caller);
    const resumeFrom = findResumeSeq(options, { log: this.#options.log, oldest, seq: this.#seq });
    if (resumeFrom !== null && resumeFrom < this.#seq)
      parts.ephemeral.consume(`replays ${caller.tokenId}`, RATES.replaysPerMinute, 60);
    const connection = new EventConnection(caller, options);
    this.#options.touch(caller);
    let usedAt = now();
    this.connections.add(connection);
    // The token may have been revoked before the connection was registered.
    if (!(await store.read((db) => recheckCaller(db, caller)))) connection.close(4401, 'signed out');
    const seq = this.#seq;
    const durable = this.#durable;
    connection.cursor = seq;
    connection.announcedDurable = durable;
    connection.send({
      Type: 'hello',
      ok: 1,
      version,
      Log: this.#options.log,
      Seq: seq,
      Oldest: oldest,
      Time: now(),
      ...(durable !== null && !connection.isCompatible && { Durable: durable }),
    });
    this.#resume(connection, options, resumeFrom);
    if (parts.ephemeral.presence.addConnection(caller.id, connection.id)) this.#presence.changed(caller.id);
    return {
      command: (command) => {
        void this.#commands.run(connection, command);
      },
      touch: () => {
        parts.ephemeral.presence.addConnection(caller.id, connection.id);
        if (now() - usedAt < TOUCH_INTERVAL) return;
        this.#options.touch({ ...caller, lastBeen: usedAt });
        usedAt = now();
      },
      close: () => {
        connection.closed = true;
        this.connections.remove(connection);
        if (parts.ephemeral.presence.removeConnection(caller.id, connection.id, now()))
          this.#presence.changed(caller.id);
      },
    };
  }

  /** A context to read as a person outside a call. */
  contextOf(caller: Caller): ReadContext {
    const { store, parts, now } = this.#options;
    return { ...parts, db: store.reader, session: NO_SESSION, caller, now };
  }

  /**
   * Waits until all commands have run, all events so far are delivered or replayed, and all changes of presence are
   * announced.
   */
  async settled(): Promise<void> {
    await this.#commands.settled();
    await this.#catchUp.settled();
    await this.#delivery.settled();
    await this.#replays.settled();
    await this.#presence.settled();
  }

  /** The Seq of the last event that may be delivered: all that clients know of. */
  get seq(): number {
    return this.#seq;
  }

  /** The last events that this process has sent to clients. */
  get known(): KnownEvents {
    return { log: this.#options.log, seq: this.#seq, last: this.#last };
  }

  /** The Seq of the last committed event, which may still wait for the standby. */
  get committedSeq(): number {
    return this.#undelivered.committedSeq;
  }

  /** The Seq up to which the standby has stored everything; null without a standby. */
  get #durable(): number | null {
    return this.#options.parts.standby.durable;
  }

  #resume(connection: EventConnection, options: ConnectionOptions, resumeFrom: number | null): void {
    if (options.since === undefined) {
      connection.goLive();
      return;
    }
    if (resumeFrom === null) {
      connection.send({ Type: 'reset', Log: this.#options.log, Seq: connection.cursor });
      connection.goLive();
      connection.subscribe(connection.caller.id);
      return;
    }
    // The client had subscriptions before: without this one it would miss events between the replay and its first
    // command.
    connection.subscribe(connection.caller.id);
    connection.cursor = resumeFrom;
    this.#replays.start(connection);
  }

  #enqueue(rows: readonly EventRow[], upTo: number): void {
    this.#seq = upTo;
    this.#last = rows.at(-1) ?? this.#last;
    this.#delivery.enqueue(rows);
  }
}

const NO_SESSION: Session = { token: null, address: '', userAgent: '' };
