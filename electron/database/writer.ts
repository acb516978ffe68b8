import type { Database } from 'better-sqlite3';
import { AppError } from '../../shared/errors';
import { batchesWithoutConflicts, type PrefetchPlan } from './caching/prefetch-plan';
import type { DatabaseHealth } from './health/health';
import type { Db } from './db';
import type { Transactions } from './transactions';

/** Decides whether writes are accepted now, apart from what the database itself allows. */
export interface WriteGate {
  readonly isOpen: boolean;
  /** Throws the error that writers get. */
  requireOpen: () => void;
}

/** Called around each group of writes. */
export interface GroupHooks {
  /** Runs the last statements of a group in its transaction, outside any savepoint. */
  beforeCommit: () => void | Promise<void>;
  /** The group is on the disk. Returns what is to happen right before its writes are answered. */
  afterCommit: () => () => void;
  /** Nothing of the group was stored. */
  afterRollback: () => void;
}

/**
 * The only way to change the database (group commit): queued writes share a transaction and its fsync. Each has its own
 * savepoint, so that a failing write doesn't affect the others; or a prefetch plan, with which it is run again if the
 * group fails.
 */
export class Writer {
  readonly db: Db;
  hooks: GroupHooks = { beforeCommit: noop, afterCommit: () => noop, afterRollback: noop };
  gate: WriteGate = { isOpen: true, requireOpen: noop };
  /** Called before each group of writes begins. Must not throw. */
  beforeGroup: () => void = noop;
  /** Called after each commit, before the next one can begin. Must not throw. */
  onCommitted: () => void = noop;
  /**
   * Calls `answer` to answer a group's writes, at once or later, in the order of the groups; or `refuse` if what was
   * committed here doesn't count. Must not throw.
   */
  beforeAnswer: (answer: () => void, refuse: (error: Error) => void) => void = (answer) => answer();
  #queue: QueuedWrite[] = [];
  #betweenGroups: (() => void)[] = [];
  #running: Promise<void> | null = null;
  #closed = false;
  readonly #health: DatabaseHealth;
  readonly #onCommit: () => void;
  readonly #transactions: Transactions;
  readonly #raw: Database | null;

  /**
   * `raw` is the connection to SQLite, null for another database; `onCommit` is called right before a group is
   * committed.
   */
  constructor(
    { transactions, raw }: { transactions: Transactions; raw: Database | null },
    db: Db,
    health: DatabaseHealth,
    onCommit: () => void = noop,
  ) {
    this.#raw = raw;
    this.#transactions = transactions;
    this.db = db;
    this.#health = health;
    this.#onCommit = onCommit;
  }

  /**
   * The connection itself, for what only SQLite has: its files, backups and the standby. Throws on another database.
   */
  get raw(): Database {
    if (!this.#raw) throw new Error('only a SQLite database has this');
    return this.#raw;
  }

  /** Whether writes are accepted at present. */
  get isWritable(): boolean {
    return this.#health.isWritable && this.gate.isOpen;
  }

  /** Throws `unavailable` if the database is read-only, or what the gate throws. */
  requireWritable(): void {
    this.#health.requireWritable();
    this.gate.requireOpen();
  }

  /** Resolves when all queued writes are committed. */
  async drained(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /**
   * Runs work in a transaction and resolves once it is on the disk. The work must await nothing but the database.
   * Throws the work's error, `unavailable` if nothing could be stored or the database is read-only, or what the gate
   * throws. With a prefetch plan the work may be run twice.
   */
  async run<T>(work: () => Promise<T>, plan?: PrefetchPlan): Promise<T> {
    this.requireWritable();
    return this.runDespiteGate(work, plan);
  }

  /**
   * The same, whatever the gate says: for reading a database in memory, which has one connection for everything, and
   * for the last write of a host.
   */
  async runDespiteGate<T>(work: () => Promise<T>, plan?: PrefetchPlan): Promise<T> {
    this.#health.requireWritable();
    if (this.#closed) throw new AppError('unavailable');
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, plan: this.#transactions.prefetched && plan, resolve, reject });
      this.#start();
    });
  }

  /** Runs synchronous work on the connection while no transaction is open. */
  async betweenGroups<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#betweenGroups.push(() => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
      this.#start();
    });
  }

  /** Finishes queued writes and accepts no new ones. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  #start(): void {
    this.#running ??= new Promise<void>((done) => {
      setImmediate(() => void this.#drain().finally(done));
    });
  }

  async #drain(): Promise<void> {
    while (this.#queue.length + this.#betweenGroups.length > 0) {
      for (const work of this.#betweenGroups.splice(0)) work();
      if (this.#queue.length > 0) await this.#runGroup(this.#queue.splice(0, MAX_GROUP_SIZE));
      // Let sockets and timers run between two groups.
      if (this.#queue.length > 0) await new Promise(setImmediate);
    }
    this.#running = null;
  }

  async #runGroup(group: QueuedWrite[]): Promise<void> {
    const settlements: (() => void)[] = [];
    const begun = new Set<QueuedWrite>();
    const end = this.#raw ? performance.now() + MAX_GROUP_MS : Infinity;
    try {
      this.beforeGroup();
      for (const batch of batchesWithoutConflicts(group)) {
        const prefetch = this.#prefetchOf(batch);
        if (begun.size === 0) await this.#transactions.begin(prefetch);
        else if (prefetch) await this.#transactions.prefetched?.prefetch(prefetch);
        for (const write of batch) {
          begun.add(write);
          settlements.push(await (write.plan ? this.#runPrefetched(write) : this.#runInSavepoint(write)));
        }
        if (performance.now() > end) break;
      }
      this.#queue.unshift(...group.splice(settlements.length));
      await this.hooks.beforeCommit();
      this.#onCommit();
      // Damage may have been found since the group began, and SQLite can still write to a file that was deleted.
      this.#health.requireWritable();
      this.#health.requireFile();
      await this.#transactions.commit();
    } catch (error) {
      return this.#fail(group, begun, this.#transactions.causeOf(error));
    }
    const beforeAnswer = this.hooks.afterCommit();
    this.onCommitted();
    const answer = () => {
      beforeAnswer();
      for (const settle of settlements) settle();
    };
    this.beforeAnswer(answer, (error) => {
      for (const write of group) write.reject(error);
    });
  }

  /**
   * Rolls a group back and rejects its writes. Writes with a prefetch plan and writes that hadn't begun are run again,
   * now each in its own savepoint, so that only the failing ones are rejected.
   */
  async #fail(group: readonly QueuedWrite[], begun: ReadonlySet<QueuedWrite>, error: unknown): Promise<void> {
    const canRepeat = !this.#transactions.isFatal(error);
    await this.#rollBack();
    this.hooks.afterRollback();
    const hasNotBegun = (write: QueuedWrite) => begun.size > 0 && !begun.has(write);
    const isRepeated = (write: QueuedWrite) => canRepeat && (write.plan || hasNotBegun(write));
    this.#queue.unshift(...group.filter(isRepeated).map((write) => ({ ...write, plan: undefined })));
    const unavailable = this.#toUnavailable(error);
    for (const write of group) if (!isRepeated(write)) write.reject(unavailable);
  }

  /** If the rollback fails, the next group fails because of the open transaction and rolls back again. */
  async #rollBack(): Promise<void> {
    try {
      if (this.#transactions.isOpen) await this.#transactions.rollback();
    } catch (error) {
      this.#health.reportError(error);
    }
  }

  #toUnavailable(error: unknown): AppError {
    const translated = this.#health.translate(error);
    return translated instanceof AppError && translated.code === 'unavailable'
      ? translated
      : new AppError('unavailable', undefined, { cause: error });
  }

  /** Returns a function that prefetches for the writes of a batch; undefined if none has a plan. */
  #prefetchOf(batch: readonly QueuedWrite[]): (() => Promise<unknown>) | undefined {
    const plans = batch.flatMap(({ plan }) => plan ?? []);
    return plans.length > 0 ? () => Promise.all(plans.map(({ prefetch }) => prefetch(this.db))) : undefined;
  }

  /** Runs one write without a savepoint. Rethrows an error after which parts of the write may be in the transaction. */
  async #runPrefetched(write: QueuedWrite): Promise<() => void> {
    const { prefetched } = this.#transactions;
    prefetched?.begin();
    try {
      const value = await write.work();
      return () => write.resolve(value as never);
    } catch (error) {
      if (!(error instanceof AppError) || prefetched?.hasChanged()) throw error;
      return () => write.reject(error);
    }
  }

  /** Runs one write in its savepoint. Rethrows errors of the disk and of the whole transaction. */
  async #runInSavepoint(write: QueuedWrite): Promise<() => void> {
    await this.#transactions.savepoint();
    try {
      const value = await write.work();
      await this.#transactions.release();
      return () => write.resolve(value as never);
    } catch (thrown) {
      const error = this.#transactions.causeOf(thrown);
      if (!this.#transactions.isOpen || this.#transactions.isFatal(error)) throw error;
      await this.#transactions.rollbackToSavepoint();
      return () => write.reject(error);
    }
  }
}

/** How many writes share one transaction and its fsync. */
const MAX_GROUP_SIZE = 64;
/** Milliseconds after which a group gets no more writes: SQLite runs them without a pause for sockets and timers. */
const MAX_GROUP_MS = 8;

interface QueuedWrite {
  work: () => Promise<unknown>;
  plan: PrefetchPlan | undefined;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

function noop(): void {
  return;
}
