import { Worker } from 'node:worker_threads';

/** What the thread says: how far it is, from 0 to 1, and how it ended. */
export type MakingAnswer = { share: number } | { isDone: true } | { error: string };

/** The making of a practice community on a thread of its own. */
export interface Making {
  /** Rejects where it failed or was stopped; nothing is left of it then, or at the next making. */
  done: Promise<void>;
  stop: () => Promise<void>;
}

/** Makes a practice community in a folder, by the built thread.ts; `onProgress` hears how far it is, from 0 to 1. */
export function beginPractice(threadPath: string, data: string, onProgress: (share: number) => void): Making {
  const thread = new Worker(threadPath, { workerData: { data } });
  const done = new Promise<void>((resolve, reject) => {
    thread.on('message', (answer: MakingAnswer) => {
      if ('share' in answer) return onProgress(answer.share);
      if ('isDone' in answer) resolve();
      else reject(new Error(answer.error));
    });
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the making was stopped')));
  });
  return {
    done: done.finally(() => void thread.terminate()),
    stop: async () => void (await thread.terminate()),
  };
}
