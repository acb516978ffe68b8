import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { preparedOne } from '../../database/prepared';
import { isCommentVisible, isPostVisible } from './visibility-queries';

const post = preparedOne((db, argument: { id: number; viewer: number }) =>
  db
    .selectFrom('post')
    .innerJoin('person as wall', 'wall.id', 'post.wall_id')
    .innerJoin('person as author', 'author.id', 'post.author_id')
    .selectAll('post')
    .select([
      'wall.post_state',
      'wall.comments_state',
      'author.role as author_role',
      'author.ban as author_ban',
    ])
    .select(sql<0 | 1>`(${isPostVisible(argument.viewer)})`.as('seen'))
    .where('post.id', '=', argument.id),
);

const comment = preparedOne((db, argument: { id: number; viewer: number }) =>
  db
    .selectFrom('comment')
    .innerJoin('post', 'post.id', 'comment.post_id')
    .innerJoin('person as author', 'author.id', 'comment.author_id')
    .selectAll('comment')
    .select(['post.wall_id', 'post.author_id as post_author_id'])
    .select(['author.role as author_role', 'author.ban as author_ban'])
    .select(
      sql<0 | 1>`(${isPostVisible(argument.viewer)} and ${isCommentVisible(argument.viewer)})`.as('seen'),
    )
    .where('comment.id', '=', argument.id),
);

const attachedToVisiblePost = preparedOne((db, argument: { type: string; item: number; viewer: number }) =>
  db
    .selectFrom('attachment')
    .leftJoin('comment', 'comment.id', 'attachment.message_id')
    .innerJoin('post', (join) =>
      join.on(sql<boolean>`post.id = coalesce(comment.post_id, attachment.message_id)`),
    )
    .select('post.id')
    .where('attachment.type', '=', argument.type as 'photo')
    .where('attachment.item_id', '=', argument.item)
    .where('attachment.dialog_id', '=', 0)
    .where(sql<boolean>`${isPostVisible(argument.viewer)}`)
    .where(sql<boolean>`(comment.id is null or (${isCommentVisible(argument.viewer)}))`)
    .limit(1),
);

const wall = preparedOne((db, argument: { id: number }) =>
  db.selectFrom('person').select('post_state').where('id', '=', argument.id),
);

/** Returns a post with the settings of its wall, and whether the viewer may see it. */
export function findPostWithWall(db: Db, id: number, viewer: number) {
  return post(db, { id, viewer });
}

/** Returns a comment with the author and wall of its post, and whether the viewer may see both. */
export function findCommentWithPost(db: Db, id: number, viewer: number) {
  return comment(db, { id, viewer });
}

/** Whether an item is attached to a post or comment that the viewer may see. */
export async function isAttachedToVisiblePost(
  db: Db,
  type: string,
  item: number,
  viewer: number,
): Promise<boolean> {
  return (await attachedToVisiblePost(db, { type, item, viewer })) !== undefined;
}

/** Returns who may post on a person's wall: 0 everyone, 1 friends, 2 nobody but them. */
export async function findPostState(db: Db, id: number): Promise<0 | 1 | 2> {
  return (await wall(db, { id }))?.post_state ?? 2;
}

export type PostWithWall = NonNullable<Awaited<ReturnType<typeof findPostWithWall>>>;
export type CommentWithPost = NonNullable<Awaited<ReturnType<typeof findCommentWithPost>>>;
