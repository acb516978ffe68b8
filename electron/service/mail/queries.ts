import type { Db } from '../../database/open';

/** An email to store. */
interface NewStoredEmail {
  id: number;
  to: string;
  subject: string;
  text: string;
  /** Whose account the code in it is for; 0 if there is no account yet. */
  person: number;
  /** Unix seconds. */
  now: number;
}

/** Stores an email; the mailer sends it from here. */
export async function insertMail(db: Db, mail: NewStoredEmail): Promise<void> {
  const { id, to, subject, text, person, now } = mail;
  await db
    .insertInto('mail')
    .values({ id, recipient: to, subject, body: text, person_id: person, created_at: now, delivered_at: 0 })
    .execute();
}

/** Who reads the mailbox: the owner sees all emails, administrators those to members and to themselves. */
export interface MailReader {
  id: number;
  all: boolean;
}

/** Returns the emails that a reader may see, newest first. */
export function listMail(db: Db, reader: MailReader, offset: number, limit: number) {
  return lettersFor(db, reader).orderBy('id', 'desc').offset(offset).limit(limit).execute();
}

/** Returns an email if a reader may see it. */
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

/** Returns undelivered emails after an ID, oldest first. */
export function findUndeliveredMail(db: Db, after: number, limit: number) {
  return db
    .selectFrom('mail')
    .selectAll()
    .where('delivered_at', '=', 0)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Deletes an email, so that its code is not left behind after delivery elsewhere. */
export async function deleteMail(db: Db, id: number): Promise<void> {
  await db.deleteFrom('mail').where('id', '=', id).execute();
}

/** Deletes the oldest emails beyond `limit`. Returns their IDs. */
export async function deleteOldestMail(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .deleteFrom('mail')
    .where('id', '<=', (eb) =>
      eb.selectFrom('mail as newest').select('newest.id').orderBy('newest.id', 'desc').limit(1).offset(limit),
    )
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Stores when an email was written to the local mailbox. */
export async function markDelivered(db: Db, id: number, now: number): Promise<void> {
  await db.updateTable('mail').set({ delivered_at: now }).where('id', '=', id).execute();
}
