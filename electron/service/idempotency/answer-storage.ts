import type { Name } from '../../../shared/contract';
import { endpointOf } from '../../../shared/contract';
import type { Endpoint } from '../../../shared/contract/endpoint';
import { AppError } from '../../../shared/errors';
import { COMMANDS } from '../../../shared/limits';
import type { Db } from '../../database/open';
import { ANSWER, deleteOldestCommands, findCommandUse, insertCommand, type StoredCommand } from './commands';
import { replay, type Command } from './idempotency';

/**
 * How much of the answers to keyed writes is stored. That a write was done is stored for every key, and never dropped
 * within a day: a retry never does it twice. The answer itself is stored whole while it is small and its person has room;
 * else it is read anew when the write is repeated, or, where no call reads it, the repetition is told that it was done.
 */

const DAY = 24 * 3600;

/** Throws `rate_limit_exceeded` where a person made more keyed writes within two days than are stored. */
export async function storeCommand(
  db: Db,
  command: Command,
  { repeat }: Pick<Endpoint, 'repeat'>,
  result: unknown,
  now: number,
): Promise<void> {
  // Everybody without a token is person 0, whose calls are limited by address.
  const isPerson = command.person !== 0;
  const yesterday = (Math.floor(now / DAY) - 1) * DAY;
  const use = await findCommandUse(db, command.person, yesterday / DAY);
  if (isPerson && use.recentItems >= COMMANDS.recent) {
    throw new AppError('rate_limit_exceeded', tooMany(COMMANDS.recent), { retryAfter: DAY - (now % DAY) });
  }
  if (use.items > use.recentItems && (use.items >= COMMANDS.stored || use.bytes >= COMMANDS.storedBytes)) {
    await deleteOldestCommands(db, { person: command.person, before: yesterday, limit: STEP });
  }
  const answer = command.seal(JSON.stringify(result));
  const most = repeat ? COMMANDS.repeatableAnswer : COMMANDS.answer;
  const hasRoom = !isPerson || use.recentBytes + answer.length <= COMMANDS.recentBytes;
  const stored =
    answer.length <= most && hasRoom
      ? { form: ANSWER.whole, result: answer }
      : repeat
        ? { form: ANSWER.readAnew, result: command.seal(JSON.stringify(referenceTo(result))) }
        : { form: ANSWER.dropped, result: EMPTY };
  await insertCommand(db, { ...command, ...stored, now });
}

/** The answer to a repeated command; `read` calls what reads it anew. Throws `conflict` where the answer was not stored. */
export function answerAgain(
  command: Command,
  stored: StoredCommand,
  read: (name: Name, input: unknown) => unknown,
): unknown {
  const answer = replay(command, {
    ...stored,
    result: stored.form === ANSWER.dropped ? NULL : stored.result,
  });
  if (stored.form === ANSWER.whole) return answer;
  const { repeat } = endpointOf(command.name as Name);
  if (stored.form === ANSWER.dropped || !repeat) throw new AppError('conflict', DONE);
  return read(repeat.by as Name, repeat.id === undefined ? {} : { [repeat.id]: (answer as Reference).ID });
}

interface Reference {
  ID: number;
}

function referenceTo(result: unknown): Partial<Reference> {
  return typeof result === 'object' && result !== null && 'ID' in result ? { ID: Number(result.ID) } : {};
}

/** How many of a person's oldest commands are dropped as one is stored. */
const STEP = 100;
const EMPTY = Buffer.alloc(0);
const NULL = Buffer.from('null');
const DONE = 'Already done. The answer is no longer stored; load the result again.';

function tooMany(most: number): string {
  return `You made ${most} changes in two days, which is the limit. Try again tomorrow.`;
}
