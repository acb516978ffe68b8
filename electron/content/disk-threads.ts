import { Worker } from 'node:worker_threads';
import type { DiskAnswer, DiskTask } from './disk-task';
import workerPath from './disk-worker?modulePath';

/** The SHA-256 of a file. */
export async function hashFile(path: string): Promise<Buffer> {
  return Buffer.from((await readers.run({ kind: 'hash', path })) ?? []);
}

/** Copies a file; shares its blocks where the file system can. */
export async function copyFile(path: string, to: string): Promise<void> {
  await readers.run({ kind: 'copy', path, to });
}

/** Waits until a file's bytes, or the names in a folder, are on the disk for good. */
export async function syncPath(path: string): Promise<void> {
  await syncers.run({ kind: 'sync', path });
}

/** Threads that do one task each; a task waits where all of them work. */
class DiskThreads {
  readonly #max: number;
  readonly #waiting: (() => void)[] = [];
  #idle: Worker[] = [];
  #running = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  async run(task: DiskTask): Promise<Uint8Array | null> {
    if (this.#running >= this.#max) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    const worker = this.#idle.pop() ?? new Worker(workerPath);
    try {
      const answer = await answerOf(worker, task);
      this.#idle.push(worker);
      if ('result' in answer) return answer.result;
      throw Object.assign(new Error(answer.error), { code: answer.code });
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
      this.#idleTimer ??= setTimeout(() => this.#endIdle(), IDLE_MS).unref();
    }
  }

  #endIdle(): void {
    this.#idleTimer = undefined;
    for (const worker of this.#idle) void worker.terminate();
    this.#idle = [];
  }
}

async function answerOf(worker: Worker, task: DiskTask): Promise<DiskAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<DiskAnswer>();
  const onExit = () => reject(new Error('the thread for files has ended'));
  worker.once('message', resolve).once('error', reject).once('exit', onExit);
  // An idle thread does not keep the process alive, one that works does.
  worker.ref();
  worker.postMessage(task);
  return promise.finally(() => {
    worker.off('message', resolve).off('error', reject).off('exit', onExit).unref();
  });
}

const IDLE_MS = 30_000;
/** Hashing is for the processor: more threads would only take it from those who answer. */
const readers = new DiskThreads(1);
/** Waiting for the disk takes no processor, and small files need not wait behind a large one. */
const syncers = new DiskThreads(4);
