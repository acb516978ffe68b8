import type { Db } from '../../database/open';

/** A like of a person. */
interface Like {
  item: number;
  person: number;
  now: number;
}

/** Whether a person likes a post. */
export async function likesPost(db: Db, post: number, person: number): Promise<boolean> {
  const row = await db
    .selectFrom('post_like')
    .select('created_at')
    .where('post_id', '=', post)
    .where('person_id', '=', person)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a person likes a comment. */
export async function likesComment(db: Db, comment: number, person: number): Promise<boolean> {
  const row = await db
    .selectFrom('comment_like')
    .select('created_at')
    .where('comment_id', '=', comment)
    .where('person_id', '=', person)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the like of a post that had none of the person, or (`isLiked` false) takes it back; gives how many there are. */
export async function setPostLike(db: Db, { item, person, now }: Like, isLiked: boolean): Promise<number> {
  if (isLiked) {
    const row = { post_id: item, person_id: person, created_at: now };
    await db.insertInto('post_like').values(row).execute();
  } else {
    const own = db.deleteFrom('post_like').where('post_id', '=', item).where('person_id', '=', person);
    await own.execute();
  }
  const { likes } = await db
    .updateTable('post')
    .set((eb) => ({ likes: eb('likes', '+', isLiked ? 1 : -1) }))
    .where('id', '=', item)
    .returning('likes')
    .executeTakeFirstOrThrow();
  return likes;
}

/** Likewise of a comment. */
export async function setCommentLike(db: Db, { item, person, now }: Like, isLiked: boolean): Promise<number> {
  if (isLiked) {
    const row = { comment_id: item, person_id: person, created_at: now };
    await db.insertInto('comment_like').values(row).execute();
  } else {
    const own = db.deleteFrom('comment_like').where('comment_id', '=', item).where('person_id', '=', person);
    await own.execute();
  }
  const { likes } = await db
    .updateTable('comment')
    .set((eb) => ({ likes: eb('likes', '+', isLiked ? 1 : -1) }))
    .where('id', '=', item)
    .returning('likes')
    .executeTakeFirstOrThrow();
  return likes;
}
