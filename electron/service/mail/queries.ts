import type { Db } from '../../database/open';

/** A letter as it is stored. */
interface NewMail {
  id: number;
  to: string;
  subject: string;
  text: string;
  /** Whose account the code in it belongs to; 0 where there is no account yet. */
  person: number;
  /** Unix seconds. */
  now: number;
}

/** Leaves a letter; the mailer takes it from there. */
export async function insertMail(db: Db, mail: NewMail): Promise<void> {
  const { id, to, subject, text, person, now } = mail;
  await db
    .insertInto('mail')
    .values({ id, recipient: to, subject, body: text, person_id: person, created_at: now, delivered_at: 0 })
    .execute();
}

/** Who reads letters: the owner all of them, administrators those to members and their own. */
export interface MailReader {
  id: number;
  all: boolean;
}

/** The letters that a reader may see, newest first. */
export function listMail(db: Db, reader: MailReader, offset: number, limit: number) {
  return lettersFor(db, reader).orderBy('id', 'desc').offset(offset).limit(limit).execute();
}

/** A letter, where a reader may see it. */
export function findLetter(db: Db, reader: MailReader, id: number) {
  return lettersFor(db, reader).where('mail.id', '=', id).executeTakeFirst();
}

function lettersFor(db: Db, { id, all }: MailReader) {
  const letters = db.selectFrom('mail').selectAll();
  if (all) return letters;
  return letters.where((eb) => {
    const administrators = eb
      .selectFrom('person')
      .select('person.id')
      .where('person.role', '<>', 'member')
      .where('person.id', '<>', id);
    return eb.and([
      eb.not(eb.exists(administrators.whereRef('person.email', '=', 'mail.recipient'))),
      eb.not(eb.exists(administrators.whereRef('person.id', '=', 'mail.person_id'))),
    ]);
  });
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

/** Drops the oldest letters beyond as many as are kept; gives their numbers. */
export async function deleteOldestMail(db: Db, kept: number): Promise<number[]> {
  const rows = await db
    .deleteFrom('mail')
    .where('id', '<=', (eb) =>
      eb.selectFrom('mail as newest').select('newest.id').orderBy('newest.id', 'desc').limit(1).offset(kept),
    )
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Notes when a letter was written to the local mail. */
export async function markDelivered(db: Db, id: number, now: number): Promise<void> {
  await db.updateTable('mail').set({ delivered_at: now }).where('id', '=', id).execute();
}
