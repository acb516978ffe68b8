import type { Logger } from 'pino';
import type { Store } from '../../database/open';
import { findEventsAfter, type EventRow } from '../events/queries';

/** Events that are read at once. */
const BATCH_SIZE = 1000;

export interface EventCatchUpOptions {
  store: Pick<Store, 'reader'>;
  /** The Seq of the last event that this process knows. */
  seq: () => number;
  /** Takes events that follow the last one. */
  accept: (rows: readonly EventRow[], last: number) => void;
  logger: Logger;
}

/** Reads the events that other processes have stored, in order. */
export class EventCatchUp {
  readonly #options: EventCatchUpOptions;
  #isBehind = false;
  #isFailing = false;
  #running: Promise<void> | null = null;

  constructor(options: EventCatchUpOptions) {
    this.#options = options;
  }

  /** Resolves when this process knows all events that were stored before. */
  run(): Promise<void> {
    this.#isBehind = true;
    this.#running ??= this.#read()
      .then(
        () => this.#noteSuccess(),
        (error: unknown) => this.#noteFailure(error),
      )
      .finally(() => (this.#running = null));
    return this.#running;
  }

  #noteSuccess(): void {
    if (this.#isFailing) this.#options.logger.info('stored events can be read again');
    this.#isFailing = false;
  }

  /** Logs the first of several: a process tries again several times a second. */
  #noteFailure(error: unknown): void {
    if (!this.#isFailing) this.#options.logger.error({ err: error }, 'stored events could not be read');
    this.#isFailing = true;
  }

  /** Waits for a reading that has begun. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async #read(): Promise<void> {
    const { store, seq, accept } = this.#options;
    while (this.#isBehind) {
      this.#isBehind = false;
      const rows = await findEventsAfter(store.reader, seq(), BATCH_SIZE);
      // Events of this process may have been accepted meanwhile.
      const unknown = rows.filter((row) => row.seq > seq());
      const last = unknown.at(-1);
      if (last) accept(unknown, last.seq);
      if (rows.length === BATCH_SIZE) this.#isBehind = true;
    }
  }
}
