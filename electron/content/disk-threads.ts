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
 * Says that a file has grown to at least `size` bytes, which will not change: a worker thread hashes them meanwhile,
 * for `takeHash`.
 */
export function hashWritten(path: string, size: number): void {
  const told = toldSizes.get(path) ?? 0;
  if (size - told < TOLD_BYTES) return;
  toldSizes.set(path, size);
  // Without an answer, `takeHash` reads the file.
  growingThread.run({ kind: 'hash-written', path, size }).catch(() => undefined);
}

/** Returns the SHA-256 of a file that was written completely, with `size` bytes. */
export async function takeHash(path: string, size: number): Promise<Buffer> {
  // Asking a thread would take longer.
  if (size <= TOLD_BYTES)
    return createHash('sha256')
      .update(await readFile(path))
      .digest();
  if (!toldSizes.delete(path)) return hashFile(path);
  await growingThread.run({ kind: 'hash-written', path, size });
  const known = await growingThread.run({ kind: 'take-hash', path, size });
  return known ? Buffer.from(known) : hashFile(path);
}

/** Forgets a file that will not be finished. */
export function forgetHash(path: string): void {
  if (toldSizes.delete(path)) growingThread.run({ kind: 'take-hash', path, size: 0 }).catch(() => undefined);
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
/** It keeps the hashes of growing files. If it ends in between, the files are read again. */
const growingThread = new DiskThreads(1);
/** Flushing waits for the disk, not the processor, and small files need not wait behind a large one. */
const flushThreads = new DiskThreads(4);

/** How much is hashed at once: a millisecond. */
const TOLD_BYTES = 1024 * 1024;
/** The sizes up to which growing files are hashed. */
const toldSizes = new Map<string, number>();
