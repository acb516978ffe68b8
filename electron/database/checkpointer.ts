import type { Database, Statement } from 'better-sqlite3';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { BUSY_TIMEOUT_MS } from './connect';

/** Copies the write-ahead log elsewhere, and decides when it may be checkpointed. */
export interface LogFollower {
  /** Whether the log may be checkpointed now, after which a write begins it anew. */
  mayCheckpoint: () => boolean;
}

/**
 * Checkpoints the write-ahead log (WAL) on a worker thread with its own connection: the disk is busy for about as
 * long as a hundred messages take, and calls must be answered meanwhile.
 */
export class Checkpointer {
  readonly #raw: Database;
  /** Tells how much of the log is pending; asked after every commit. */
  readonly #logState: Statement<[], { log: number; checkpointed: number }>;
  readonly #path: string;
  readonly #betweenWrites: (work: () => void) => Promise<void>;
  /** Follows the log; null for nobody. */
  follower: LogFollower | null = null;
  #worker: Worker | null = null;
  #running: Promise<void> | null = null;

  /** `raw` is the writing connection; `betweenWrites` runs work while it has no open transaction. */
  constructor(raw: Database, path: string, betweenWrites: (work: () => void) => Promise<void>) {
    this.#raw = raw;
    this.#logState = raw.prepare('PRAGMA wal_checkpoint(NOOP)');
    this.#path = path;
    this.#betweenWrites = betweenWrites;
  }

  /** Whether a checkpoint is running; resolves at its end. */
  get running(): Promise<void> | null {
    return this.#running;
  }

  /**
   * Checkpoints the whole log if more than `bytes` are pending, and returns whether it did. Throws the thread's
   * error.
   */
  async run(bytes: number): Promise<boolean> {
    if (this.#running || this.#pendingBytes() < bytes) return false;
    if (this.follower?.mayCheckpoint() === false) return false;
    this.#running = this.#checkpointAll().finally(() => (this.#running = null));
    await this.#running;
    return true;
  }

  /**
   * Empties the log if all of it is in the database file: otherwise the next write may begin it anew, without a
   * checkpoint. Call it while no transaction is open and no checkpoint is running.
   */
  emptyLog(): void {
    if (this.#pendingBytes() === 0) this.#endLog('TRUNCATE');
  }

  async close(): Promise<void> {
    await this.#running?.catch(() => undefined);
    await this.#worker?.terminate();
  }

  /**
   * SQLite reuses the log only when nothing in it is pending: the little that was written meanwhile is checkpointed
   * here.
   */
  async #checkpointAll(): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS && this.#pendingBytes() > SMALL_BACKLOG_BYTES; round++)
      await this.#checkpointOnThread();
    // Over its old bytes, a write costs less than in a new file.
    if (this.follower) await this.#betweenWrites(() => this.#endLog('RESTART'));
    else if (!this.#raw.inTransaction) this.#raw.pragma('wal_checkpoint(PASSIVE)');
  }

  /** Checkpoints the whole log, after which a write begins it anew; not while someone reads from it. */
  #endLog(mode: 'RESTART' | 'TRUNCATE'): void {
    this.#raw.pragma('busy_timeout = 0');
    try {
      this.#raw.pragma(`wal_checkpoint(${mode})`);
    } finally {
      this.#raw.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }

  #checkpointOnThread(): Promise<void> {
    const worker = (this.#worker ??= this.#startWorker());
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    worker.once('message', resolve);
    worker.once('error', reject);
    // An idle thread must not keep the process alive; a busy one must.
    worker.ref();
    worker.postMessage(null);
    return promise.finally(() => worker.off('message', resolve).off('error', reject).unref());
  }

  #startWorker(): Worker {
    const driver = createRequire(import.meta.url).resolve('better-sqlite3');
    const worker = new Worker(WORKER_SOURCE, { eval: true, workerData: { driver, path: this.#path } });
    worker.once('error', () => (this.#worker = null));
    return worker;
  }

  /** Bytes of the log that are not in the database yet. */
  #pendingBytes(): number {
    const state = this.#logState.get();
    return state ? (state.log - state.checkpointed) * PAGE_BYTES : 0;
  }
}

const PAGE_BYTES = 4096;
/** Small enough to be checkpointed on this thread without delaying calls. */
const SMALL_BACKLOG_BYTES = 256 * 1024;
/** Each round leaves less than the one before. */
const MAX_ROUNDS = 4;

/** Inlined, because it must be found when run from sources, from the bundle and from the packaged app. */
const WORKER_SOURCE = `
  const { parentPort, workerData } = require('node:worker_threads');
  const Database = require(workerData.driver);
  const raw = new Database(workerData.path);
  raw.pragma('synchronous = FULL');
  raw.pragma('wal_autocheckpoint = 0');
  parentPort.on('message', () => {
    raw.pragma('wal_checkpoint(PASSIVE)');
    parentPort.postMessage(null);
  });
`;
