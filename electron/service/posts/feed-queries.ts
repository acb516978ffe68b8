import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../database/open';
import { prepared } from '../../database/prepared';
import { isPostVisible } from '../access/visibility-queries';
import type { PostRow } from './records-queries';

/** Imported posts are on their wall only: in feeds, hundreds of old ones would hide what is new. */
type FeedPage = { viewer: number; before: number; limit: number; language: number };

/**
 * Builds the feed query. A page needs at most as many authors as it has rows: those with the newest posts. One index
 * lookup finds each author's newest post, however much they or others write. If these fill the page, nothing older than
 * the last of them is read.
 */
function feedQuery(index: string, inLanguage: (language: number) => RawBuilder<unknown>) {
  return prepared((db, { viewer, before, limit, language }: FeedPage) => {
    const newestOf = (author: string, limit: RawBuilder<unknown>, further: RawBuilder<unknown>) => sql`
      SELECT post.id FROM post INDEXED BY ${sql.ref(index)}
      WHERE post.author_id = ${sql.ref(author)} ${inLanguage(language)} AND post.id < ${before} ${further}
        AND post.written_at = 0 AND ${isPostVisible(viewer)}
      ORDER BY post.id DESC LIMIT ${limit}`;
    const query = sql<{ id: number }>`
      WITH heads AS MATERIALIZED (
        SELECT followed.id AS author, (${newestOf('followed.id', sql`1`, sql``)}) AS head
        FROM (
          SELECT target_id AS id FROM relation WHERE person_id = ${viewer} UNION ALL SELECT ${viewer}
        ) AS followed
        ORDER BY head DESC NULLS LAST LIMIT ${limit}
      ), oldest AS MATERIALIZED (
        SELECT CASE WHEN count(head) = ${limit} THEN min(head) ELSE 0 END AS id FROM heads
      )
      SELECT newest.value AS id FROM heads, json_each((
        SELECT json_group_array(id) FROM (
          ${newestOf('heads.author', sql`${limit}`, sql`AND post.id >= (SELECT id FROM oldest)`)}) AS own)) AS newest
      WHERE heads.head IS NOT NULL
      ORDER BY newest.value DESC LIMIT ${limit}`;
    return { compile: () => query.compile(db) };
  });
}

const feed = feedQuery('post_author', () => sql``);
const feedInLanguage = feedQuery('post_author_language', (language) => sql`AND post.language = ${language}`);

/**
 * Returns the IDs of the newest posts before an ID by a viewer and those they subscribed to, on all walls they may see;
 * of one language unless it is 0.
 */
export async function listFeed(db: Db, listing: FeedPage): Promise<number[]> {
  const rows = await (listing.language === 0 ? feed : feedInLanguage)(db, listing);
  return rows.map((row) => row.id);
}

const publicFeed = prepared((db, { viewer, before, limit }: Omit<FeedPage, 'language'>) =>
  db
    .selectFrom('post')
    .selectAll('post')
    .where('post.id', '<', before)
    .where('post.written_at', '=', sql.lit(0))
    .where(isPostVisible(viewer))
    .orderBy('post.id', 'desc')
    .limit(limit),
);

const publicFeedInLanguage = prepared((db, { viewer, before, limit, language }: FeedPage) =>
  db
    .selectFrom('post')
    .selectAll('post')
    .where('post.language', '=', language)
    .where('post.language', '>', sql.lit(0))
    .where('post.id', '<', before)
    .where('post.written_at', '=', sql.lit(0))
    .where(isPostVisible(viewer))
    .orderBy('post.id', 'desc')
    .limit(limit),
);

/** Returns the newest posts before an ID by everyone that a viewer may see; of one language unless it is 0. */
export function listPublicFeed(db: Db, listing: FeedPage): Promise<PostRow[]> {
  const { language, ...page } = listing;
  return language === 0 ? publicFeed(db, page) : publicFeedInLanguage(db, listing);
}
