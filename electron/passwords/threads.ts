import { Worker } from 'node:worker_threads';
import hasherPath from './hasher?modulePath';
import type { HashAnswer, HashRequest, HashTask } from './task';

/** How many passwords are hashed at once in this process. */
export const THREADS = 2;

/**
 * Threads that only hash passwords, started when they are needed and ended after half a minute without work. A thread that
 * fails takes its tasks with it, and the next task starts another one.
 */
export class HashThreads {
  readonly #modulePath: string;
  #threads: Thread[] = [];
  #resting: NodeJS.Timeout | undefined;

  /** `modulePath` is the module that the threads run. */
  constructor(modulePath: string) {
    this.#modulePath = modulePath;
  }

  /** Computes a task on the thread with the least to do. */
  run(task: HashTask): Promise<string | boolean> {
    clearTimeout(this.#resting);
    const thread = this.#choose();
    const { promise, resolve, reject } = Promise.withResolvers<string | boolean>();
    const id = thread.next++;
    thread.tasks.set(id, { resolve, reject });
    // A thread that works keeps the process alive, an idle one does not.
    thread.worker.ref();
    thread.worker.postMessage({ id, task } satisfies HashRequest);
    return promise;
  }

  #choose(): Thread {
    const idle = this.#threads.find(({ tasks }) => tasks.size === 0);
    if (idle) return idle;
    if (this.#threads.length < THREADS) return this.#start();
    return this.#threads.reduce((least, one) => (one.tasks.size < least.tasks.size ? one : least));
  }

  #start(): Thread {
    const worker = new Worker(this.#modulePath, { resourceLimits: { maxOldGenerationSizeMb: 64 } });
    const thread: Thread = { worker, tasks: new Map(), next: 0 };
    worker.on('message', (answer: HashAnswer) => {
      const task = thread.tasks.get(answer.id);
      thread.tasks.delete(answer.id);
      if (thread.tasks.size === 0) this.#rest(worker);
      if ('result' in answer) task?.resolve(answer.result);
      else task?.reject(new Error(answer.error));
    });
    worker.on('error', (error) => this.#drop(thread, error));
    worker.on('exit', () => this.#drop(thread, new Error('a thread that hashes passwords has ended')));
    this.#threads.push(thread);
    return thread;
  }

  #rest(worker: Worker): void {
    worker.unref();
    if (this.#threads.some(({ tasks }) => tasks.size > 0)) return;
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#end(), REST_MS).unref();
  }

  #end(): void {
    for (const { worker } of this.#threads.splice(0)) void worker.terminate();
  }

  #drop(thread: Thread, reason: unknown): void {
    this.#threads = this.#threads.filter((one) => one !== thread);
    for (const { reject } of thread.tasks.values()) reject(reason);
    thread.tasks.clear();
  }
}

/** The threads that all services of this process share. */
export const hashThreads = new HashThreads(hasherPath);

/** People sign in at once, as after a restart of the host; a start takes ten times as long as a hash. */
const REST_MS = 30_000;

interface Thread {
  worker: Worker;
  tasks: Map<number, { resolve: (result: string | boolean) => void; reject: (reason: unknown) => void }>;
  next: number;
}
