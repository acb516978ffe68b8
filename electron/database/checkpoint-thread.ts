import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/**
 * A thread that writes write-ahead logs into their database files (checkpoints). On the main thread, a checkpoint would
 * stop everything for about as long as a hundred messages take. The thread is started when it is first needed, and an
 * idle one doesn't keep the process alive. It runs one task at a time: wait for each before you start the next.
 */
export class CheckpointThread {
  #worker: Worker | null = null;

  /** Writes what is in the log of an open database, over a connection that stays open. Throws SQLite's error. */
  copy(path: string): Promise<void> {
    return this.#do({ path, isWhole: false });
  }

  /** Writes and deletes the log of a database that nobody has open. Throws SQLite's error. */
  end(path: string): Promise<void> {
    return this.#do({ path, isWhole: true });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #do(task: { path: string; isWhole: boolean }): Promise<void> {
    const worker = (this.#worker ??= this.#start());
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.ref();
    worker.postMessage(task);
    return promise.finally(() => worker.off('message', resolve).off('error', reject).unref());
  }

  #start(): Worker {
    const driver = createRequire(import.meta.url).resolve('better-sqlite3');
    const worker = new Worker(WORKER_SOURCE, { eval: true, workerData: { driver } });
    worker.once('error', () => (this.#worker = null));
    return worker;
  }
}

/** Inlined, because it must be found when run from sources, from the bundle and from the packaged app. */
const WORKER_SOURCE = `
  const { parentPort, workerData } = require('node:worker_threads');
  const Database = require(workerData.driver);
  const open = (path) => {
    const raw = new Database(path);
    raw.pragma('synchronous = FULL');
    raw.pragma('wal_autocheckpoint = 0');
    return raw;
  };
  let kept = null;
  parentPort.on('message', ({ path, isWhole }) => {
    if (isWhole) {
      const raw = open(path);
      try {
        raw.pragma('wal_checkpoint(TRUNCATE)');
      } finally {
        raw.close();
      }
    } else {
      kept ??= open(path);
      kept.pragma('wal_checkpoint(PASSIVE)');
    }
    parentPort.postMessage(null);
  });
`;
