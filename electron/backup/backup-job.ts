import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import makerPath from './backup-worker?modulePath';
import { createCancelFlag, setCancelFlag } from '../database/cancel-flag.ts';
import type { BackupTaskResult, BackupTask, BackupFindings, BackupMessage } from './backup-task';

/** A backup task running on a worker thread. */
export interface BackupJob {
  /** Rejects with the thread's error, or with the reason passed to `cancel`. */
  findings: Promise<BackupFindings>;
  /** Cancels the task before its next step; resolves when the thread has exited. */
  cancel: (reason: Error) => Promise<void>;
}

/** Starts a backup task on a worker thread, since it takes up to minutes and must not block calls. */
export function startBackupJob(task: BackupTask): BackupJob {
  const { promise, resolve, reject } = Promise.withResolvers<BackupFindings>();
  const worker = new Worker(makerPath, { resourceLimits: { maxOldGenerationSizeMb: 256 } });
  const flag = createCancelFlag();
  let endReason = new Error('the backup thread exited');
  let isCancelled = false;
  worker.once('message', (answer: BackupTaskResult) => {
    if ('findings' in answer) resolve(answer.findings);
    else if (!isCancelled) reject(Object.assign(new Error(answer.error), { code: answer.code }));
  });
  worker.once('error', reject);
  // After `cancel` the caller deletes the folder: it must wait until the thread no longer writes to it.
  const exited = once(worker, 'exit').finally(() => reject(endReason));
  const message: BackupMessage = { task, flag };
  worker.postMessage(message);
  return {
    findings: promise,
    cancel: async (reason) => {
      [isCancelled, endReason] = [true, reason];
      setCancelFlag(flag);
      await exited;
    },
  };
}
