import type { ClientCommand, Event, Frame } from '../events';
import { Backoff } from './backoff';
import { TOKEN_REVOKED, type OpenLine, type Place, type Transport } from './transport';

/**
 * What a listener may hear: an event, or `reset`: events were missed that can't be replayed, so what is known has to be read
 * afresh.
 */
export type Heard = Event | { Type: 'reset' };
export type Listener = (heard: Heard) => void;

/** `closed` while it is nobody's; `connecting` at first; `connected`; `reconnecting` since it was lost. */
export type LineState = 'closed' | 'connecting' | 'connected' | 'reconnecting';

/** Whose line it is. */
export interface LineOwner {
  token: string;
  /** The person's own identifier. */
  id: number;
}

/** Who is told how a line stands. */
export interface LineWatcher {
  become(state: LineState): void;
  /** Something came over it. */
  hear(): void;
  /** The host no longer takes the token. */
  revoked(): void;
}

/**
 * The line for events: subscribed to all dialogs of its owner, and after a loss opened again where it was left (by log and
 * number), after 0.5 s growing to 15 s.
 */
export class Line {
  readonly #transport: Pick<Transport, 'connect'>;
  readonly #watcher: LineWatcher;
  readonly #listeners = new Set<Listener>();
  #state: LineState = 'closed';
  #who: LineOwner | null = null;
  #open: OpenLine | null = null;
  #place: Place | null = null;
  readonly #backoff = new Backoff(RETRY_DELAYS);
  #retryTimer: Timer;
  #silenceTimer: Timer;
  #subscribed = latch();
  /** Something was read before the first subscription, so that events in between may have been missed. */
  #readEarly = false;
  readonly #reads = new Set<Promise<unknown>>();
  /** How much waits to be told: what comes after it waits too. */
  #untold = 0;

  constructor(transport: Pick<Transport, 'connect'>, watcher: LineWatcher) {
    this.#transport = transport;
    this.#watcher = watcher;
  }

  /** Up to where it was heard; null before its first connection. */
  get place(): Place | null {
    return this.#place;
  }

  /** Hears every event until the function it gives is called. */
  on(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Opens the line for somebody, in place of whoever had it, to go on from a place; null closes it. */
  belongTo(who: LineOwner | null, place: Place | null = null): void {
    if (who?.token === this.#who?.token) return;
    this.#drop();
    this.#who = who;
    this.#place = place;
    this.#backoff.reset();
    this.#readEarly = false;
    this.#subscribed = latch();
    this.#become(who ? 'connecting' : 'closed');
    if (who) this.#connect(who);
  }

  /** Says something to the host; lost while there is no connection. */
  say(command: ClientCommand): void {
    this.#open?.command(command);
  }

  /**
   * Reads something whose changes are heard here. It waits for the first subscription, a second at most, so that nothing falls
   * between the answer and the events after it; what is heard meanwhile is told after the answer, two seconds later at most,
   * so that an answer never takes the place of something newer.
   */
  async reading<T>(work: () => Promise<T>): Promise<T> {
    await this.#beginning();
    const read = work();
    this.#reads.add(read);
    try {
      return await read;
    } finally {
      this.#reads.delete(read);
    }
  }

  /** Waits for the first subscription, however long it takes. */
  subscribed(): Promise<void> {
    return this.#subscribed.promise;
  }

  /** Opens a lost line now, or makes sure that an open one still lives. */
  tryNow(): void {
    if (!this.#who) return;
    if (this.#open && this.#state === 'connected') return this.#probe();
    this.#drop();
    this.#backoff.reset();
    this.#connect(this.#who);
  }

  /** Makes sure that an open line still lives. */
  probe(): void {
    if (this.#open) this.#probe();
  }

  async #beginning(): Promise<void> {
    if (!this.#who || this.#readEarly || this.#state === 'connected') return;
    const isInTime = await Promise.race([this.#subscribed.promise.then(() => true), wait(FIRST_WAIT)]);
    if (isInTime !== true) this.#readEarly = true;
  }

  #connect(who: LineOwner): void {
    clearTimeout(this.#retryTimer);
    this.#open = this.#transport.connect(who.token, this.#place, {
      frame: (frame) => this.#hear(frame),
      closed: (code) => this.#lose(code),
    });
    this.#listenForSilence(HELLO_WAIT);
  }

  #hear(frame: Frame): void {
    this.#watcher.hear();
    this.#listenForSilence(SILENCE);
    switch (frame.Type) {
      case 'hello':
        this.#place ??= { log: frame.Log, seq: frame.Seq };
        return this.#subscribe();
      case 'subscribed':
        return this.#begin();
      case 'reset':
        this.#place = { log: frame.Log, seq: frame.Seq };
        return this.#tell({ Type: 'reset' });
      case 'unsubscribed':
      case 'error':
        return;
      default:
        return this.#take(frame);
    }
  }

  /** What was replayed twice is told once. */
  #take(event: Event): void {
    if (event.Seq !== undefined && this.#place) {
      if (event.Seq <= this.#place.seq) return;
      this.#place = { ...this.#place, seq: event.Seq };
    }
    this.#tell(event);
  }

  #begin(): void {
    this.#backoff.reset();
    this.#become('connected');
    this.#subscribed.resolve();
    if (!this.#readEarly) return;
    this.#readEarly = false;
    this.#tell({ Type: 'reset' });
  }

  #subscribe(): void {
    const thing_id = this.#who?.id ?? 0;
    this.#open?.command({ command: 'subscribe', category: 'dialog', thing_id });
  }

  #lose(code: number): void {
    this.#drop();
    if (code === TOKEN_REVOKED) return this.#watcher.revoked();
    // The first attempt of all may fail quietly; after it whoever watches is told.
    this.#become(
      this.#state === 'connecting' && this.#backoff.attempts === 0 ? 'connecting' : 'reconnecting',
    );
    this.#retryTimer = setTimeout(() => this.#who && this.#connect(this.#who), this.#backoff.next());
  }

  #become(state: LineState): void {
    this.#state = state;
    this.#watcher.become(state);
  }

  /** Subscribing again is answered and changes nothing: a line that doesn't answer is dead, whatever the system thinks. */
  #probe(): void {
    this.#subscribe();
    this.#listenForSilence(PROBE_WAIT);
  }

  #listenForSilence(time: number): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(() => {
      if (time === SILENCE) this.#probe();
      else this.#lose(1006);
    }, time);
  }

  #drop(): void {
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#silenceTimer);
    this.#open?.close();
    this.#open = null;
  }

  #tell(heard: Heard): void {
    if (this.#untold === 0 && this.#reads.size === 0) return this.#tellNow(heard);
    const who = this.#who;
    this.#untold++;
    void this.#answered().then(() => {
      this.#untold--;
      if (this.#who === who) this.#tellNow(heard);
    });
  }

  /** All that is being read now was answered, and whoever asked has taken it. Of two that wait, the first is done first. */
  async #answered(): Promise<void> {
    await Promise.race([Promise.allSettled(this.#reads), wait(LONGEST_HOLD)]);
    await wait(0);
  }

  #tellNow(heard: Heard): void {
    for (const listener of [...this.#listeners]) listener(heard);
  }
}

/** Milliseconds. */
const FIRST_WAIT = 1_000;
const RETRY_DELAYS = { first: 500, longest: 15_000 };
const HELLO_WAIT = 10_000;
const SILENCE = 40_000;
const PROBE_WAIT = 5_000;
const LONGEST_HOLD = 2_000;

type Timer = ReturnType<typeof setTimeout> | undefined;

function wait(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}

/** Not Promise.withResolvers, which Node 20 lacks. */
function latch(): { promise: Promise<void>; resolve: () => void } {
  let open = () => undefined as void;
  const promise = new Promise<void>((resolve) => (open = resolve));
  return { promise, resolve: () => open() };
}
