import { Worker } from 'node:worker_threads';
import { RoundRobinQueue } from '../round-robin-queue';
import type { MediaResponse, MediaRequest, MediaFacts } from './media-facts';
import workerPath from './media-worker?modulePath';
import type { ReceivedFile } from '../store';

/**
 * Reads the metadata of an audio or video file on a worker thread. The file is untrusted, so the thread is terminated
 * after a timeout. People take turns. Throws if the file cannot be read.
 */
export function readMedia<K extends keyof MediaFacts>(
  person: number,
  { kind, path, type = '' }: { kind: K; path: string; type?: string },
): Promise<MediaFacts[K]> {
  return queue.run(person, async () => {
    clearTimeout(idleTimer);
    try {
      return (await request({ kind, path, type })) as MediaFacts[K];
    } finally {
      idleTimer = setTimeout(stop, IDLE_MS).unref();
    }
  });
}

/**
 * Reads a file once for all concurrent callers: a repeated call may arrive while the first is running, which moves the
 * file away when it finishes.
 */
export function readOnce<T>(received: ReceivedFile, read: () => Promise<T>): Promise<T> {
  const reading = (readings.get(received) as Promise<T> | undefined) ?? read();
  readings.set(received, reading);
  return reading;
}

/** Reading takes a few milliseconds; the time to load the libraries is not counted. */
const TIMEOUT_MS = 10_000;
/** An idle thread is reused for a while, because albums are uploaded file by file. */
const IDLE_MS = 30_000;

const queue = new RoundRobinQueue<number>(1);
const readings = new WeakMap<ReceivedFile, Promise<unknown>>();
let thread: Thread | null = null;
let idleTimer: NodeJS.Timeout | undefined;

interface Thread {
  worker: Worker;
  /** Resolves when requests are accepted. */
  ready: Promise<void>;
}

async function request(message: MediaRequest): Promise<MediaFacts[keyof MediaFacts]> {
  const { worker, ready } = (thread ??= start());
  // An idle thread must not keep the process alive; a busy one must.
  worker.ref();
  await ready;
  const { promise, resolve, reject } = Promise.withResolvers<MediaFacts[keyof MediaFacts]>();
  const timer = setTimeout(() => fail(new Error('reading the media file timed out')), TIMEOUT_MS);
  const onResponse = (response: MediaResponse) =>
    'facts' in response ? resolve(response.facts) : reject(new Error(response.error));
  const fail = (error: Error) => {
    stop();
    reject(error);
  };
  worker.once('message', onResponse);
  worker.once('error', fail);
  worker.postMessage(message);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off('message', onResponse).off('error', fail).unref();
  });
}

function start(): Thread {
  const worker = new Worker(workerPath, { resourceLimits: { maxOldGenerationSizeMb: 512 } });
  const ready = new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
    worker.once('exit', () => {
      if (thread?.worker === worker) thread = null;
      reject(new Error('the media thread exited'));
    });
  });
  return { worker, ready };
}

function stop(): void {
  void thread?.worker.terminate();
  thread = null;
}
