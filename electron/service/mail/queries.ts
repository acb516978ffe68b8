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

/**
 * Letters, newest first. Without `all` those to administrators' addresses are left out, since they may hold the codes of
 * their accounts; the reader's own stay.
 */
export function listMail(db: Db, reader: { id: number; all: boolean }, offset: number, limit: number) {
  const letters = db.selectFrom('mail').selectAll().orderBy('id', 'desc').offset(offset).limit(limit);
  if (reader.all) return letters.execute();
  return letters
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('person')
            .select('person.id')
            .whereRef('person.email', '=', 'mail.recipient')
            .where('person.role', '<>', 'member')
            .where('person.id', '<>', reader.id),
        ),
      ),
    )
    .execute();
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

/** Forgets a letter, as its code should not lie about once it was sent elsewhere. */
export async function deleteMail(db: Db, id: number): Promise<void> {
  await db.deleteFrom('mail').where('id', '=', id).execute();
}

/** Notes when a letter was written to the local mail. */
export async function markDelivered(db: Db, id: number, now: number): Promise<void> {
  await db.updateTable('mail').set({ delivered_at: now }).where('id', '=', id).execute();
}
