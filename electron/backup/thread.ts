import { Worker } from 'node:worker_threads';
import makerPath from './maker?modulePath';
import type { BackupAnswer, BackupTask, Findings } from './task';

/** A piece of work on a thread of its own. */
export interface BackupWork {
  /** Rejects with what the thread fails with, or with the reason for which it was ended. */
  findings: Promise<Findings>;
  /** Ends it before its time; settles when the thread is gone. */
  end: (reason: Error) => Promise<void>;
}

/** Begins to make or to compare a backup: it takes from moments to minutes, and never the thread that answers calls. */
export function beginBackup(task: BackupTask): BackupWork {
  const { promise, resolve, reject } = Promise.withResolvers<Findings>();
  const worker = new Worker(makerPath, { resourceLimits: { maxOldGenerationSizeMb: 256 } });
  let ended = new Error('the thread of a backup ended early');
  worker.once('message', (answer: BackupAnswer) => {
    if ('findings' in answer) resolve(answer.findings);
    else reject(Object.assign(new Error(answer.error), { code: answer.code }));
  });
  worker.once('error', reject);
  // What it made is removed then: nothing may come to that any more.
  worker.once('exit', () => reject(ended));
  worker.postMessage(task);
  return {
    findings: promise,
    end: async (reason) => {
      ended = reason;
      await worker.terminate();
    },
  };
}
