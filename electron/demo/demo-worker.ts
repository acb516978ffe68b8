import { Worker } from 'node:worker_threads';

/** A message from the worker thread: the progress from 0 to 1, or the result. */
export type DemoWorkerMessage = { share: number } | { isDone: true } | { error: string };

/** What the worker thread is given: the folder, and about how many messages to write. */
export interface DemoWorkerData {
  data: string;
  messages: number;
}

/** The creation of a demo community on a worker thread. */
export interface DemoWorker {
  /** Rejects if the creation failed or was stopped. Leftover files are deleted now or at the next start. */
  done: Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Creates a demo community, using the built demo-thread.ts. `onProgress` receives the progress from 0 to 1.
 */
export function startDemoWorker(
  threadPath: string,
  workerData: DemoWorkerData,
  onProgress: (share: number) => void,
): DemoWorker {
  const thread = new Worker(threadPath, { workerData });
  const done = new Promise<void>((resolve, reject) => {
    thread.on('message', (answer: DemoWorkerMessage) => {
      if ('share' in answer) return onProgress(answer.share);
      if ('isDone' in answer) resolve();
      else reject(new Error(answer.error));
    });
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('creating the demo community was stopped')));
  });
  return {
    done: done.finally(() => void thread.terminate()),
    stop: async () => void (await thread.terminate()),
  };
}
