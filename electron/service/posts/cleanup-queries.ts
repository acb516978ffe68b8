import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { listOf } from '../../database/prepared';

/** Comments of a deleted post cleared per transaction; other writes wait that long. */
const COMMENT_BATCH = 200;
/** Likes deleted per transaction. */
const LIKE_BATCH = 2000;

/** Returns a deleted post that still has rows to clear. */
export async function findRemovedPost(db: Db): Promise<number | undefined> {
  return (await db.selectFrom('removed_post').select('id').limit(1).executeTakeFirst())?.id;
}

/** Clears a batch of a deleted post's rows, and finally its entry in the list of posts to clear. */
export async function clearRemovedPost(db: Db, post: number): Promise<void> {
  if ((await deleteLikes(db, 'post', [post])) === LIKE_BATCH) return;
  const rows = await db
    .selectFrom('comment')
    .select('id')
    .where('post_id', '=', post)
    .orderBy('id')
    .limit(COMMENT_BATCH)
    .execute();
  const ids = rows.map((row) => row.id);
  // Likes may need several batches; the comments follow after the last one.
  if ((await deleteLikes(db, 'comment', ids)) === LIKE_BATCH) return;
  const comments = JSON.stringify(ids);
  await db.deleteFrom('attachment').where('message_id', 'in', listOf(comments)).execute();
  await db.deleteFrom('comment').where('id', 'in', listOf(comments)).execute();
  if (ids.length < COMMENT_BATCH) await db.deleteFrom('removed_post').where('id', '=', post).execute();
}

async function deleteLikes(db: Db, of: 'post' | 'comment', items: readonly number[]): Promise<number> {
  const table = sql.table(`${of}_like`);
  const column = sql.ref(`${of}_id`);
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM ${table} WHERE (${column}, person_id) IN (
      SELECT ${column}, person_id FROM ${table}
      WHERE ${column} IN (SELECT value FROM json_each(${JSON.stringify(items)})) LIMIT ${LIKE_BATCH})
  `.execute(db);
  return Number(numAffectedRows);
}
