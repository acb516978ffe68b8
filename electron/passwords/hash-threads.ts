import { Worker } from 'node:worker_threads';
import hasherPath from './hash-worker?modulePath';
import type { HashResult, HashRequest, HashTask } from './hash-task';

/** How many passwords are hashed at once in this process. */
export const MAX_THREADS = 2;

/**
 * Worker threads that only hash passwords, started on demand and terminated after half a minute without work. If a
 * thread fails, so do its tasks; the next task starts another one.
 */
export class HashThreads {
  readonly #modulePath: string;
  #threads: Thread[] = [];
  #idleTimer: NodeJS.Timeout | undefined;

  /** `modulePath` is the module that the threads run. */
  constructor(modulePath: string) {
    this.#modulePath = modulePath;
  }

  /** Runs a task on the thread with the fewest tasks. */
  run(task: HashTask): Promise<string | boolean> {
    clearTimeout(this.#idleTimer);
    const thread = this.#choose();
    const { promise, resolve, reject } = Promise.withResolvers<string | boolean>();
    const id = thread.next++;
    thread.tasks.set(id, { resolve, reject });
    // An idle thread must not keep the process alive; a busy one must.
    thread.worker.ref();
    thread.worker.postMessage({ id, task } satisfies HashRequest);
    return promise;
  }

  #choose(): Thread {
    const idle = this.#threads.find(({ tasks }) => tasks.size === 0);
    if (idle) return idle;
    if (this.#threads.length < MAX_THREADS) return this.#start();
    return this.#threads.reduce((least, one) => (one.tasks.size < least.tasks.size ? one : least));
  }

  #start(): Thread {
    const worker = new Worker(this.#modulePath, { resourceLimits: { maxOldGenerationSizeMb: 64 } });
    const thread: Thread = { worker, tasks: new Map(), next: 0 };
    worker.on('message', (answer: HashResult) => {
      const task = thread.tasks.get(answer.id);
      thread.tasks.delete(answer.id);
      if (thread.tasks.size === 0) this.#onIdle(worker);
      if ('result' in answer) task?.resolve(answer.result);
      else task?.reject(new Error(answer.error));
    });
    worker.on('error', (error) => this.#drop(thread, error));
    worker.on('exit', () => this.#drop(thread, new Error('a password hashing thread exited')));
    this.#threads.push(thread);
    return thread;
  }

  #onIdle(worker: Worker): void {
    worker.unref();
    if (this.#threads.some(({ tasks }) => tasks.size > 0)) return;
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#terminateAll(), IDLE_MS).unref();
  }

  #terminateAll(): void {
    for (const { worker } of this.#threads.splice(0)) void worker.terminate();
  }

  #drop(thread: Thread, reason: unknown): void {
    this.#threads = this.#threads.filter((one) => one !== thread);
    for (const { reject } of thread.tasks.values()) reject(reason);
    thread.tasks.clear();
  }
}

/** Shared by all services of this process. */
export const hashThreads = new HashThreads(hasherPath);

/** People sign in in bursts, as after a restart of the host; starting a thread takes ten times as long as a hash. */
const IDLE_MS = 30_000;

interface Thread {
  worker: Worker;
  tasks: Map<number, { resolve: (result: string | boolean) => void; reject: (reason: unknown) => void }>;
  next: number;
}
