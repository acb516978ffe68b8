import type { Db } from '../../database/open';

/** A letter as it is stored. */
interface NewMail {
  id: number;
  to: string;
  subject: string;
  text: string;
  /** Unix seconds. */
  now: number;
}

/** Leaves a letter; the mailer takes it from there. */
export async function insertMail(db: Db, mail: NewMail): Promise<void> {
  const { id, to, subject, text, now } = mail;
  await db
    .insertInto('mail')
    .values({ id, recipient: to, subject, body: text, created_at: now, delivered_at: 0 })
    .execute();
}

/** All letters, newest first. */
export function listMail(db: Db, offset: number, limit: number) {
  return db.selectFrom('mail').selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
}

/** Letters after one that are not delivered yet, oldest first. */
export function findWaitingMail(db: Db, after: number, limit: number) {
  return db
    .selectFrom('mail')
    .selectAll()
    .where('delivered_at', '=', 0)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Notes when a letter went out. */
export async function markDelivered(db: Db, id: number, now: number): Promise<void> {
  await db.updateTable('mail').set({ delivered_at: now }).where('id', '=', id).execute();
}
