import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createCancelFlag, setCancelFlag } from '../cancel-flag.ts';
import type { CheckResult, Damage } from './check';
import threadPath from './check-worker?modulePath';

/** A check in progress. */
export interface RunningCheck {
  /** The damaged parts. Rejects if the database could not be checked or the check was cancelled. */
  damage: Promise<Damage[]>;
  /** Cancels the check before its next table; resolves when the thread has exited. */
  cancel: () => Promise<void>;
}

/** Starts checking a database on a worker thread, which takes up to minutes. */
export function startCheck(path: string): RunningCheck {
  const { promise, resolve, reject } = Promise.withResolvers<Damage[]>();
  const flag = createCancelFlag();
  const worker = new Worker(threadPath, { workerData: { path, flag } });
  const exited = once(worker, 'exit');
  worker.once('message', (answer: CheckResult) => {
    if ('damage' in answer) resolve(answer.damage);
    else reject(Object.assign(new Error(answer.error), { code: answer.code }));
  });
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('the database check was cancelled or its thread exited')));
  const cancel = async () => {
    setCancelFlag(flag);
    await exited;
  };
  return { damage: promise, cancel };
}
