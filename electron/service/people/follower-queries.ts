import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { prepared } from '../../database/prepared';

interface FollowerPage {
  person: number;
  viewer: number;
  limit: number;
  offset: number;
}

const followers = prepared((db, argument: FollowerPage & Record<string, number>) => ({
  compile: () =>
    sql<{ id: number }>`SELECT person.id FROM relation JOIN person ON person.id = relation.person_id
      WHERE relation.target_id = ${argument.person} AND relation.friends = 0 AND ${isListed(argument.viewer)}
      ORDER BY relation.created_at DESC, relation.person_id DESC
      LIMIT ${argument.limit} OFFSET ${argument.offset}`.compile(db),
}));

const subscriptions = prepared((db, argument: FollowerPage & Record<string, number>) => ({
  compile: () =>
    sql<{ id: number }>`SELECT person.id FROM relation JOIN person ON person.id = relation.target_id
      WHERE relation.person_id = ${argument.person} AND relation.friends = 0 AND ${isListed(argument.viewer)}
      ORDER BY relation.created_at DESC, relation.target_id DESC
      LIMIT ${argument.limit} OFFSET ${argument.offset}`.compile(db),
}));

/** Returns the subscribers of a person who are not friends, newest first, without those a viewer may not see. */
export async function listFollowers(db: Db, page: FollowerPage): Promise<number[]> {
  return (await followers(db, { ...page })).map((row) => row.id);
}

/** Returns the people whom a person subscribed to and who are not friends, newest first, like `listFollowers`. */
export async function listSubscriptions(db: Db, page: FollowerPage): Promise<number[]> {
  return (await subscriptions(db, { ...page })).map((row) => row.id);
}

/** SQL condition: a joined `person` is not banned or deleted, and neither they nor the viewer blocked the other. */
function isListed(viewer: number) {
  return sql`person.ban = 0 AND person.deleted = 0
    AND NOT EXISTS (SELECT 1 FROM block WHERE block.person_id = ${viewer} AND block.target_id = person.id)
    AND NOT EXISTS (SELECT 1 FROM block WHERE block.person_id = person.id AND block.target_id = ${viewer})`;
}
