import type { Frame } from '../../../shared/events';
import { SOCKET } from '../../../shared/limits';
import type { EventConnections } from './event-connections';

/** Tells clients what the standby has stored when no event does, at most once in a while. */
export class DurabilityFrames {
  readonly #connections: Pick<EventConnections, 'all'>;
  /** Returns the Seq up to which the standby has stored everything; null without a standby. */
  readonly #durable: () => number | null;
  #timer: NodeJS.Timeout | null = null;
  #sentAt = -Infinity;

  constructor(connections: Pick<EventConnections, 'all'>, durable: () => number | null) {
    this.#connections = connections;
    this.#durable = durable;
  }

  /** The standby has stored more, or it came or went. */
  changed(): void {
    if (this.#timer !== null) return;
    // Not at once: an event that is delivered in the same turn says it, too.
    const wait = Math.max(0, this.#sentAt + SOCKET.durable * 1000 - performance.now());
    this.#timer = setTimeout(() => this.#send(), wait).unref();
  }

  #send(): void {
    this.#timer = null;
    this.#sentAt = performance.now();
    const durable = this.#durable();
    const frame = JSON.stringify({ Type: 'durable', Durable: durable } satisfies Frame);
    for (const connection of this.#connections.all()) {
      if (connection.isCompatible || connection.toldDurable === durable) continue;
      connection.toldDurable = durable;
      connection.sendEncoded(frame);
    }
  }
}
