import { hashSync, verifySync } from '@node-rs/argon2';
import type { MessagePort } from 'node:worker_threads';
import type { HashResult, HashRequest, HashTask } from './hash-task.ts';

/** The parameters of Argon2id; the library's algorithm is argon2id unless told otherwise. */
export interface HashCost {
  /** KiB. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/**
 * Answers the tasks that come to a thread, by the library's synchronous calls: its other ones occupy the threads that
 * read files.
 */
export function answerTasks(port: MessagePort | null, cost: HashCost): void {
  port?.on('message', ({ id, task }: HashRequest) => port.postMessage(answerOf(id, task, cost)));
}

function answerOf(id: number, task: HashTask, cost: HashCost): HashResult {
  try {
    return { id, result: task.kind === 'hash' ? hashSync(task.password, cost) : isRight(task, cost) };
  } catch (error) {
    return { id, error: String(error) };
  }
}

function isRight({ stored, password }: HashTask & { kind: 'verify' }, cost: HashCost): boolean {
  // The stored hash of a removed person is ''.
  const isEqual = verifySync(stored || hashOfNobody(cost), password, cost);
  return isEqual && Boolean(stored);
}

/**
 * The hash of no known password, compared where there is no account: nobody learns from the time which accounts exist.
 */
function hashOfNobody({ memoryCost, timeCost, parallelism }: HashCost): string {
  const parameters = `m=${memoryCost},t=${timeCost},p=${parallelism}`;
  return `$argon2id$v=19$${parameters}$${'A'.repeat(22)}$${'A'.repeat(43)}`;
}
