import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '../../database/open';
import type { Schema } from '../../database/schema';

type Registration = Insertable<Schema['registration']>;
type Code = Insertable<Schema['code']>;
export type PersonChanges = Updateable<Schema['person']>;

/** Returns what signing in needs to know about the person with an email address. */
export function findPersonByEmail(db: Db, email: string) {
  return db
    .selectFrom('person')
    .select(['id', 'email', 'password_hash', 'ban', 'ban_reason', 'deleted'])
    .where('email', '=', email)
    .executeTakeFirst();
}

/** Returns a person's email address and password hash. */
export function findSecrets(db: Db, person: number) {
  return db
    .selectFrom('person')
    .select(['email', 'password_hash'])
    .where('id', '=', person)
    .executeTakeFirstOrThrow();
}

/** Returns the person with a tag. */
export function findPersonByLink(db: Db, link: string) {
  return db
    .selectFrom('person')
    .select('id')
    .where('link', '=', link)
    .where('link', '<>', sql.lit(''))
    .executeTakeFirst();
}

/** Returns the owner of the community, if there is one. */
export function findOwner(db: Db) {
  return db
    .selectFrom('person')
    .select('id')
    .where('role', '=', 'owner')
    .where('role', '<>', sql.lit('member'))
    .executeTakeFirst();
}

/** Returns a person's preferences as JSON text. */
export async function findPreferences(db: Db, person: number): Promise<string> {
  const row = await db
    .selectFrom('person')
    .select('preferences')
    .where('id', '=', person)
    .executeTakeFirstOrThrow();
  return row.preferences;
}

/** Stores a new person. */
export async function insertPerson(
  db: Db,
  person: Pick<
    Insertable<Schema['person']>,
    'id' | 'email' | 'name' | 'surname' | 'link' | 'password_hash' | 'role' | 'registered_at' | 'invited_by'
  >,
): Promise<void> {
  await db
    .insertInto('person')
    .values(person as Insertable<Schema['person']>)
    .execute();
}

/** Updates columns of a person. */
export async function updatePerson(db: Db, person: number, changes: PersonChanges): Promise<void> {
  await db.updateTable('person').set(changes).where('id', '=', person).execute();
}

/** Stores a registration until it is confirmed. */
export async function insertRegistration(db: Db, registration: Registration): Promise<void> {
  await db.insertInto('registration').values(registration).execute();
}

/** Returns when the pending registrations of an email address expire. */
export async function listRegistrationExpiries(db: Db, email: string, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom('registration')
    .select('expires_at')
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .execute();
  return rows.map((row) => row.expires_at);
}

/** Whether the number of pending registrations has reached the limit. */
export async function areRegistrationsAtLimit(db: Db, limit: number): Promise<boolean> {
  const last = await db
    .selectFrom('registration')
    .select('expires_at')
    .orderBy('expires_at')
    .limit(1)
    .offset(limit - 1)
    .executeTakeFirst();
  return last !== undefined;
}

/** Returns the pending registration with a mailed code. */
export function findRegistrationByCode(db: Db, hash: string) {
  return db
    .selectFrom('registration')
    .selectAll()
    .where('code_hash', '=', hash)
    .where('code_hash', '<>', sql.lit(''))
    .executeTakeFirst();
}

/**
 * Returns a pending registration that used an invitation, optionally of one email address. Prefers the newest from the
 * caller's network address; otherwise the first of the email address (so that others can't replace it), or the newest
 * of all.
 */
export async function findRegistrationByInvite(
  db: Db,
  { invite, email, address }: { invite: string; email: string | undefined; address: string },
) {
  const invited = db.selectFrom('registration').selectAll().where('invite', '=', invite);
  const candidates = email === undefined ? invited : invited.where('email', '=', email);
  const fromSameAddress = await candidates
    .where('address', '=', address)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const order = email === undefined ? 'desc' : 'asc';
  return fromSameAddress ?? candidates.orderBy('id', order).limit(1).executeTakeFirst();
}

/** Deletes registrations of an email address: all, or those with an invitation from a network address. */
export async function deleteRegistration(
  db: Db,
  { email, invite, address }: { email: string; invite?: string; address?: string },
): Promise<void> {
  let registrations = db.deleteFrom('registration').where('email', '=', email);
  if (invite !== undefined) registrations = registrations.where('invite', '=', invite);
  if (address !== undefined) registrations = registrations.where('address', '=', address);
  await registrations.execute();
}

/** Stores a one-time code. */
export async function insertCode(db: Db, code: Code): Promise<void> {
  await db.insertInto('code').values(code).execute();
}

/** Returns a one-time code of a kind by its hash. */
export function findCode(db: Db, hash: string, kind: Code['kind']) {
  return db
    .selectFrom('code')
    .select(['kind', 'person_id', 'data', 'expires_at', 'seen_by'])
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

/** Stores which administrator has read a pending code. */
export async function updateCodeSeen(db: Db, hash: string, by: number): Promise<void> {
  await db.updateTable('code').set({ seen_by: by }).where('hash', '=', hash).execute();
}

/** Whether a pending code or registration has this hash. */
export async function isCodeTaken(db: Db, hash: string): Promise<boolean> {
  const code = await db.selectFrom('code').select('hash').where('hash', '=', hash).executeTakeFirst();
  return code !== undefined || (await findRegistrationByCode(db, hash)) !== undefined;
}

/** Whether a person has a code of a kind. */
export async function hasCode(db: Db, person: number, kind: Code['kind']): Promise<boolean> {
  const row = await db
    .selectFrom('code')
    .select('hash')
    .where('person_id', '=', person)
    .where('kind', '=', kind)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a person's codes, optionally of one kind and with the same data. */
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

/** Deletes the codes that a person waits for; a recovery code, which they keep, stays. */
export async function deletePendingCodes(db: Db, person: number): Promise<void> {
  for (const kind of ['reset', 'email'] as const) await deleteCodes(db, person, { kind });
}
