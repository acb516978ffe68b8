import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '../../database/open';
import type { Schema } from '../../database/schema';

type Registration = Insertable<Schema['registration']>;
type Code = Insertable<Schema['code']>;
export type PersonChanges = Updateable<Schema['person']>;

/** What signing in needs of the person with an e-mail address. */
export function findPersonByEmail(db: Db, email: string) {
  return db
    .selectFrom('person')
    .select(['id', 'email', 'password_hash', 'ban', 'ban_reason', 'deleted'])
    .where('email', '=', email)
    .executeTakeFirst();
}

/** The secrets of a person. */
export function findSecrets(db: Db, person: number) {
  return db
    .selectFrom('person')
    .select(['email', 'password_hash'])
    .where('id', '=', person)
    .executeTakeFirstOrThrow();
}

/** The person with a tag. */
export function findPersonByLink(db: Db, link: string) {
  return db
    .selectFrom('person')
    .select('id')
    .where('link', '=', link)
    .where('link', '<>', sql.lit(''))
    .executeTakeFirst();
}

/** The owner of the community, if there is one. */
export function findOwner(db: Db) {
  return db
    .selectFrom('person')
    .select('id')
    .where('role', '=', 'owner')
    .where('role', '<>', sql.lit('member'))
    .executeTakeFirst();
}

/** The preferences of a person, as JSON text. */
export async function findPreferences(db: Db, person: number): Promise<string> {
  const row = await db
    .selectFrom('person')
    .select('preferences')
    .where('id', '=', person)
    .executeTakeFirstOrThrow();
  return row.preferences;
}

/** Makes a person of a registration. */
export async function insertPerson(
  db: Db,
  person: Pick<
    Insertable<Schema['person']>,
    'id' | 'email' | 'name' | 'surname' | 'password_hash' | 'role' | 'registered_at'
  >,
): Promise<void> {
  await db
    .insertInto('person')
    .values(person as Insertable<Schema['person']>)
    .execute();
}

/** Changes columns of a person. */
export async function updatePerson(db: Db, person: number, changes: PersonChanges): Promise<void> {
  await db.updateTable('person').set(changes).where('id', '=', person).execute();
}

/** Stores a registration until its code comes. */
export async function insertRegistration(db: Db, registration: Registration): Promise<void> {
  await db.insertInto('registration').values(registration).execute();
}

/** When the waiting registrations of an e-mail address end. */
export async function listRegistrationEnds(db: Db, email: string, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom('registration')
    .select('expires_at')
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .execute();
  return rows.map((row) => row.expires_at);
}

/** Whether as many registrations wait for their codes as may. */
export async function areRegistrationsMany(db: Db, most: number): Promise<boolean> {
  const last = await db
    .selectFrom('registration')
    .select('expires_at')
    .orderBy('expires_at')
    .limit(1)
    .offset(most - 1)
    .executeTakeFirst();
  return last !== undefined;
}

/** The waiting registration with a mailed code. */
export function findRegistrationByCode(db: Db, hash: string) {
  return db
    .selectFrom('registration')
    .selectAll()
    .where('code_hash', '=', hash)
    .where('code_hash', '<>', sql.lit(''))
    .executeTakeFirst();
}

/**
 * The waiting registration made with an invitation, of one e-mail address where that is given: the newest one from the caller's
 * network address, else the first of the e-mail address, which a later one from elsewhere cannot replace, or the newest of all.
 */
export async function findRegistrationByInvite(
  db: Db,
  { invite, email, address }: { invite: string; email: string | undefined; address: string },
) {
  const invited = db.selectFrom('registration').selectAll().where('invite', '=', invite);
  const chosen = email === undefined ? invited : invited.where('email', '=', email);
  const own = await chosen.where('address', '=', address).orderBy('id', 'desc').limit(1).executeTakeFirst();
  const order = email === undefined ? 'desc' : 'asc';
  return own ?? chosen.orderBy('id', order).limit(1).executeTakeFirst();
}

/** Forgets the registrations of an e-mail address: all, or those with an invitation from a network address. */
export async function deleteRegistration(
  db: Db,
  { email, invite, address }: { email: string; invite?: string; address?: string },
): Promise<void> {
  let registrations = db.deleteFrom('registration').where('email', '=', email);
  if (invite !== undefined) registrations = registrations.where('invite', '=', invite);
  if (address !== undefined) registrations = registrations.where('address', '=', address);
  await registrations.execute();
}

/** Keeps a one-time code. */
export async function insertCode(db: Db, code: Code): Promise<void> {
  await db.insertInto('code').values(code).execute();
}

/** A one-time code of a kind by its hash. */
export function findCode(db: Db, hash: string, kind: Code['kind']) {
  return db
    .selectFrom('code')
    .select(['person_id', 'data', 'expires_at', 'seen_by'])
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

/** Notes which administrator has seen a code that still waits. */
export async function updateCodeSeen(db: Db, hash: string, by: number): Promise<void> {
  await db.updateTable('code').set({ seen_by: by }).where('hash', '=', hash).execute();
}

/** Whether a code is taken by anything that waits. */
export async function isCodeTaken(db: Db, hash: string): Promise<boolean> {
  const code = await db.selectFrom('code').select('hash').where('hash', '=', hash).executeTakeFirst();
  return code !== undefined || (await findRegistrationByCode(db, hash)) !== undefined;
}

/** Forgets the codes of a person: all, those of a kind, or those of a kind with the same data. */
export async function deleteCodes(
  db: Db,
  person: number,
  of: { kind?: Code['kind']; data?: string } = {},
): Promise<void> {
  let codes = db.deleteFrom('code').where('person_id', '=', person);
  if (of.kind !== undefined) codes = codes.where('kind', '=', of.kind);
  if (of.data !== undefined) codes = codes.where('data', '=', of.data);
  await codes.execute();
}
