import { LIMITS } from '../../../shared/limits';
import type { Db } from '../../database/open';
import type { Mail } from '../context';
import { deleteOldestMail, insertMail } from './queries';

/** Leaves a letter for the mailer. Gives the numbers of the oldest letters, which are dropped beyond the limit. */
export async function queueLetter(db: Db, letter: Mail & { id: number; now: number }): Promise<number[]> {
  await insertMail(db, { person: 0, ...letter });
  return deleteOldestMail(db, LIMITS.letters);
}
