import type { Logger } from 'pino';
import type { Frame } from '../../../shared/events';
import type { Caller, ReadContext } from '../context';
import { findAcquaintances } from './queries';
import type { EventConnections } from './event-connections';
import { authorsOf } from '../people/records';
import { findBlocked } from '../people/records-queries';

const DELAY_MS = 1000;
/** How long presence is announced without a break, in milliseconds. */
const SLICE_MS = 5;

/**
 * Announces who came online or went offline to people who know them. Waits a second first, so that a crowd leaving at
 * once costs few writes and is not announced to itself.
 */
export class Presence {
  readonly #connections: EventConnections;
  readonly #contextOf: (caller: Caller) => ReadContext;
  readonly #logger: Logger;
  readonly #changed = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #announcing: Promise<void> | null = null;

  constructor(connections: EventConnections, contextOf: (caller: Caller) => ReadContext, logger: Logger) {
    this.#connections = connections;
    this.#contextOf = contextOf;
    this.#logger = logger;
  }

  /** Queues the announcement of a person who came or went. */
  changed(person: number): void {
    this.#changed.add(person);
    this.#timer ??= setTimeout(() => void this.settled(), DELAY_MS).unref();
  }

  /** Announces everyone who is queued. */
  async settled(): Promise<void> {
    this.#announcing ??= this.#announceAll()
      .catch((error: unknown) => this.#logger.error({ err: error }, 'failed to announce presence'))
      .finally(() => (this.#announcing = null));
    await this.#announcing;
  }

  async #announceAll(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    let sliceStart = performance.now();
    for (const person of this.#changed) {
      this.#changed.delete(person);
      await this.#announce(person);
      if (performance.now() - sliceStart < SLICE_MS) continue;
      await new Promise(setImmediate);
      sliceStart = performance.now();
    }
  }

  /**
   * Announces one person. Across a block, or where the exact time is hidden, nothing is sent: any frame would reveal
   * it.
   */
  async #announce(person: number): Promise<void> {
    const subscribed = [...this.#connections.all()].filter(
      (connection) =>
        connection.live &&
        !connection.closed &&
        connection.isSubscribedToAll &&
        connection.caller.id !== person,
    );
    const [first] = subscribed;
    if (!first) return;
    const { db } = this.#contextOf(first.caller);
    const people = await findAcquaintances(db, person, [
      ...new Set(subscribed.map((connection) => connection.caller.id)),
    ]);
    const blocked = new Set(await findBlocked(db, people, person));
    const audience = new Set(people.filter((id) => !blocked.has(id)));
    const connections = subscribed.filter((connection) => audience.has(connection.caller.id));
    const [viewer] = connections;
    const author = viewer && (await authorsOf(this.#contextOf(viewer.caller), [person])).get(person);
    if (author?.Online.Degree !== 'exact') return;
    const frame = JSON.stringify({ Type: 'online', User: person, Online: author.Online } satisfies Frame);
    for (const connection of connections) connection.sendEncoded(frame);
  }
}
