import { hashSync, verifySync } from '@node-rs/argon2';
import { parentPort } from 'node:worker_threads';
import type { HashAnswer, HashRequest, HashTask } from './task.ts';

/** Argon2id, 19 MiB, 2 passes, 1 lane (OWASP's password storage sheet); the library's algorithm is argon2id unless told otherwise. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash of no known password, compared where there is no account: nobody learns from the time which accounts exist. */
const HASH_OF_NOBODY = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** The thread that hashes passwords, by the library's synchronous calls: its other ones occupy the threads that read files. */
parentPort?.on('message', ({ id, task }: HashRequest) => {
  parentPort?.postMessage(answerOf(id, task));
});

function answerOf(id: number, task: HashTask): HashAnswer {
  try {
    return { id, result: task.kind === 'hash' ? hashSync(task.password, COST) : isRight(task) };
  } catch (error) {
    return { id, error: String(error) };
  }
}

function isRight({ stored, password }: HashTask & { kind: 'verify' }): boolean {
  // Who was removed has "" in place of a hash.
  const isEqual = verifySync(stored || HASH_OF_NOBODY, password, COST);
  return isEqual && Boolean(stored);
}
