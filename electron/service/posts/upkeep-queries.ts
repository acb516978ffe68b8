import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { listOf } from '../../database/prepared';

/** How many comments of a removed post are cleared at once; the rest of the service waits that long. */
const COMMENTS = 200;
/** How many likes. */
const LIKES = 2000;

/** A removed post of which something is left. */
export async function findRemovedPost(db: Db): Promise<number | undefined> {
  return (await db.selectFrom('removed_post').select('id').limit(1).executeTakeFirst())?.id;
}

/** Clears some of what is left of a removed post, and at last the note of it. */
export async function clearRemovedPost(db: Db, post: number): Promise<void> {
  if ((await deleteLikes(db, 'post', [post])) === LIKES) return;
  const rows = await db
    .selectFrom('comment')
    .select('id')
    .where('post_id', '=', post)
    .orderBy('id')
    .limit(COMMENTS)
    .execute();
  const ids = rows.map((row) => row.id);
  // A comment may bear more likes than one step takes: it goes with the last of them.
  if ((await deleteLikes(db, 'comment', ids)) === LIKES) return;
  const comments = JSON.stringify(ids);
  await db.deleteFrom('attachment').where('message_id', 'in', listOf(comments)).execute();
  await db.deleteFrom('comment').where('id', 'in', listOf(comments)).execute();
  if (ids.length < COMMENTS) await db.deleteFrom('removed_post').where('id', '=', post).execute();
}

/** Merges a part of the full-text index of posts. */
export async function mergePostSearch(db: Db): Promise<void> {
  await sql`INSERT INTO post_search (post_search, rank) VALUES ('merge', 500)`.execute(db);
}

async function deleteLikes(db: Db, of: 'post' | 'comment', items: readonly number[]): Promise<number> {
  const table = sql.table(`${of}_like`);
  const column = sql.ref(`${of}_id`);
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM ${table} WHERE (${column}, person_id) IN (
      SELECT ${column}, person_id FROM ${table}
      WHERE ${column} IN (SELECT value FROM json_each(${JSON.stringify(items)})) LIMIT ${LIKES})
  `.execute(db);
  return Number(numAffectedRows);
}
