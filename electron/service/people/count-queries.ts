import type { Db } from '../../database/open';

/**
 * Counts a person (1), or no longer (-1), among the friends of those who are theirs and among the followers of the
 * others whom the person subscribed to. Whoever is banned counts for nobody.
 */
export async function countAmongTargets(db: Db, person: number, by: 1 | -1): Promise<void> {
  for (const [column, friends] of [
    ['friends', 1],
    ['followers', 0],
  ] as const) {
    await db
      .updateTable('person')
      .set((eb) => ({ [column]: eb(column, '+', by) }))
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('relation')
          .select('target_id')
          .where('person_id', '=', person)
          .where('friends', '=', friends),
      )
      .execute();
  }
}

/** Everybody whom a person subscribed to, friends and others. */
export async function listTargets(db: Db, person: number): Promise<number[]> {
  const rows = await db.selectFrom('relation').select('target_id').where('person_id', '=', person).execute();
  return rows.map((row) => row.target_id);
}
