import type { Database } from 'better-sqlite3';
import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { prepared, preparedOne } from '../../database/prepared';
import type { ContentKind } from '../../database/schema';
import type { ListedContent } from '../../standby/host/content-sender';
import { unindexItem } from '../search/item-queries';

export interface NewContent {
  id: number;
  kind: ContentKind;
  person: number;
  hash: Buffer;
  size: number;
  type: string;
  now: number;
}

const storageUse = preparedOne((db, argument: { person: number }) =>
  db
    .selectFrom('storage')
    .select(['items', 'bytes'])
    .where('person_id', '=', argument.person)
    .where('kind', '=', ''),
);

const contentById = preparedOne((db, argument: { kind: string; id: number }) =>
  db
    .selectFrom('content')
    .innerJoin('person', 'person.id', 'content.person_id')
    .leftJoin('file', 'file.id', 'content.id')
    .leftJoin('track', 'track.id', 'content.id')
    .leftJoin('video', 'video.id', 'content.id')
    .select(['content.id', 'content.kind', 'content.person_id', 'hash', 'size', 'content.type', 'person.ban'])
    .select(['file.name as file', 'track.name as track', 'track.author as artist', 'video.name as video'])
    .where('content.id', '=', argument.id)
    .where('kind', '=', argument.kind as ContentKind),
);

/** Returns how many items and bytes a person has stored. */
export async function findStorageUse(db: Db, person: number): Promise<{ items: number; bytes: number }> {
  const row = await storageUse(db, { person });
  return { items: row?.items ?? 0, bytes: row?.bytes ?? 0 };
}

/** Returns the metadata of stored content, including the file name to serve it under. */
export function findContent(db: Db, kind: string, id: number) {
  return contentById(db, { kind, id });
}

/** Adds a row that refers to bytes already on the disk. */
export async function insertContent(db: Db, { person, now, ...content }: NewContent): Promise<void> {
  await db
    .insertInto('content')
    .values({ ...content, person_id: person, created_at: now })
    .execute();
}

/** Deletes a stored item. The sweep removes its bytes once no row refers to them. */
export async function deleteContent(db: Db, id: number): Promise<void> {
  await db.deleteFrom('content').where('id', '=', id).execute();
  await unindexItem(db, id);
}

/** Returns which of some hashes have a row, in hexadecimal. Reads the index. */
export async function findReferencedHashes(db: Db, hashes: readonly Buffer[]): Promise<Set<string>> {
  const requested = JSON.stringify(hashes.map((hash) => hash.toString('hex')));
  const rows = await db
    .selectFrom('content')
    .select('hash')
    .where('hash', 'in', sql<Buffer>`(select unhex(atom) from json_each(${requested}))`)
    .execute();
  return new Set(rows.map((row) => row.hash.toString('hex')));
}

const referencedHashes = prepared((db, argument: { after: number }) => ({
  compile: () =>
    sql<ListedContent>`
      SELECT id, hash, size FROM content NOT INDEXED WHERE id > ${argument.after} ORDER BY id LIMIT ${PAGE_SIZE}
    `.compile(db),
}));

/** Returns a page of rows after an ID, reading the table instead of an index, so that a damaged index hides nothing. */
export function listReferencedHashes(db: Db, after: number): Promise<ListedContent[]> {
  return referencedHashes(db, { after });
}

/** Returns a function that tells the ID of the newest row, or 0, without an asynchronous query. */
export function prepareNewestContent(raw: Database): () => number {
  const statement = raw.prepare('SELECT max(id) FROM content').pluck();
  return () => (statement.get() as number | null) ?? 0;
}

/** Rows read per turn of the event loop. */
const PAGE_SIZE = 1000;
