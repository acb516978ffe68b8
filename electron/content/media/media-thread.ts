import { Worker } from 'node:worker_threads';
import { RoundRobinQueue } from '../round-robin-queue';
import type { MediaResponse, MediaRequest, MediaFacts } from './media-facts';
import readerPath from './media-worker?modulePath';
import type { ReceivedFile } from '../store';

/**
 * Reads the metadata of an audio or video file on a worker thread. The file is untrusted: if it keeps the thread busy
 * for more than a moment, the thread is terminated. People take turns. Throws if nothing can be read.
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
 * Shares one read among all callers: the same call may arrive several times at once, and the first to finish moves
 * the file away.
 */
export function readOnce<T>(received: ReceivedFile, read: () => Promise<T>): Promise<T> {
  const reading = (readings.get(received) as Promise<T> | undefined) ?? read();
  readings.set(received, reading);
  return reading;
}

/** Reading takes a few milliseconds; the time to load the libraries is not counted. */
const TIMEOUT_MS = 10_000;
/** Albums are uploaded file by file, so an idle thread is reused for a while. */
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
  const onResponse = (answer: MediaResponse) =>
    'facts' in answer ? resolve(answer.facts) : reject(new Error(answer.error));
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
  const worker = new Worker(readerPath, { resourceLimits: { maxOldGenerationSizeMb: 512 } });
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
