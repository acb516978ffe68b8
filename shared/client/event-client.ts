import type { ClientCommand, Event, Frame } from '../events';
import { Backoff, type RetryDelays } from './backoff';
import { TOKEN_REVOKED, type Cursor, type EventSocket, type Transport } from './transport';

/**
 * What a listener receives: an event, or `reset` if missed events can't be replayed and everything has to be loaded
 * again.
 */
export type ServerEvent = Event | { Type: 'reset' };
export type ServerEventListener = (event: ServerEvent) => void;

/** `closed` without an owner; `connecting` at first; `connected`; `reconnecting` after the connection was lost. */
export type EventClientState = 'closed' | 'connecting' | 'connected' | 'reconnecting';

/** The person whose events are received. */
export interface EventClientOwner {
  token: string;
  /** The person's own identifier. */
  id: number;
}

/** Observes the connection of an event client. */
export interface EventClientObserver {
  onState(state: EventClientState): void;
  /** Called for every frame from the host, before it is handled. */
  onFrame(frame: Frame): void;
  /** The host no longer accepts the token. */
  onRevoked(): void;
}

/** The events with a sequence number since a request was sent. */
export interface EventRecording {
  /** Returns the events that an answer read at `seq` may not include, in order; all of them if `seq` isn't known. */
  after(seq: number | undefined): readonly Event[];
  end(): void;
}

/**
 * Receives the events of one person. It subscribes to all of their dialogs, and to the walls that are watched. After a
 * lost connection it resumes at its cursor in the event log, with delays from 0.5 s to 15 s. Events are emitted as soon
 * as they arrive.
 */
export class EventClient {
  readonly #transport: Pick<Transport, 'connect'>;
  readonly #observer: EventClientObserver;
  readonly #listeners = new Set<ServerEventListener>();
  readonly #recordings = new Set<Event[]>();
  /** What is called with the sequence number of each subscription to a wall, by the wall's owner. */
  readonly #walls = new Map<number, Set<(seq: number) => void>>();
  #state: EventClientState = 'closed';
  #owner: EventClientOwner | null = null;
  #socket: EventSocket | null = null;
  #cursor: Cursor | null = null;
  /** Every event after this sequence number was or will be received; null before the first subscription. */
  #completeSince: number | null = null;
  /** The lowest sequence number of an answer that arrived before the first subscription. */
  #earliestAnswer = Infinity;
  readonly #backoff: Backoff;
  #retryTimer: Timer;
  #silenceTimer: Timer;
  #subscribed = latch();

  /** `delays` are those between attempts to connect again, in milliseconds. */
  constructor(
    transport: Pick<Transport, 'connect'>,
    observer: EventClientObserver,
    delays: RetryDelays = RETRY_DELAYS,
  ) {
    this.#transport = transport;
    this.#observer = observer;
    this.#backoff = new Backoff(delays);
  }

  /** The position of the last event; null before the first connection. */
  get cursor(): Cursor | null {
    return this.#cursor;
  }

  /** Passes every event to a listener until the returned function is called. */
  on(listener: ServerEventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Passes an event to every listener. It is neither recorded nor part of the event log. */
  emit(event: ServerEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  /**
   * Receives the events of a wall also if the owner doesn't follow it, until the returned function is called. They are
   * not replayed after a lost connection: `onSubscribed` is called each time with the number after which none is
   * missed.
   */
  watchWall(wall: number, onSubscribed: (seq: number) => void): () => void {
    const listeners = this.#walls.get(wall) ?? new Set();
    this.#walls.set(wall, listeners.add(onSubscribed));
    this.send({ command: 'subscribe', category: 'wall', thing_id: wall });
    return () => {
      if (!listeners.delete(onSubscribed) || listeners.size) return;
      this.#walls.delete(wall);
      this.send({ command: 'unsubscribe', category: 'wall', thing_id: wall });
    };
  }

  /** Connects as a person, from a cursor if given, and disconnects the previous owner; null only disconnects. */
  setOwner(owner: EventClientOwner | null, cursor: Cursor | null = null): void {
    if (owner?.token === this.#owner?.token) return;
    this.#disconnect();
    this.#owner = owner;
    this.#cursor = cursor;
    this.#completeSince = cursor?.seq ?? null;
    this.#earliestAnswer = Infinity;
    for (const recording of this.#recordings) recording.length = 0;
    this.#recordings.clear();
    this.#backoff.reset();
    this.#subscribed = latch();
    this.#setState(owner ? 'connecting' : 'closed');
    if (owner) this.#connect(owner);
  }

  /** Sends a command to the host; dropped while there is no connection. */
  send(command: ClientCommand): void {
    this.#socket?.send(command);
  }

  /** Records the events from now on, for the answer to a request that is about to be sent. */
  record(): EventRecording {
    const events: Event[] = [];
    this.#recordings.add(events);
    return {
      after: (seq = -1) => events.filter((event) => (event.Seq ?? 0) > seq),
      end: () => this.#recordings.delete(events),
    };
  }

  /** Called for an answer read at `seq`: fetches later events that were not received. */
  coverFrom(seq: number): void {
    if (!this.#owner) return;
    if (this.#completeSince === null) this.#earliestAnswer = Math.min(this.#earliestAnswer, seq);
    else if (seq < this.#completeSince) this.#resumeFrom(seq);
  }

  /** Resolves at the first subscription. */
  subscribed(): Promise<void> {
    return this.#subscribed.promise;
  }

  /** Reconnects a lost connection immediately, or checks that an open one is still alive. */
  reconnect(): void {
    if (!this.#owner) return;
    if (this.#socket && this.#state === 'connected') return this.#probe();
    this.#disconnect();
    this.#backoff.reset();
    this.#connect(this.#owner);
  }

  /** Checks that an open connection is still alive. */
  probe(): void {
    if (this.#socket) this.#probe();
  }

  #connect(owner: EventClientOwner): void {
    clearTimeout(this.#retryTimer);
    this.#socket = this.#transport.connect(owner.token, this.#cursor, {
      onFrame: (frame) => this.#handleFrame(frame),
      onClose: (code) => this.#handleClose(code),
    });
    this.#expectFrame(HELLO_WAIT);
  }

  #handleFrame(frame: Frame): void {
    this.#observer.onFrame(frame);
    this.#expectFrame(SILENCE);
    switch (frame.Type) {
      case 'hello':
        this.#cursor ??= { log: frame.Log, seq: frame.Seq };
        this.#subscribe();
        return this.#subscribeToWalls();
      case 'subscribed':
        if (frame.category === 'wall') return this.#handleWall(frame.thing_id, frame.Seq);
        return this.#handleSubscribed(frame.Seq);
      case 'reset':
        this.#cursor = { log: frame.Log, seq: frame.Seq };
        this.#completeSince = frame.Seq;
        for (const recording of this.#recordings) recording.length = 0;
        return this.emit({ Type: 'reset' });
      case 'unsubscribed':
      case 'durable':
      case 'error':
        return;
      default:
        return this.#handleEvent(frame);
    }
  }

  /** Emits an event once, even if it is replayed. */
  #handleEvent(event: Event): void {
    if (event.Seq !== undefined) {
      if (this.#cursor) {
        if (event.Seq <= this.#cursor.seq) return;
        this.#cursor = { ...this.#cursor, seq: event.Seq };
      }
      for (const recording of this.#recordings) recording.push(event);
    }
    this.emit(event);
  }

  #handleSubscribed(seq: number): void {
    this.#backoff.reset();
    this.#subscribed.resolve();
    if (this.#completeSince === null) {
      this.#completeSince = seq;
      if (this.#earliestAnswer < seq) return this.#resumeFrom(this.#earliestAnswer);
    }
    this.#setState('connected');
  }

  /** Fetches all events after `seq`, including those already received: applying them twice is harmless. */
  #resumeFrom(seq: number): void {
    if (!this.#owner || !this.#cursor) return;
    this.#cursor = { ...this.#cursor, seq };
    this.#completeSince = seq;
    this.#disconnect();
    this.#connect(this.#owner);
  }

  #subscribe(): void {
    const thing_id = this.#owner?.id ?? 0;
    this.#socket?.send({ command: 'subscribe', category: 'dialog', thing_id });
  }

  #subscribeToWalls(): void {
    for (const wall of this.#walls.keys())
      this.#socket?.send({ command: 'subscribe', category: 'wall', thing_id: wall });
  }

  #handleWall(wall: number, seq: number): void {
    for (const onSubscribed of this.#walls.get(wall) ?? []) onSubscribed(seq);
  }

  #handleClose(code: number): void {
    this.#disconnect();
    if (code === TOKEN_REVOKED) return this.#observer.onRevoked();
    // A failure of the very first attempt is not reported.
    const isFirst = this.#state === 'connecting' && this.#backoff.attempts === 0;
    this.#setState(isFirst ? 'connecting' : 'reconnecting');
    this.#retryTimer = setTimeout(() => this.#owner && this.#connect(this.#owner), this.#backoff.next());
  }

  #setState(state: EventClientState): void {
    this.#state = state;
    this.#observer.onState(state);
  }

  /**
   * Subscribes again, which the host answers and which changes nothing. A connection without that answer is dead,
   * whatever the system reports.
   */
  #probe(): void {
    this.#subscribe();
    this.#expectFrame(PROBE_WAIT);
  }

  #expectFrame(within: number): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(() => {
      if (within === SILENCE) this.#probe();
      else this.#handleClose(1006);
    }, within);
  }

  #disconnect(): void {
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#silenceTimer);
    this.#socket?.close();
    this.#socket = null;
  }
}

/** Milliseconds. */
const RETRY_DELAYS = { min: 500, max: 15_000 };
const HELLO_WAIT = 10_000;
const SILENCE = 40_000;
const PROBE_WAIT = 5_000;

type Timer = ReturnType<typeof setTimeout> | undefined;

/** Used instead of Promise.withResolvers, which Node 20 lacks. */
function latch(): { promise: Promise<void>; resolve: () => void } {
  let open = () => undefined as void;
  const promise = new Promise<void>((resolve) => (open = resolve));
  return { promise, resolve: () => open() };
}
