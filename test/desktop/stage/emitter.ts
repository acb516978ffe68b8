import { EventEmitter } from 'node:events';

/**
 * An emitter that only accepts listeners for events it can emit. Any other event would never come, so it is an error
 * like any unknown call.
 */
export class Emitter extends EventEmitter {
  readonly #name: string;
  readonly #events: readonly string[];

  constructor(name: string, events: readonly string[]) {
    super();
    this.#name = name;
    this.#events = events;
  }

  override on(event: string, listener: (...values: never[]) => void): this {
    this.#requireKnown(event);
    return super.on(event, listener as () => void);
  }

  override once(event: string, listener: (...values: never[]) => void): this {
    this.#requireKnown(event);
    return super.once(event, listener as () => void);
  }

  #requireKnown(event: string): void {
    if (!this.#events.includes(event))
      throw new Error(`The stand-in for Electron never tells '${event}' of ${this.#name}`);
  }
}
