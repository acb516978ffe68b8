import { LIMITS } from '../../../shared/limits';
import type { Db } from '../../database/open';
import type { Mail } from '../context';
import { deleteOldestMail, insertMail } from './queries';

/** Queues an email for the mailer. Returns the IDs of the oldest emails, which were deleted beyond the limit. */
export async function queueLetter(db: Db, letter: Mail & { id: number; now: number }): Promise<number[]> {
  await insertMail(db, { person: 0, ...letter });
  return deleteOldestMail(db, LIMITS.letters);
}
