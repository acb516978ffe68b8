import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../database/open';
import { prepared } from '../../database/prepared';
import { isPostVisible } from '../access/visibility-queries';

type Feed = { viewer: number; before: number; limit: number; language: number };

/**
 * Of those whom a viewer follows only as many can be on a page as it is long: those whose newest posts are the newest.
 * One look into the index finds each one's newest, whether they write much or little, and whatever others write.
 */
function feedOver(index: string, inLanguage: (language: number) => RawBuilder<unknown>) {
  return prepared((db, { viewer, before, limit, language }: Feed) => {
    const newestOf = (author: string, most: RawBuilder<unknown>) => sql`
      SELECT post.id FROM post INDEXED BY ${sql.ref(index)}
      WHERE post.author_id = ${sql.ref(author)} ${inLanguage(language)} AND post.id < ${before} AND ${isPostVisible(viewer)}
      ORDER BY post.id DESC LIMIT ${most}`;
    const query = sql<{ id: number }>`
      WITH heads AS MATERIALIZED (
        SELECT followed.id AS author, (${newestOf('followed.id', sql`1`)}) AS head
        FROM (
          SELECT target_id AS id FROM relation WHERE person_id = ${viewer} UNION ALL SELECT ${viewer}
        ) AS followed
        ORDER BY head DESC LIMIT ${limit}
      )
      SELECT newest.value AS id FROM heads, json_each((
        SELECT json_group_array(id) FROM (${newestOf('heads.author', sql`${limit}`)}))) AS newest
      WHERE heads.head IS NOT NULL
      ORDER BY newest.value DESC LIMIT ${limit}`;
    return { compile: () => query.compile(db) };
  });
}

const feed = feedOver('post_author', () => sql``);
const feedInLanguage = feedOver('post_author_language', (language) => sql`AND post.language = ${language}`);

/**
 * The newest posts before one by a viewer and those whom they subscribed to, on whatever walls they may see, by number;
 * of one language where it is not 0.
 */
export async function listFeed(db: Db, listing: Feed): Promise<number[]> {
  const rows = await (listing.language === 0 ? feed : feedInLanguage)(db, listing);
  return rows.map((row) => row.id);
}
