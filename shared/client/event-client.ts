import type { ClientCommand, Event, Frame } from '../events';
import { Backoff } from './backoff';
import { TOKEN_REVOKED, type Cursor, type EventSocket, type Transport } from './transport';

/**
 * What a listener receives: an event, or `reset`: events were missed that can't be replayed, so everything has to be loaded
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
  /** Called for every frame of the host. */
  onFrame(): void;
  /** The host no longer accepts the token. */
  onRevoked(): void;
}

/** The numbered events since a request was sent. */
export interface EventRecording {
  /** Those that an answer read at `seq` may not include, in order; all of them where `seq` isn't known. */
  after(seq: number | undefined): readonly Event[];
  end(): void;
}

/**
 * Receives the events of one person: subscribes to all of their dialogs, and reconnects after a loss at its cursor in the event
 * log, after 0.5 s growing to 15 s. Events are emitted as soon as they arrive.
 */
export class EventClient {
  readonly #transport: Pick<Transport, 'connect'>;
  readonly #observer: EventClientObserver;
  readonly #listeners = new Set<ServerEventListener>();
  readonly #recordings = new Set<Event[]>();
  #state: EventClientState = 'closed';
  #owner: EventClientOwner | null = null;
  #socket: EventSocket | null = null;
  #cursor: Cursor | null = null;
  /** Every event after this number was or will be received; null before the first subscription. */
  #completeSince: number | null = null;
  /** The lowest number of an answer that came before the first subscription. */
  #earliestAnswer = Infinity;
  readonly #backoff = new Backoff(RETRY_DELAYS);
  #retryTimer: Timer;
  #silenceTimer: Timer;
  #subscribed = latch();

  constructor(transport: Pick<Transport, 'connect'>, observer: EventClientObserver) {
    this.#transport = transport;
    this.#observer = observer;
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

  /** Connects for a person in place of the one before, from a cursor on; null disconnects. */
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

  /** An answer read at `seq` has arrived: events after it that were not received are fetched. */
  coverFrom(seq: number): void {
    if (!this.#owner) return;
    if (this.#completeSince === null) this.#earliestAnswer = Math.min(this.#earliestAnswer, seq);
    else if (seq < this.#completeSince) this.#resumeFrom(seq);
  }

  /** Waits for the first subscription, however long it takes. */
  subscribed(): Promise<void> {
    return this.#subscribed.promise;
  }

  /** Reconnects a lost connection at once, or checks that an open one is still alive. */
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
    this.#observer.onFrame();
    this.#expectFrame(SILENCE);
    switch (frame.Type) {
      case 'hello':
        this.#cursor ??= { log: frame.Log, seq: frame.Seq };
        return this.#subscribe();
      case 'subscribed':
        return this.#handleSubscribed(frame.Seq);
      case 'reset':
        this.#cursor = { log: frame.Log, seq: frame.Seq };
        this.#completeSince = frame.Seq;
        for (const recording of this.#recordings) recording.length = 0;
        return this.#emit({ Type: 'reset' });
      case 'unsubscribed':
      case 'error':
        return;
      default:
        return this.#handleEvent(frame);
    }
  }

  /** An event that was replayed twice is emitted once. */
  #handleEvent(event: Event): void {
    if (event.Seq !== undefined) {
      if (this.#cursor) {
        if (event.Seq <= this.#cursor.seq) return;
        this.#cursor = { ...this.#cursor, seq: event.Seq };
      }
      for (const recording of this.#recordings) recording.push(event);
    }
    this.#emit(event);
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

  /** Fetches all events after `seq`, those again that were received already: applying them twice is harmless. */
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

  #handleClose(code: number): void {
    this.#disconnect();
    if (code === TOKEN_REVOKED) return this.#observer.onRevoked();
    // The very first attempt may fail without being reported.
    const isFirst = this.#state === 'connecting' && this.#backoff.attempts === 0;
    this.#setState(isFirst ? 'connecting' : 'reconnecting');
    this.#retryTimer = setTimeout(() => this.#owner && this.#connect(this.#owner), this.#backoff.next());
  }

  #setState(state: EventClientState): void {
    this.#state = state;
    this.#observer.onState(state);
  }

  /** Subscribing again is answered and changes nothing: a connection without that answer is dead, whatever the system says. */
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

  #emit(event: ServerEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}

/** Milliseconds. */
const RETRY_DELAYS = { first: 500, longest: 15_000 };
const HELLO_WAIT = 10_000;
const SILENCE = 40_000;
const PROBE_WAIT = 5_000;

type Timer = ReturnType<typeof setTimeout> | undefined;

/** Not Promise.withResolvers, which Node 20 lacks. */
function latch(): { promise: Promise<void>; resolve: () => void } {
  let open = () => undefined as void;
  const promise = new Promise<void>((resolve) => (open = resolve));
  return { promise, resolve: () => open() };
}
