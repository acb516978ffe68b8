import type { Insertable } from 'kysely';
import type { Db } from '../../database/open';
import { prepared } from '../../database/prepared';
import type { Schema } from '../../database/schema';
import type { CommentRow } from './records-queries';
import { isCommentVisible } from '../access/visibility-queries';

const page = prepared((db, argument: { post: number; viewer: number; before: number; limit: number }) =>
  db
    .selectFrom('comment')
    .selectAll('comment')
    .where('comment.post_id', '=', argument.post)
    .where('comment.id', '<', argument.before)
    .where(isCommentVisible(argument.viewer))
    .orderBy('comment.id', 'desc')
    .limit(argument.limit),
);

/** Returns comments on a post before an ID that a viewer may see, newest first. */
export function listComments(
  db: Db,
  listing: { post: number; viewer: number; before: number; limit: number },
): Promise<CommentRow[]> {
  return page(db, listing);
}

/** Returns the IDs of all comments on a post. */
export async function listCommentIds(db: Db, post: number): Promise<number[]> {
  const rows = await db.selectFrom('comment').select('id').where('post_id', '=', post).execute();
  return rows.map((row) => row.id);
}

/** Stores a comment. Returns the post's new number of comments. */
export async function insertComment(db: Db, row: Insertable<Schema['comment']>): Promise<number> {
  await db.insertInto('comment').values(row).execute();
  return addToComments(db, row.post_id, 1);
}

/** Deletes a comment with its likes and attachments. Returns the post's new number of comments. */
export async function deleteComment(db: Db, comment: { id: number; post_id: number }): Promise<number> {
  await db.deleteFrom('comment').where('id', '=', comment.id).execute();
  await db.deleteFrom('comment_like').where('comment_id', '=', comment.id).execute();
  await db.deleteFrom('attachment').where('message_id', '=', comment.id).execute();
  return addToComments(db, comment.post_id, -1);
}

/** Returns a person's newest comment on a post, or 0 if there is none. */
export async function findNewestCommentOf(db: Db, post: number, author: number): Promise<number> {
  const row = await db
    .selectFrom('comment')
    .select('id')
    .where('author_id', '=', author)
    .where('post_id', '=', post)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

async function addToComments(db: Db, post: number, by: 1 | -1): Promise<number> {
  const row = await db
    .updateTable('post')
    .set((eb) => ({ comments: eb('comments', '+', by) }))
    .where('id', '=', post)
    .returning('comments')
    .executeTakeFirst();
  return row?.comments ?? 0;
}
