import { sql } from 'kysely';
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

/**
 * Counts what a person wrote (1), or no longer (-1), among the posts of walls and the comments on posts, and gives whose
 * the walls are. What a banned person wrote is not to be seen.
 */
export async function countAmongWritten(db: Db, person: number, by: 1 | -1): Promise<number[]> {
  const { rows: walls } = await sql<{ id: number }>`UPDATE person SET posts = posts + ${by} * written.count
    FROM (SELECT wall_id, count(*) AS count FROM post WHERE author_id = ${person} GROUP BY wall_id) AS written
    WHERE person.id = written.wall_id
    RETURNING person.id`.execute(db);
  await sql`UPDATE post SET comments = comments + ${by} * written.count
    FROM (SELECT post_id, count(*) AS count FROM comment WHERE author_id = ${person} GROUP BY post_id) AS written
    WHERE post.id = written.post_id`.execute(db);
  return walls.map((wall) => wall.id);
}

/** Everybody whom a person subscribed to, friends and others. */
export async function listTargets(db: Db, person: number): Promise<number[]> {
  const rows = await db.selectFrom('relation').select('target_id').where('person_id', '=', person).execute();
  return rows.map((row) => row.target_id);
}
