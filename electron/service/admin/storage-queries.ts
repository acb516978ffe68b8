import type { Db } from '../../database/open';
import { listOf } from '../../database/prepared';

/** Returns how much is stored per kind. */
export function listStorageByKind(db: Db) {
  return db
    .selectFrom('storage')
    .select(['kind', 'items', 'bytes'])
    .where('person_id', '=', 0)
    .orderBy('kind')
    .execute();
}

/** Returns who stores the most, in descending order. */
export function listLargestStorage(db: Db, limit: number) {
  return db
    .selectFrom('storage')
    .select(['person_id', 'items', 'bytes'])
    .where('kind', '=', '')
    .where('bytes', '>', 0)
    .orderBy('bytes', 'desc')
    .limit(limit)
    .execute();
}

/** Returns how many bytes each of some people stores. */
export async function findStorageByPerson(db: Db, people: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('storage')
    .select(['person_id', 'bytes'])
    .where('person_id', 'in', listOf(JSON.stringify(people)))
    .where('kind', '=', '')
    .execute();
  return new Map(rows.map((row) => [row.person_id, row.bytes]));
}
