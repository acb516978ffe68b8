import { sql, type SqlBool } from 'kysely';
import { fold, sortKeyOf } from '../../database/folding';
import type { Db } from '../../database/open';

export interface FileListing {
  person: number;
  folder: string | undefined;
  query: string | undefined;
  kind: 'all' | 'image' | 'video' | 'audio' | 'document' | 'archive' | 'other';
  sort: 'newest' | 'oldest' | 'name' | 'largest';
  limit: number;
  offset: number;
}

/** Returns the IDs of a person's files that match the filters, in the requested order. */
export async function listFileIds(db: Db, listing: FileListing): Promise<number[]> {
  const { person, folder, query, kind, sort, limit, offset } = listing;
  // Each order has its own index; the expression prevents SQLite from using the folder index instead.
  const inFolder = sort === 'newest' || sort === 'oldest' ? sql.ref('file.folder') : sql`(file.folder || '')`;
  let rows = db
    .selectFrom('file')
    .innerJoin('content', 'content.id', 'file.id')
    .select('file.id')
    .limit(limit)
    .offset(offset);
  rows =
    sort === 'largest'
      ? rows.where('content.person_id', '=', person).where('content.kind', '=', 'file')
      : rows.where('file.person_id', '=', person);
  if (folder !== undefined) rows = rows.where(sql<SqlBool>`${inFolder} = ${folder}`);
  for (const word of searchTermsOf(query))
    rows = rows.where(sql<SqlBool>`instr(file.name_folded, ${word}) > 0`);
  if (kind !== 'all') rows = rows.where(KINDS[kind]);
  if (sort === 'largest') rows = rows.orderBy('content.size', 'desc').orderBy('content.id', 'desc');
  else if (sort === 'name') rows = rows.orderBy('file.name_order').orderBy('file.id');
  else rows = rows.orderBy('file.id', sort === 'newest' ? 'desc' : 'asc');
  return (await rows.execute()).map((row) => row.id);
}

/** Returns a person's folders, each with the number and size of the files directly in it. */
export function listFolders(db: Db, person: number) {
  return db
    .selectFrom('file')
    .innerJoin('content', 'content.id', 'file.id')
    .select((eb) => [
      'file.folder',
      eb.fn.countAll<number>().as('files'),
      eb.fn.sum<number>('content.size').as('size'),
    ])
    .where('file.person_id', '=', person)
    .groupBy('file.folder')
    .orderBy('file.folder')
    .execute();
}

/** A file to insert; with `seconds` it is a voice message. */
export interface NewFile {
  id: number;
  person: number;
  code: string;
  name: string;
  folder: string;
  seconds?: number | undefined;
  waveform?: string;
  gain?: number;
}

export async function insertFile(db: Db, file: NewFile): Promise<void> {
  await db
    .insertInto('file')
    .values({
      id: file.id,
      person_id: file.person,
      code: file.code,
      folder: file.folder,
      ...namesOf(file.name),
      voice_seconds: file.seconds ?? 0,
      waveform: file.waveform ?? '',
      voice_gain: file.gain ?? 0,
      voice_heard: 0,
    })
    .execute();
}

/** Renames or moves a file. */
export async function updateFile(
  db: Db,
  id: number,
  { name, folder }: { name: string | undefined; folder: string | undefined },
): Promise<void> {
  await db
    .updateTable('file')
    .set({ ...(name !== undefined && namesOf(name)), ...(folder !== undefined && { folder }) })
    .where('id', '=', id)
    .execute();
}

function namesOf(name: string) {
  return { name, name_folded: fold(name), name_order: sortKeyOf(name) };
}

function searchTermsOf(query: string | undefined): string[] {
  return query === undefined ? [] : fold(query).split(' ').filter(Boolean);
}

const ARCHIVE = sql<SqlBool>`content.type IN (${sql.join(
  ['zip', 'gzip', 'x-7z-compressed', 'x-rar-compressed', 'x-tar', 'x-bzip2', 'x-xz', 'zstd'].map((type) =>
    sql.lit(`application/${type}`),
  ),
)})`;
const DOCUMENT = sql<SqlBool>`(content.type LIKE 'text/%' OR content.type IN ('application/pdf', 'application/rtf',
  'application/epub+zip', 'application/msword', 'application/x-cfb')
  OR content.type LIKE 'application/vnd.o%')`;
const MEDIA = sql<SqlBool>`(content.type LIKE 'image/%' OR content.type LIKE 'video/%' OR content.type LIKE 'audio/%')`;

const KINDS = {
  image: sql<SqlBool>`content.type LIKE 'image/%'`,
  video: sql<SqlBool>`content.type LIKE 'video/%'`,
  audio: sql<SqlBool>`content.type LIKE 'audio/%'`,
  document: DOCUMENT,
  archive: ARCHIVE,
  other: sql<SqlBool>`NOT ${MEDIA} AND NOT ${DOCUMENT} AND NOT ${ARCHIVE}`,
};
