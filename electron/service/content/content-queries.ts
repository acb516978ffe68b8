import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { preparedOne } from '../../database/prepared';
import type { ContentKind } from '../../database/schema';

export interface NewContent {
  id: number;
  kind: ContentKind;
  person: number;
  hash: Buffer;
  size: number;
  type: string;
  now: number;
}

const use = preparedOne((db, argument: { person: number }) =>
  db
    .selectFrom('storage')
    .select(['items', 'bytes'])
    .where('person_id', '=', argument.person)
    .where('kind', '=', ''),
);

const served = preparedOne((db, argument: { kind: string; id: number }) =>
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

/** How much a person has stored. */
export async function findContentUse(db: Db, person: number): Promise<{ items: number; bytes: number }> {
  const row = await use(db, { person });
  return { items: row?.items ?? 0, bytes: row?.bytes ?? 0 };
}

/** The bytes of a thing. */
export function findContent(db: Db, kind: string, id: number) {
  return served(db, { kind, id });
}

/** Names bytes that are kept already. */
export async function insertContent(db: Db, { person, now, ...content }: NewContent): Promise<void> {
  await db
    .insertInto('content')
    .values({ ...content, person_id: person, created_at: now })
    .execute();
}

/** Removes a thing that is bytes; the bytes themselves go with the sweep once no other row names them. */
export async function deleteContent(db: Db, id: number): Promise<void> {
  await db.deleteFrom('content').where('id', '=', id).execute();
}

/** Which of some bytes a row names, in hexadecimal, as the index says. */
export async function findNamedHashes(db: Db, hashes: readonly Buffer[]): Promise<Set<string>> {
  const asked = JSON.stringify(hashes.map((hash) => hash.toString('hex')));
  const rows = await db
    .selectFrom('content')
    .select('hash')
    .where('hash', 'in', sql<Buffer>`(select unhex(value) from json_each(${asked}))`)
    .execute();
  return new Set(rows.map((row) => row.hash.toString('hex')));
}

/** Rows that name bytes, from an identifier on: from the table itself, where no damage of an index hides one. */
export async function listNamedHashes(db: Db, after: number): Promise<{ id: number; hash: Buffer }[]> {
  const { rows } = await sql<{ id: number; hash: Buffer }>`
    SELECT id, hash FROM content NOT INDEXED WHERE id > ${after} ORDER BY id LIMIT ${HASHES}
  `.execute(db);
  return rows;
}

/** Rows that are read in one turn of the event loop. */
const HASHES = 1000;
