import { sql } from 'kysely';
import type { Db } from '../../database/open';

/**
 * Adds a person to (1) or removes them from (-1) the friend counts of their friends and the follower counts of others
 * they subscribed to. Banned people are not counted.
 */
export async function adjustTargetCounts(db: Db, person: number, by: 1 | -1): Promise<void> {
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
 * Adds a person's posts and comments to (1) or removes them from (-1) the counts of walls and posts, because those of
 * banned people are hidden. Returns the owners of the walls.
 */
export async function adjustWrittenCounts(db: Db, person: number, by: 1 | -1): Promise<number[]> {
  const { rows: walls } = await sql<{ id: number }>`UPDATE person SET posts = posts + ${by} * written.count
    FROM (SELECT wall_id, count(*) AS count FROM post WHERE author_id = ${person} GROUP BY wall_id) AS written
    WHERE person.id = written.wall_id
    RETURNING person.id`.execute(db);
  await sql`UPDATE post SET comments = comments + ${by} * written.count
    FROM (SELECT post_id, count(*) AS count FROM comment WHERE author_id = ${person} GROUP BY post_id) AS written
    WHERE post.id = written.post_id`.execute(db);
  return walls.map((wall) => wall.id);
}

/** Returns everyone a person subscribed to, friends included. */
export async function listTargets(db: Db, person: number): Promise<number[]> {
  const rows = await db.selectFrom('relation').select('target_id').where('person_id', '=', person).execute();
  return rows.map((row) => row.target_id);
}
