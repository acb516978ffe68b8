import type { Name } from '../../../shared/contract';
import { endpointOf } from '../../../shared/contract';
import type { Endpoint } from '../../../shared/contract/endpoint';
import { AppError } from '../../../shared/errors';
import { COMMANDS } from '../../../shared/limits';
import type { Db } from '../../database/open';
import { ANSWER, deleteOldAfter, insertCommand, type StoredCommand } from './commands';
import type { CommandUse } from './use-queries';
import { replay, type KeyedCommand } from './idempotency';

/**
 * Stores the answers to writes with an idempotency key. That a write was done is stored for at least a day, so a retry
 * never repeats it. The answer itself is stored while it is small and its person within their quota; otherwise a retry
 * reads the result again, or gets `conflict` if no call can read it.
 */

const DAY = 24 * 3600;

/**
 * Stores a command and its answer; `use` is what was stored before. Throws `rate_limit_exceeded` if a person made more
 * writes with a key within two days than are stored.
 */
export async function storeCommand(
  db: Db,
  command: KeyedCommand,
  { repeat }: Pick<Endpoint, 'repeat'>,
  { result, use, now }: { result: unknown; use: CommandUse; now: number },
): Promise<void> {
  // Callers without a token are person 0; they are limited by address.
  const isPerson = command.person !== 0;
  if (isPerson && use.recentItems >= COMMANDS.recent) {
    throw new AppError('rate_limit_exceeded', tooMany(COMMANDS.recent), { retryAfter: DAY - (now % DAY) });
  }
  if (use.items > use.recentItems && (use.items >= COMMANDS.stored || use.bytes >= COMMANDS.storedBytes)) {
    const yesterday = (Math.floor(now / DAY) - 1) * DAY;
    await deleteOldAfter(db, { ...command, before: yesterday, many: BATCH_SIZE });
  }
  const answer = command.seal(JSON.stringify(result));
  const maxBytes = repeat ? COMMANDS.repeatableAnswer : COMMANDS.answer;
  const isWithinQuota = !isPerson || use.recentBytes + answer.length <= COMMANDS.recentBytes;
  const stored =
    answer.length <= maxBytes && isWithinQuota
      ? { form: ANSWER.whole, result: answer }
      : repeat
        ? { form: ANSWER.reread, result: command.seal(JSON.stringify(referenceTo(result))) }
        : { form: ANSWER.dropped, result: EMPTY };
  await insertCommand(db, { ...command, ...stored, now });
}

/**
 * Answers a repeated command. `read` calls the endpoint that reads the result again. Throws `conflict` if the answer
 * was not stored.
 */
export function answerRepeat(
  command: KeyedCommand,
  stored: StoredCommand,
  read: (name: Name, input: unknown) => unknown,
): unknown {
  const answer = replay(command, {
    ...stored,
    result: stored.form === ANSWER.dropped ? NULL : stored.result,
  });
  if (stored.form === ANSWER.whole) return answer;
  const { repeat } = endpointOf(command.name as Name);
  if (stored.form === ANSWER.dropped || !repeat) throw new AppError('conflict', ANSWER_NOT_STORED);
  return read(repeat.by as Name, repeat.id === undefined ? {} : { [repeat.id]: (answer as Reference).ID });
}

interface Reference {
  ID: number;
}

function referenceTo(result: unknown): Partial<Reference> {
  return typeof result === 'object' && result !== null && 'ID' in result ? { ID: Number(result.ID) } : {};
}

/** Among how many of a person's commands old ones are deleted to make space for a new one. */
const BATCH_SIZE = 100;
const EMPTY = Buffer.alloc(0);
const NULL = Buffer.from('null');
const ANSWER_NOT_STORED = 'Already done. The answer is no longer stored; load the result again.';

function tooMany(limit: number): string {
  return `You made ${limit} changes in two days, which is the limit. Try again tomorrow.`;
}
