import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { DiskTaskResult, DiskTask } from './disk-task';
import workerPath from './disk-worker?modulePath';

/** Computes the SHA-256 of a file on a worker thread. */
export async function hashFile(path: string): Promise<Buffer> {
  return Buffer.from((await readThreads.run({ kind: 'hash', path })) ?? []);
}

/**
 * Begins to hash the first `size` bytes of a file that is still being written, on a worker thread. These bytes must not
 * change any more. `finishHash` then only has to hash the rest.
 */
export function hashAhead(path: string, size: number): void {
  const requested = requestedSizes.get(path) ?? 0;
  if (size - requested < HASH_STEP_BYTES) return;
  requestedSizes.set(path, size);
  // Without an answer, `finishHash` reads the file.
  growingThread.run({ kind: 'hash-ahead', path, size }).catch(() => undefined);
}

/** Returns the SHA-256 of a file that is complete, with `size` bytes. */
export async function finishHash(path: string, size: number): Promise<Buffer> {
  // Asking a thread would take longer.
  if (size <= HASH_STEP_BYTES)
    return createHash('sha256')
      .update(await readFile(path))
      .digest();
  if (!requestedSizes.delete(path)) return hashFile(path);
  await growingThread.run({ kind: 'hash-ahead', path, size });
  const known = await growingThread.run({ kind: 'finish-hash', path, size });
  return known ? Buffer.from(known) : hashFile(path);
}

/** Discards the hash of a file that will not be completed. */
export function dropHash(path: string): void {
  if (requestedSizes.delete(path))
    growingThread.run({ kind: 'finish-hash', path, size: 0 }).catch(() => undefined);
}

/** Copies a file; shares its blocks if the file system can. */
export async function copyFile(path: string, to: string): Promise<void> {
  await readThreads.run({ kind: 'copy', path, to });
}

/** Flushes a file's bytes, or the names in a folder, to the disk: a new name is only durable then. */
export async function flushPath(path: string): Promise<void> {
  await flushThreads.run({ kind: 'flush', path });
}

/** A pool of worker threads that run one task each; further tasks are queued. */
class DiskThreads {
  readonly #max: number;
  readonly #queue: (() => void)[] = [];
  #idle: Worker[] = [];
  #running = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  async run(task: DiskTask): Promise<Uint8Array | null> {
    if (this.#running >= this.#max) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#running++;
    const worker = this.#idle.pop() ?? new Worker(workerPath);
    try {
      const answer = await runOn(worker, task);
      this.#idle.push(worker);
      if ('result' in answer) return answer.result;
      throw Object.assign(new Error(answer.error), { code: answer.code });
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#running--;
      this.#idleTimer ??= setTimeout(() => this.#terminateIdle(), IDLE_MS).unref();
    }
  }

  #terminateIdle(): void {
    this.#idleTimer = undefined;
    for (const worker of this.#idle) void worker.terminate();
    this.#idle = [];
  }
}

async function runOn(worker: Worker, task: DiskTask): Promise<DiskTaskResult> {
  const { promise, resolve, reject } = Promise.withResolvers<DiskTaskResult>();
  const onExit = () => reject(new Error('the disk thread exited'));
  worker.once('message', resolve).once('error', reject).once('exit', onExit);
  // An idle thread must not keep the process alive; a busy one must.
  worker.ref();
  worker.postMessage(task);
  return promise.finally(() => {
    worker.off('message', resolve).off('error', reject).off('exit', onExit).unref();
  });
}

const IDLE_MS = 30_000;
/** Hashing uses the processor: more threads would slow down the answering of calls. */
const readThreads = new DiskThreads(1);
/** One thread, because it holds the unfinished hashes of growing files. If it ends, the files are read again. */
const growingThread = new DiskThreads(1);
/** Flushing waits for the disk, not the processor, and small files need not wait behind a large one. */
const flushThreads = new DiskThreads(4);

/** A file is hashed ahead in steps of at least this size, which take a millisecond. */
const HASH_STEP_BYTES = 1024 * 1024;
/** Up to which size each growing file is hashed, or will be. */
const requestedSizes = new Map<string, number>();
