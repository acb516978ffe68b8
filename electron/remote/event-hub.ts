import { z } from 'zod';
import type { RetryDelays } from '../../shared/client/backoff';
import { EventClient, type ServerEvent } from '../../shared/client/event-client';
import { TOKEN_REVOKED, type Cursor } from '../../shared/client/transport';
import type { SignedIn } from '../../shared/bridge';
import type { ClientCommand, Frame } from '../../shared/events';
import type { ConnectionHandle, ConnectionOptions } from '../service';
import { eventTransport, type CommunityApi } from './event-transport';
import { unixNow } from '../unix-time';

/** The host and person of an EventHub, and who receives its events. */
export interface EventHubOptions {
  community: Pick<CommunityApi, 'connect'>;
  /** The program's name in the person's list of devices. */
  client: string;
  signedIn: SignedIn;
  /** Where the replica stands: events after it are wanted; null if there is none. */
  cursor: Cursor | null;
  /** The version of this program. */
  version: string;
  /** Milliseconds between attempts to connect again. */
  retryDelays: RetryDelays;
  /** The host answers, or no longer does. */
  onState: (isConnected: boolean) => void;
  /** Called with each frame of the host, before anything else. */
  onFrame?: (frame: Frame) => void;
  /** Called with each event before the pages receive it. */
  onEvent: (event: ServerEvent) => void;
  /** The host no longer accepts the token. */
  onRevoked: () => void;
}

/**
 * One event connection to a host for all pages of a person in this program. The pages stay connected to the hub while
 * the host is away, and receive what they missed when it is back.
 */
export class EventHub {
  readonly #options: EventHubOptions;
  readonly #events: EventClient;
  readonly #pages = new Set<PageConnection>();
  /** The latest events as JSON, for pages that connect again. */
  #recent: { seq: number; frame: string }[] = [];
  #isConnected = false;
  /** Whether the first attempt to connect has ended. */
  #hasTried = false;
  #isStarted = false;
  #onTried: (() => void)[] = [];
  #isHolding = false;

  constructor(options: EventHubOptions) {
    this.#options = options;
    const { community, client, signedIn, cursor } = options;
    this.#events = new EventClient(
      eventTransport(community, client),
      {
        onState: (state) => this.#changeState(state === 'connected'),
        onFrame: (frame) => options.onFrame?.(frame),
        onRevoked: () => this.#revoke(),
      },
      options.retryDelays,
    );
    this.#events.on((event) => this.#receive(event));
    this.#events.setOwner(signedIn, cursor);
    this.#isStarted = true;
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** The position of the last event that pages received; null before the first connection of all. */
  get cursor(): Cursor | null {
    return this.#events.cursor;
  }

  /** Resolves once the first attempt to connect has ended, or after some milliseconds. */
  async settled(within: number): Promise<void> {
    if (this.#hasTried) return;
    await new Promise<void>((resolve) => {
      this.#onTried.push(resolve);
      setTimeout(resolve, within).unref();
    });
  }

  /** Connects a page. */
  connect({ since, log, send, close }: ConnectionOptions): ConnectionHandle {
    const page: PageConnection = {
      resume: since === undefined ? null : { log: log ?? '', seq: since },
      send,
      close,
      isGreeted: false,
      early: [],
      walls: new Map(),
    };
    this.#pages.add(page);
    this.#greet(page);
    return {
      command: (command) => this.#handle(page, command),
      close: () => this.#disconnect(page),
      touch: () => undefined,
    };
  }

  /** Sends frames that are no events of the host's log to all pages. */
  push(frames: readonly Frame[]): void {
    for (const frame of frames) this.#broadcast(JSON.stringify(frame));
  }

  /** Lets the pages read everything again. */
  reset(): void {
    const { cursor } = this;
    if (cursor) this.push([{ Type: 'reset', Log: cursor.log, Seq: cursor.seq }]);
  }

  /** Withholds events from the pages until `reset` replaces them. */
  async holdUntilReset<T>(work: () => Promise<T>): Promise<T> {
    this.#isHolding = true;
    try {
      return await work();
    } finally {
      this.#isHolding = false;
      this.reset();
    }
  }

  /**
   * Connects again immediately, or checks that the connection is alive: the computer woke up or changed its network.
   */
  reconnect(): void {
    this.#events.reconnect();
  }

  /** Disconnects from the host and closes the connections of the pages. */
  close(): void {
    this.#events.setOwner(null);
    for (const page of this.#pages) page.close(1001, '');
    this.#pages.clear();
  }

  #changeState(isConnected: boolean): void {
    if (this.#isStarted) this.#endFirstAttempt();
    // Before the first subscription there is no position to greet with.
    for (const page of this.#pages) this.#greet(page);
    if (isConnected === this.#isConnected) return;
    this.#isConnected = isConnected;
    this.#options.onState(isConnected);
  }

  #endFirstAttempt(): void {
    this.#hasTried = true;
    for (const resolve of this.#onTried.splice(0)) resolve();
  }

  #receive(event: ServerEvent): void {
    this.#options.onEvent(event);
    if (event.Type === 'reset') {
      this.#recent = [];
      return this.reset();
    }
    const frame = JSON.stringify(event);
    if (event.Seq !== undefined) {
      this.#recent.push({ seq: event.Seq, frame });
      if (this.#recent.length > 2 * MAX_RECENT) this.#recent = this.#recent.slice(-MAX_RECENT);
    }
    if (!this.#isHolding) this.#broadcast(frame);
  }

  #broadcast(frame: string): void {
    for (const page of this.#pages) if (page.isGreeted) page.send(frame);
  }

  #greet(page: PageConnection): void {
    const { cursor } = this;
    if (page.isGreeted || !cursor) return;
    page.isGreeted = true;
    const { version } = this.#options;
    const { log, seq } = cursor;
    const hello = {
      Type: 'hello',
      ok: 1,
      version,
      Log: log,
      Seq: seq,
      Oldest: seq,
      Time: unixNow(),
    } as const;
    page.send(JSON.stringify(hello satisfies Frame));
    if (page.resume) this.#replay(page, page.resume, cursor);
    for (const command of page.early.splice(0)) this.#handle(page, command);
  }

  /** Sends what a page missed, or lets it read everything again. */
  #replay(page: PageConnection, from: Cursor, { log, seq }: Cursor): void {
    if (from.log === log && from.seq === seq) return;
    const oldest = this.#recent[0]?.seq ?? Infinity;
    if (from.log !== log || from.seq > seq || from.seq < oldest - 1)
      return page.send(JSON.stringify({ Type: 'reset', Log: log, Seq: seq } satisfies Frame));
    for (const event of this.#recent) if (event.seq > from.seq) page.send(event.frame);
  }

  #handle(page: PageConnection, command: unknown): void {
    if (!page.isGreeted) return void page.early.push(command);
    const subscription = Subscription.safeParse(command);
    // The host checks commands; those that it doesn't know change nothing.
    if (!subscription.success) return this.#events.send(command as ClientCommand);
    const { command: what, category, thing_id } = subscription.data;
    if (category === 'wall') return this.#watchWall(page, what, thing_id);
    // All own dialogs are subscribed to already; a page that asks again doubts its connection.
    if (thing_id !== this.#options.signedIn.id) this.#events.send(subscription.data);
    else this.#events.reconnect();
    const Type = subscription.data.command === 'subscribe' ? 'subscribed' : 'unsubscribed';
    const Seq = this.cursor?.seq ?? 0;
    page.send(JSON.stringify({ Type, category, thing_id, Seq } satisfies Frame));
  }

  /** The page is answered whenever the host has answered: after each contact with it. */
  #watchWall(page: PageConnection, command: 'subscribe' | 'unsubscribe', wall: number): void {
    page.walls.get(wall)?.();
    page.walls.delete(wall);
    if (command === 'unsubscribe') return;
    const onSubscribed = (seq: number) =>
      page.send(
        JSON.stringify({ Type: 'subscribed', category: 'wall', thing_id: wall, Seq: seq } satisfies Frame),
      );
    page.walls.set(wall, this.#events.watchWall(wall, onSubscribed));
  }

  #disconnect(page: PageConnection): void {
    this.#pages.delete(page);
    for (const unwatch of page.walls.values()) unwatch();
    page.walls.clear();
  }

  #revoke(): void {
    for (const page of this.#pages) page.close(TOKEN_REVOKED, '');
    this.#pages.clear();
    this.#options.onRevoked();
  }
}

const Subscription = z.object({
  command: z.enum(['subscribe', 'unsubscribe']),
  category: z.enum(['dialog', 'wall']),
  thing_id: z.number(),
});

interface PageConnection extends Pick<ConnectionOptions, 'send' | 'close'> {
  /** The last event that the page knows; null for none. */
  resume: Cursor | null;
  isGreeted: boolean;
  /** Commands that came before the greeting. */
  early: unknown[];
  /** The walls that it watches, each with what ends that. */
  walls: Map<number, () => void>;
}

/** Events that are kept for pages that connect again. */
const MAX_RECENT = 500;
