import { Worker } from 'node:worker_threads';
import { FairQueue } from './fair-queue';
import type { MediaAnswer, MediaQuestion, Read } from './media-facts';
import readerPath from './media-reader?modulePath';
import type { Received } from './store';

/**
 * Reads what a file of sound or pictures says of itself, on a thread of its own: the file is a stranger's, and one that
 * keeps its reader busy for longer than a moment loses it. People take turns. Throws where there is nothing to be read.
 */
export function readMedia<K extends keyof Read>(
  person: number,
  { kind, path, type = '' }: { kind: K; path: string; type?: string },
): Promise<Read[K]> {
  return queue.run(person, async () => {
    clearTimeout(resting);
    try {
      return (await answerOf({ kind, path, type })) as Read[K];
    } finally {
      resting = setTimeout(stop, REST_MS).unref();
    }
  });
}

/**
 * Reads received bytes once for all who ask: the same call may come several times at once, and the first that is through
 * takes the file away.
 */
export function readOnce<T>(received: Received, read: () => Promise<T>): Promise<T> {
  const reading = (readings.get(received) as Promise<T> | undefined) ?? read();
  readings.set(received, reading);
  return reading;
}

/** A file is read in a few milliseconds; the loading of the libraries that do it, which takes longer, is not counted. */
const PATIENCE_MS = 10_000;
/** How long an idle thread is kept: people bring their albums at once. */
const REST_MS = 30_000;

const queue = new FairQueue<number>(1);
const readings = new WeakMap<Received, Promise<unknown>>();
let thread: Thread | null = null;
let resting: NodeJS.Timeout | undefined;

interface Thread {
  worker: Worker;
  /** It can be asked. */
  ready: Promise<void>;
}

async function answerOf(question: MediaQuestion): Promise<Read[keyof Read]> {
  const { worker, ready } = (thread ??= start());
  // A thread that rests does not keep the process alive, one that works does.
  worker.ref();
  await ready;
  const { promise, resolve, reject } = Promise.withResolvers<Read[keyof Read]>();
  const timer = setTimeout(() => fail(new Error('reading takes too long')), PATIENCE_MS);
  const answered = (answer: MediaAnswer) =>
    'facts' in answer ? resolve(answer.facts) : reject(new Error(answer.error));
  const fail = (error: Error) => {
    stop();
    reject(error);
  };
  worker.once('message', answered);
  worker.once('error', fail);
  worker.postMessage(question);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off('message', answered).off('error', fail).unref();
  });
}

function start(): Thread {
  const worker = new Worker(readerPath, { resourceLimits: { maxOldGenerationSizeMb: 512 } });
  const ready = new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
    worker.once('exit', () => {
      if (thread?.worker === worker) thread = null;
      reject(new Error('the thread that reads media has ended'));
    });
  });
  return { worker, ready };
}

function stop(): void {
  void thread?.worker.terminate();
  thread = null;
}
