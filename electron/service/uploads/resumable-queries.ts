import type { Db } from '../../database/open';
import { preparedOne, textsOf } from '../../database/prepared';
import type { Schema } from '../../database/schema';

export type UploadRow = Schema['upload'];

const uploadOfPerson = preparedOne((db, argument: { id: string; person: number }) =>
  db.selectFrom('upload').selectAll().where('id', '=', argument.id).where('person_id', '=', argument.person),
);

const unused = preparedOne((db, argument: { person: number; now: number }) =>
  db
    .selectFrom('upload')
    .select((eb) => [eb.fn.countAll<number>().as('items'), eb.fn.sum<number | null>('length').as('bytes')])
    .where('person_id', '=', argument.person)
    .where('expires_at', '>', argument.now),
);

/** Returns a resumable upload of a person, even if it has expired. */
export function findUpload(db: Db, id: string, person: number): Promise<UploadRow | undefined> {
  return uploadOfPerson(db, { id, person });
}

/** Returns the declared size of a person's uploads that no call has used yet. */
export async function findUnusedUploads(
  db: Db,
  person: number,
  now: number,
): Promise<{ items: number; bytes: number }> {
  const row = await unused(db, { person, now });
  return { items: row?.items ?? 0, bytes: row?.bytes ?? 0 };
}

/** Stores a new upload. */
export async function insertUpload(db: Db, row: UploadRow): Promise<void> {
  await db.insertInto('upload').values(row).execute();
}

/** Deletes an upload. Returns false if it was deleted before. */
export async function deleteUpload(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('upload').where('id', '=', id).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Deletes expired uploads. */
export async function deleteExpiredUploads(db: Db, now: number): Promise<void> {
  await db.deleteFrom('upload').where('expires_at', '<=', now).execute();
}

/** Returns which of some upload IDs have a row. */
export async function findKnownUploads(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('upload')
    .select('id')
    .where('id', 'in', textsOf(JSON.stringify(ids)))
    .execute();
  return new Set(rows.map((row) => row.id));
}
