import type { Selectable } from 'kysely';
import type { Db } from '../../database/open';
import { listOf, prepared } from '../../database/prepared';
import type { Schema } from '../../database/schema';
import { isCommentVisible, isPostVisible } from '../access/visibility-queries';

/** A row of the post table. */
export type PostRow = Selectable<Schema['post']>;

/** A row of the comment table. */
export type CommentRow = Selectable<Schema['comment']>;

type VisiblePage = { ids: string; viewer: number };

const posts = prepared((db, argument: VisiblePage) =>
  db
    .selectFrom('post')
    .selectAll('post')
    .where('post.id', 'in', listOf(argument.ids))
    .where(isPostVisible(argument.viewer)),
);

const comments = prepared((db, argument: VisiblePage) =>
  db
    .selectFrom('comment')
    .innerJoin('post', 'post.id', 'comment.post_id')
    .selectAll('comment')
    .where('comment.id', 'in', listOf(argument.ids))
    .where(isPostVisible(argument.viewer))
    .where(isCommentVisible(argument.viewer)),
);

const likedPosts = prepared((db, argument: { ids: string; people: string }) =>
  db
    .selectFrom('post_like')
    .select(['post_id as item', 'person_id as person'])
    .where('post_id', 'in', listOf(argument.ids))
    .where('person_id', 'in', listOf(argument.people)),
);

const likedComments = prepared((db, argument: { ids: string; people: string }) =>
  db
    .selectFrom('comment_like')
    .select(['comment_id as item', 'person_id as person'])
    .where('comment_id', 'in', listOf(argument.ids))
    .where('person_id', 'in', listOf(argument.people)),
);

const blocksBetween = prepared((db, argument: { people: string; others: string }) =>
  db
    .selectFrom('block')
    .select('person_id as person')
    .where('person_id', 'in', listOf(argument.people))
    .where('target_id', 'in', listOf(argument.others))
    .unionAll(
      db
        .selectFrom('block')
        .select('target_id as person')
        .where('target_id', 'in', listOf(argument.people))
        .where('person_id', 'in', listOf(argument.others)),
    ),
);

/** Returns those posts that a viewer may see, in no particular order. */
export function findPosts(db: Db, ids: readonly number[], viewer: number): Promise<PostRow[]> {
  return posts(db, { ids: JSON.stringify(ids), viewer });
}

/** Returns those comments that a viewer may see, in no particular order. */
export function findComments(db: Db, ids: readonly number[], viewer: number): Promise<CommentRow[]> {
  return comments(db, { ids: JSON.stringify(ids), viewer });
}

/** Returns who of some people likes which of some posts or comments. */
export function findLikes(
  db: Db,
  of: 'posts' | 'comments',
  ids: readonly number[],
  people: readonly number[],
): Promise<{ item: number; person: number }[]> {
  const parameters = { ids: JSON.stringify(ids), people: JSON.stringify(people) };
  return of === 'posts' ? likedPosts(db, parameters) : likedComments(db, parameters);
}

/** Returns those people who are separated by a block from any of some others. */
export async function findBlockedFrom(
  db: Db,
  people: readonly number[],
  others: readonly number[],
): Promise<Set<number>> {
  const rows = await blocksBetween(db, { people: JSON.stringify(people), others: JSON.stringify(others) });
  return new Set(rows.map((row) => row.person));
}
