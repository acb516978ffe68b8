import type { Logger } from 'pino';
import { AppError, type ErrorCode } from '../../../shared/errors';
import type { Store } from '../../database/open';
import { requireCallerById } from '../access/access';
import type { Caller, Context } from '../context';
import type { GroupCommit } from '../group-commit';
import type { Session } from '../session';
import { findNextDue, findScheduled, listDue, type ScheduledRow } from './queries';
import { refuseScheduled } from './scheduled-items';

/** Publishes an item as its author, and removes it from the schedule. */
type Publish = (ctx: Context, row: ScheduledRow) => Promise<unknown>;

export interface SchedulePublisherOptions {
  store: Store;
  groups: GroupCommit;
  /** How to publish each kind. */
  publish: Record<ScheduledRow['kind'], Publish>;
  /** Unix seconds. */
  now: () => number;
  logger: Logger;
}

/** The longest wait in milliseconds: the clock may be set, and the machine may sleep. */
const MAX_WAIT_MS = 60_000;
/** Items read at once. */
const BATCH_SIZE = 20;

/**
 * Publishes scheduled messages and posts when their time comes: one timer waits for the earliest. An item is published
 * and removed from the schedule in one transaction, so that a crash neither loses nor repeats it.
 */
export class SchedulePublisher {
  readonly #options: SchedulePublisherOptions;
  #timer: NodeJS.Timeout | undefined;
  #publishing: Promise<void> | null = null;
  /** Whether something changed since the schedule was last read. */
  #isChanged = false;
  #isClosed = false;

  constructor(options: SchedulePublisherOptions) {
    this.#options = options;
  }

  /** Publishes what is due, and sets the timer for the next item. Called at the start and after every change. */
  readonly refresh = (): void => void this.settled();

  /** Publishes what is due now. */
  async settled(): Promise<void> {
    this.#isChanged = true;
    this.#publishing ??= this.#publishAll()
      .catch((error: unknown) => this.#retryLater(error))
      .finally(() => (this.#publishing = null));
    await this.#publishing;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#publishing;
  }

  async #publishAll(): Promise<void> {
    const { store, now } = this.#options;
    while (this.#isChanged && !this.#isClosed) {
      this.#isChanged = false;
      if (!store.writer.isWritable) return this.#wait(MAX_WAIT_MS);
      const failed = await this.#publishDue();
      const next = await store.read(findNextDue);
      if (next === undefined) continue;
      const wait = failed > 0 ? MAX_WAIT_MS : Math.max(0, next - now()) * 1000;
      this.#wait(Math.min(MAX_WAIT_MS, wait));
    }
  }

  /** Publishes every item whose time has come. Returns how many failed for a reason that may pass. */
  async #publishDue(): Promise<number> {
    const { store, now } = this.#options;
    const failed = new Set<number>();
    for (;;) {
      const due = await store.read((db) => listDue(db, now(), failed.size + BATCH_SIZE));
      const untried = due.filter((row) => !failed.has(row.id));
      if (untried.length === 0) return failed.size;
      for (const { id } of untried) {
        if (this.#isClosed) return failed.size;
        await this.#publishOrRefuse(id).catch((error: unknown) => {
          failed.add(id);
          this.#retryLater(error);
        });
      }
    }
  }

  #retryLater(error: unknown): void {
    const { store, logger } = this.#options;
    logger.error({ err: store.health.translate(error) }, 'failed to publish a scheduled item');
    this.#wait(MAX_WAIT_MS);
  }

  #wait(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(this.refresh, milliseconds).unref();
  }

  async #publishOrRefuse(id: number): Promise<void> {
    try {
      await this.#transact(id, async (row) => {
        const caller = await requireCallerById(this.#options.store.writer.db, row.person_id);
        return { caller, write: (ctx) => this.#options.publish[row.kind](ctx, row) };
      });
    } catch (error) {
      if (!(error instanceof AppError) || !REFUSALS.has(error.code)) throw error;
      const write = (row: ScheduledRow) => (ctx: Context) => refuseScheduled(ctx, row, error.code);
      await this.#transact(id, async (row) => ({ caller: null, write: write(row) }));
    }
  }

  /** Runs a write about an item, unless it was removed, changed or refused meanwhile. */
  #transact(
    id: number,
    work: (
      row: ScheduledRow,
    ) => Promise<{ caller: Caller | null; write: (ctx: Context) => Promise<unknown> }>,
  ): Promise<void> {
    const { store, groups, now } = this.#options;
    return store.writer.run(async () => {
      const { db } = store.writer;
      const row = await findScheduled(db, id);
      if (!row || row.refusal !== '' || row.due_at > now()) return;
      const { caller, write } = await work(row);
      await groups.collect({ db, session: NO_SESSION, caller }, write);
    });
  }
}

/** What the author must know of; after any other error publishing is tried again. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'auth_failed',
  'access_denied',
  'not_found',
  'conflict',
  'gone',
  'too_large',
  'validation_error',
  'rate_limit_exceeded',
]);

const NO_SESSION: Session = { token: null, address: '', userAgent: '' };
