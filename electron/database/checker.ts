import { Worker } from 'node:worker_threads';
import type { Damage } from './check';
import threadPath from './check-thread?modulePath';

/** What the thread answers: the damaged parts, none in a sound database, or why it could not check. */
export type CheckAnswer = { damage: Damage[] } | { error: string; code: string };

/** A check that runs. */
export interface RunningCheck {
  /** The damaged parts. Rejects where the database could not be checked, or the check was ended. */
  damage: Promise<Damage[]>;
  /** Ends it early. */
  end: () => Promise<void>;
}

/** Starts to check a database on a thread of its own: it takes from moments to minutes. */
export function startCheck(path: string): RunningCheck {
  const { promise, resolve, reject } = Promise.withResolvers<Damage[]>();
  const worker = new Worker(threadPath, { workerData: { path } });
  worker.once('message', (answer: CheckAnswer) => {
    if ('damage' in answer) resolve(answer.damage);
    else reject(Object.assign(new Error(answer.error), { code: answer.code }));
  });
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('the check of the database ended early')));
  return { damage: promise, end: async () => void (await worker.terminate()) };
}
