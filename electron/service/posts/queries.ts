import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '../../database/open';
import { listOf, prepared, textsOf } from '../../database/prepared';
import type { Schema } from '../../database/schema';
import type { PostRow } from './records-queries';
import { isPostVisible } from '../access/visibility-queries';

type WallPage = { wall: number; viewer: number; before: number; limit: number };

const page = prepared((db, argument: WallPage) =>
  db
    .selectFrom('post')
    .selectAll('post')
    .where('post.wall_id', '=', argument.wall)
    .where('post.id', '<', argument.before)
    .where(isPostVisible(argument.viewer))
    .orderBy('post.id', 'desc')
    .limit(argument.limit),
);

const pageInLanguage = prepared((db, argument: WallPage & { language: number }) =>
  db
    .selectFrom('post')
    .selectAll('post')
    .where('post.wall_id', '=', argument.wall)
    .where('post.language', '=', argument.language)
    .where('post.id', '<', argument.before)
    .where(isPostVisible(argument.viewer))
    .orderBy('post.id', 'desc')
    .limit(argument.limit),
);

const mentionable = prepared((db, argument: { tags: string; hosts: string }) =>
  db
    .selectFrom('person')
    .select('person.id')
    .where('person.link', 'in', textsOf(argument.tags))
    .where('person.link', '<>', sql.lit(''))
    .where('person.ban', '=', sql.lit(0))
    .where(
      sql<boolean>`not exists (select 1 from block
        where block.person_id = person.id and block.target_id in ${listOf(argument.hosts)})
      and not exists (select 1 from block
        where block.target_id = person.id and block.person_id in ${listOf(argument.hosts)})`,
    ),
);

/** Returns posts of a wall before an ID that a viewer may see, newest first; of one language unless it is 0. */
export function listWall(db: Db, listing: WallPage & { language: number }): Promise<PostRow[]> {
  const { language, ...wallPage } = listing;
  return language === 0 ? page(db, wallPage) : pageInLanguage(db, listing);
}

/** Stores a post and updates the counts of its wall and of the post it reposts. */
export async function insertPost(db: Db, row: Insertable<Schema['post']>): Promise<void> {
  await db.insertInto('post').values(row).execute();
  await addToPosts(db, row.wall_id, 1);
  await addToReposts(db, row.repost_id, 1);
}

/** Updates a post. */
export async function updatePost(db: Db, id: number, changes: Updateable<Schema['post']>): Promise<void> {
  await db.updateTable('post').set(changes).where('id', '=', id).execute();
}

/** Adjusts the number of reposts of a post; 0 is none. */
export async function addToReposts(db: Db, post: number, by: 1 | -1): Promise<void> {
  if (post === 0) return;
  await db
    .updateTable('post')
    .set((eb) => ({ reposts: eb('reposts', '+', by) }))
    .where('id', '=', post)
    .execute();
}

/** Deletes a post. Its comments and likes are unreachable then, and maintenance deletes them later. */
export async function deletePost(db: Db, post: PostRow): Promise<void> {
  await db.deleteFrom('post').where('id', '=', post.id).execute();
  await db.deleteFrom('attachment').where('message_id', '=', post.id).execute();
  await db.insertInto('removed_post').values({ id: post.id }).execute();
  await addToPosts(db, post.wall_id, -1);
  await addToReposts(db, post.repost_id, -1);
}

/** Returns those IDs that are posts, with the owners of their walls. */
export async function findWallsOf(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; wall_id: number }[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('post')
    .select(['id', 'wall_id'])
    .where('id', 'in', listOf(JSON.stringify(ids)))
    .execute();
}

/** Returns some reposts of a post, newest first. */
export function listReposts(db: Db, post: number, limit: number) {
  return db
    .selectFrom('post')
    .select(['id', 'wall_id'])
    .where('repost_id', '=', post)
    .where('repost_id', '>', sql.lit(0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Returns a person's newest repost of a post that a viewer may see, or 0 if there is none. */
export async function findNewestRepostBy(
  db: Db,
  post: number,
  { author, viewer }: { author: number; viewer: number },
): Promise<number> {
  const row = await db
    .selectFrom('post')
    .select('id')
    .where('repost_id', '=', post)
    .where('repost_id', '>', sql.lit(0))
    .where('author_id', '=', author)
    .where(isPostVisible(viewer))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** Returns the people with one of some tags who are not separated by a block from any of the `hosts`. */
export async function findMentionable(
  db: Db,
  tags: readonly string[],
  hosts: readonly number[],
): Promise<number[]> {
  const rows = await mentionable(db, { tags: JSON.stringify(tags), hosts: JSON.stringify(hosts) });
  return rows.map((row) => row.id);
}

async function addToPosts(db: Db, wall: number, by: 1 | -1): Promise<void> {
  await db
    .updateTable('person')
    .set((eb) => ({ posts: eb('posts', '+', by) }))
    .where('id', '=', wall)
    .execute();
}
