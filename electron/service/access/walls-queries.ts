import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { preparedOne } from '../../database/prepared';
import { seenComment, seenPost } from './visibility-queries';

const post = preparedOne((db, argument: { id: number; viewer: number }) =>
  db
    .selectFrom('post')
    .innerJoin('person as wall', 'wall.id', 'post.wall_id')
    .innerJoin('person as author', 'author.id', 'post.author_id')
    .selectAll('post')
    .select(['wall.post_state', 'wall.comments_state', 'author.role as author_role'])
    .select(sql<0 | 1>`(${seenPost(argument.viewer)})`.as('seen'))
    .where('post.id', '=', argument.id),
);

const comment = preparedOne((db, argument: { id: number; viewer: number }) =>
  db
    .selectFrom('comment')
    .innerJoin('post', 'post.id', 'comment.post_id')
    .innerJoin('person as author', 'author.id', 'comment.author_id')
    .selectAll('comment')
    .select(['post.wall_id', 'post.author_id as post_author_id', 'author.role as author_role'])
    .select(sql<0 | 1>`(${seenPost(argument.viewer)} and ${seenComment(argument.viewer)})`.as('seen'))
    .where('comment.id', '=', argument.id),
);

const hung = preparedOne((db, argument: { type: string; item: number; viewer: number }) =>
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
    .where(sql<boolean>`${seenPost(argument.viewer)}`)
    .where(sql<boolean>`(comment.id is null or (${seenComment(argument.viewer)}))`)
    .limit(1),
);

const wall = preparedOne((db, argument: { id: number }) =>
  db.selectFrom('person').select('post_state').where('id', '=', argument.id),
);

/** A post with the rules of its wall, and whether a viewer may see it. */
export function findPostPlace(db: Db, id: number, viewer: number) {
  return post(db, { id, viewer });
}

/** A comment with whose post and wall it is on, and whether a viewer may see it. */
export function findCommentPlace(db: Db, id: number, viewer: number) {
  return comment(db, { id, viewer });
}

/** Whether a thing hangs on a post or a comment that a viewer may see. */
export async function findHung(db: Db, type: string, item: number, viewer: number): Promise<boolean> {
  return (await hung(db, { type, item, viewer })) !== undefined;
}

/** Who may write on a person's wall. */
export async function findPostState(db: Db, id: number): Promise<0 | 1 | 2> {
  return (await wall(db, { id }))?.post_state ?? 2;
}

export type PostPlace = NonNullable<Awaited<ReturnType<typeof findPostPlace>>>;
export type CommentPlace = NonNullable<Awaited<ReturnType<typeof findCommentPlace>>>;
