import type { Frame } from '../../../shared/events';
import { SOCKET } from '../../../shared/limits';
import type { EventConnections } from './event-connections';

/**
 * Sends `durable` frames: up to which event the standby has stored everything. Clients learn this from the frames of
 * events too, so a `durable` frame is only sent when there is no event, and not often.
 */
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

  /** Call it when the standby has stored more, has connected or is gone. */
  changed(): void {
    if (this.#timer !== null) return;
    // Not at once: an event that is delivered in the same turn has the number, too.
    const wait = Math.max(0, this.#sentAt + SOCKET.durable * 1000 - performance.now());
    this.#timer = setTimeout(() => this.#send(), wait).unref();
  }

  #send(): void {
    this.#timer = null;
    this.#sentAt = performance.now();
    const durable = this.#durable();
    const frame = JSON.stringify({ Type: 'durable', Durable: durable } satisfies Frame);
    for (const connection of this.#connections.all()) {
      if (connection.isCompatible || connection.announcedDurable === durable) continue;
      connection.announcedDurable = durable;
      connection.sendEncoded(frame);
    }
  }
}
