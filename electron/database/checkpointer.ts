import type { Database } from 'better-sqlite3';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/**
 * Moves what the write-ahead log holds into the database. It waits for the disk for as long as a hundred messages take,
 * so that a thread does it on a connection of its own while calls are answered.
 */
export class Checkpointer {
  readonly #raw: Database;
  readonly #path: string;
  #worker: Worker | null = null;
  #running: Promise<void> | null = null;

  /** `raw` is the connection that writes. */
  constructor(raw: Database, path: string) {
    this.#raw = raw;
    this.#path = path;
  }

  /** Moves all once more than `bytes` wait, and says whether it did; throws what the thread fails with. */
  async run(bytes: number): Promise<boolean> {
    if (this.#running || this.#waiting() < bytes) return false;
    this.#running = this.#moveAll().finally(() => (this.#running = null));
    await this.#running;
    return true;
  }

  async close(): Promise<void> {
    await this.#running?.catch(() => undefined);
    await this.#worker?.terminate();
  }

  /** The log begins anew only when nothing in it waits: the little that came in meanwhile is moved here. */
  async #moveAll(): Promise<void> {
    for (let round = 0; round < ROUNDS && this.#waiting() > LITTLE; round++) await this.#moveOnThread();
    if (!this.#raw.inTransaction) this.#raw.pragma('wal_checkpoint(PASSIVE)');
  }

  #moveOnThread(): Promise<void> {
    const worker = (this.#worker ??= this.#startWorker());
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    worker.once('message', resolve);
    worker.once('error', reject);
    // A thread that rests does not keep the process alive, one that works does.
    worker.ref();
    worker.postMessage(null);
    return promise.finally(() => worker.off('message', resolve).off('error', reject).unref());
  }

  #startWorker(): Worker {
    const driver = createRequire(import.meta.url).resolve('better-sqlite3');
    const worker = new Worker(WORKER, { eval: true, workerData: { driver, path: this.#path } });
    worker.once('error', () => (this.#worker = null));
    return worker;
  }

  /** Bytes of the log that are not in the database yet. */
  #waiting(): number {
    const [state] = this.#raw.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[];
    return state ? (state.log - state.checkpointed) * PAGE_BYTES : 0;
  }
}

const PAGE_BYTES = 4096;
/** Moving this much holds nobody up for long. */
const LITTLE = 256 * 1024;
/** In each round less comes in than was moved. */
const ROUNDS = 4;

/** As text, since it must be found from the sources, from the bundle and from the packed app. */
const WORKER = `
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
