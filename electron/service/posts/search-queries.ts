import { sql } from 'kysely';
import { fold, ftsQueryOf } from '../../database/folding';
import type { Db } from '../../database/open';
import { isPostVisible } from '../access/visibility-queries';

/** Replaces a post's full-text entry; blank posts have none. */
export async function indexPost(db: Db, id: number, content: string): Promise<void> {
  await unindexPost(db, id);
  if (content === '') return;
  await sql`INSERT INTO post_search (rowid, text) VALUES (${id}, ${fold(content)})`.execute(db);
}

/** Removes a post from the full-text index. */
export async function unindexPost(db: Db, id: number): Promise<void> {
  await sql`DELETE FROM post_search WHERE rowid = ${id}`.execute(db);
}

/** Returns the IDs of the newest visible posts before an ID that contain every word of a mask. */
export async function searchPostIds(
  db: Db,
  search: { viewer: number; mask: string; before: number; limit: number },
): Promise<number[]> {
  const match = ftsQueryOf(search.mask);
  if (match === null) return [];
  const { rows } = await sql<{ id: number }>`
    SELECT post.id FROM post_search CROSS JOIN post ON post.id = post_search.rowid
    WHERE post_search MATCH ${match} AND post_search.rowid < ${search.before} AND ${isPostVisible(search.viewer)}
    ORDER BY post_search.rowid DESC LIMIT ${search.limit}
  `.execute(db);
  return rows.map((row) => row.id);
}
