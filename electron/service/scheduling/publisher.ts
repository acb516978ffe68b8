import type { Logger } from 'pino';
import type { Db, Store } from '../../database/open';

/** A kind of work that is done when its time comes. */
export interface ScheduledJob {
  /** What it is about, for the log. */
  subject: string;
  /** Returns when the next item is due (Unix seconds). */
  findNext: (db: Db) => Promise<number | undefined>;
  /** Returns the IDs of items whose time has come, the earliest first. */
  listDue: (db: Db, now: number, limit: number) => Promise<number[]>;
  /** Does one item, or a part of it, in one transaction, so that a crash neither loses nor repeats it. */
  run: (id: number) => Promise<void>;
}

export interface SchedulePublisherOptions {
  store: Store;
  jobs: readonly ScheduledJob[];
  /** Whether other processes may store items too; their word of it can be lost. */
  isShared: boolean;
  /** Unix seconds. */
  now: () => number;
  logger: Logger;
}

/** The longest wait in milliseconds: the clock may be set, and the machine may sleep. */
const MAX_WAIT_MS = 60_000;
/** Items read at once. */
const BATCH_SIZE = 20;

/**
 * Publishes scheduled messages and posts, and sends reminders, when their time comes: one timer waits for the earliest.
 */
export class SchedulePublisher {
  readonly #options: SchedulePublisherOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  /** Whether something changed since the schedule was last read. */
  #isChanged = false;
  #isClosed = false;

  constructor(options: SchedulePublisherOptions) {
    this.#options = options;
  }

  /** Does what is due, and sets the timer for the next item. Called at the start and after every change. */
  readonly refresh = (): void => void this.settled();

  /** Does what is due now. */
  async settled(): Promise<void> {
    this.#isChanged = true;
    this.#running ??= this.#runAll()
      .catch((error: unknown) => this.#retryLater(error, 'the schedule'))
      .finally(() => (this.#running = null));
    await this.#running;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #runAll(): Promise<void> {
    const { store, jobs, now } = this.#options;
    while (this.#isChanged && !this.#isClosed) {
      this.#isChanged = false;
      if (!store.writer.isWritable) return this.#wait(MAX_WAIT_MS);
      let wait = this.#options.isShared ? MAX_WAIT_MS : Infinity;
      for (const job of jobs) {
        const failed = await this.#runDue(job);
        const next = await store.read(job.findNext);
        if (failed > 0) wait = Math.min(wait, MAX_WAIT_MS);
        else if (next !== undefined) wait = Math.min(wait, Math.max(0, next - now()) * 1000);
      }
      if (wait < Infinity) this.#wait(Math.min(MAX_WAIT_MS, wait));
    }
  }

  /** Does every item whose time has come. Returns how many failed for a reason that may pass. */
  async #runDue(job: ScheduledJob): Promise<number> {
    const { store, now } = this.#options;
    const failed = new Set<number>();
    for (;;) {
      const due = await store.read((db) => job.listDue(db, now(), failed.size + BATCH_SIZE));
      const untried = due.filter((id) => !failed.has(id));
      if (untried.length === 0) return failed.size;
      for (const id of untried) {
        if (this.#isClosed) return failed.size;
        await job.run(id).catch((error: unknown) => {
          failed.add(id);
          this.#retryLater(error, job.subject);
        });
      }
    }
  }

  #retryLater(error: unknown, subject: string): void {
    const { store, logger } = this.#options;
    logger.error({ err: store.health.translate(error) }, `failed to process ${subject}`);
    this.#wait(MAX_WAIT_MS);
  }

  #wait(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(this.refresh, milliseconds).unref();
  }
}
