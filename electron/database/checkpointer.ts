import type { Database, Statement } from 'better-sqlite3';
import { CheckpointThread } from './checkpoint-thread';
import { BUSY_TIMEOUT_MS } from './connect';

/** Copies the write-ahead log elsewhere, and decides when it may be checkpointed. */
export interface LogFollower {
  /** Whether the log may be checkpointed now, after which a write restarts it. */
  mayCheckpoint: () => boolean;
}

/** Checkpoints the write-ahead log (WAL) on a thread, while calls are answered. */
export class Checkpointer {
  readonly #raw: Database;
  /** Tells how much of the log is pending; asked after every commit. */
  readonly #logState: Statement<[], { log: number; checkpointed: number }>;
  readonly #path: string;
  readonly #betweenWrites: (work: () => void) => Promise<void>;
  /** Follows the log; null for nobody. */
  follower: LogFollower | null = null;
  readonly #thread = new CheckpointThread();
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
   * Empties the log if all of it is in the database file: otherwise the next write may restart the log, without a
   * checkpoint. Call it while no transaction is open and no checkpoint is running.
   */
  emptyLog(): void {
    if (this.#pendingBytes() === 0) this.#endLog('TRUNCATE');
  }

  async close(): Promise<void> {
    await this.#running?.catch(() => undefined);
    await this.#thread.close();
  }

  /**
   * SQLite reuses the log only when nothing in it is pending: the little that was written meanwhile is checkpointed
   * here.
   */
  async #checkpointAll(): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS && this.#pendingBytes() > SMALL_BACKLOG_BYTES; round++)
      await this.#thread.copy(this.#path);
    // Over its old bytes, a write costs less than in a new file.
    if (this.follower) await this.#betweenWrites(() => this.#endLog('RESTART'));
    else if (!this.#raw.inTransaction) this.#raw.pragma('wal_checkpoint(PASSIVE)');
  }

  /** Checkpoints the whole log, after which a write restarts it; not while someone reads from it. */
  #endLog(mode: 'RESTART' | 'TRUNCATE'): void {
    this.#raw.pragma('busy_timeout = 0');
    try {
      this.#raw.pragma(`wal_checkpoint(${mode})`);
    } finally {
      this.#raw.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
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
