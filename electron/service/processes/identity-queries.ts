import type { Insertable } from 'kysely';
import type { Db } from '../../database/db';
import type { Schema } from '../../database/schema';

/** The installation of all processes of a PostgreSQL database: they continue one sequence of identifiers. */
const SHARED_INSTALLATION = 'postgres';
/** The number in the identifiers of a database that began on PostgreSQL. */
const FIRST_NUMBER = 0;

/** Returns the number that the identifiers of all processes contain. */
export async function createInstallation(db: Db, now: number): Promise<number> {
  const known = await db
    .selectFrom('installation')
    .select('number')
    .where('place', '=', SHARED_INSTALLATION)
    .executeTakeFirst();
  if (known) return known.number;
  const taken = new Set(
    (await db.selectFrom('installation').select('number').execute()).map((row) => row.number),
  );
  let number = FIRST_NUMBER;
  while (taken.has(number)) number++;
  await db
    .insertInto('installation')
    .values({ number, place: SHARED_INSTALLATION, last_id: 0, leased_at: now })
    .execute();
  return number;
}

/** Returns the row of the community; undefined if there is none yet. */
export function findCommunityRow(db: Db) {
  return db
    .selectFrom('community')
    .select(['id', 'private_key', 'public_key', 'content_key'])
    .limit(1)
    .executeTakeFirst();
}

/** Stores a new community and its first term. */
export async function insertCommunityRow(
  db: Db,
  row: Insertable<Schema['community']>,
  machine: string,
): Promise<void> {
  await db.insertInto('community').values(row).execute();
  const first = { term: 1, since: row.created_at, how: 'created', name: machine, seq: 0 } as const;
  await db.insertInto('host').values(first).execute();
}

/** Returns the newest term of the community. */
export async function findLastTerm(db: Db): Promise<{ term: number; seq: number }> {
  const row = await db
    .selectFrom('host')
    .select(['term', 'seq'])
    .orderBy('term', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? { term: 1, seq: 0 };
}
