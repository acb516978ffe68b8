import { sql } from 'kysely';
import { fold, ftsQueryOf } from '../../database/folding';
import { insertSearchEntry, matchesSearch, searchValue } from '../../database/full-text';
import type { Db } from '../../database/open';
import { filterExpression, searchToken, type SearchFilters } from '../../database/search-tokens';
import { isPostVisible } from '../access/visibility-queries';

/** The token of every post, for searches without words. */
const ANY_POST = 'post';

/** Updates a post's full-text entry: its text, its author and what it contains. Call it after every change. */
export async function indexPost(db: Db, id: number): Promise<void> {
  const post = await db
    .selectFrom('post')
    .select(['author_id', 'content', 'repost_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  await unindexPost(db, id);
  if (!post) return;
  const attached = await db.selectFrom('attachment').select('type').where('message_id', '=', id).execute();
  const kinds = new Set<string>(attached.map(({ type }) => type));
  if (post.repost_id > 0) kinds.add('post');
  if (LINK.test(post.content)) kinds.add('link');
  const facts = [ANY_POST, searchToken.author(post.author_id), ...[...kinds].map(searchToken.contains)];
  await insertSearchEntry(db, 'post_search', id, [facts.join(' '), fold(post.content)]);
}

/** Removes a post from the full-text index. */
export async function unindexPost(db: Db, id: number): Promise<void> {
  await sql`DELETE FROM post_search WHERE rowid = ${id}`.execute(db);
}

interface PostSearch extends SearchFilters {
  viewer: number;
  /** Undefined to match any text. */
  mask: string | undefined;
}

/** Returns the IDs of the newest visible posts that contain every word of a mask and match the filters. */
export async function searchPostIds(db: Db, search: PostSearch): Promise<number[]> {
  const words = search.mask === undefined ? undefined : ftsQueryOf(search.mask);
  if (words === null) return [];
  const parts = [`facts : (${filterExpression(search) || ANY_POST})`];
  if (words !== undefined) parts.push(`text : (${words})`);
  const { rows } = await sql<{ id: number }>`
    SELECT post.id FROM post_search CROSS JOIN post ON post.id = post_search.rowid
    WHERE ${matchesSearch(db, 'post_search', parts.join(' AND '))}
      AND post_search.rowid < ${searchValue(db, search.before)}
      AND post_search.rowid >= ${searchValue(db, search.first ?? 0)} AND ${isPostVisible(search.viewer)}
    ORDER BY post_search.rowid DESC LIMIT ${searchValue(db, search.limit)}
  `.execute(db);
  return rows.map((row) => row.id);
}

const LINK = /\bhttps?:\/\/\S/i;
