import { sql, type RawBuilder } from 'kysely';

/** SQL condition: a viewer may see a row of `post`: it is accessible, and its author chose an audience they belong to. */
export function isPostVisible(viewer: number): RawBuilder<boolean> {
  return sql<boolean>`(post.audience = 0 or ${isInAudience(viewer)}) and ${isPostAccessible(viewer)}`;
}

/**
 * SQL condition: nobody's decision but its author's keeps a row of `post` from a viewer. Its author and the wall's owner
 * are not banned, and there is no block between the viewer and either of them.
 */
export function isPostAccessible(viewer: number): RawBuilder<boolean> {
  return sql<boolean>`${isNotBlocked(viewer)}
    and not exists (select 1 from person where person.id in (post.author_id, post.wall_id) and person.ban = 1)`;
}

/** SQL condition: a viewer who can see a post may also see a row of `comment` on it. */
export function isCommentVisible(viewer: number): RawBuilder<boolean> {
  return sql<boolean>`not exists (
      select 1 from block where block.person_id = ${viewer} and block.target_id = comment.author_id)
    and not exists (select 1 from block where block.target_id = ${viewer} and block.person_id = comment.author_id)
    and not exists (select 1 from person where person.id = comment.author_id and person.ban = 1)`;
}

function isInAudience(viewer: number): RawBuilder<boolean> {
  return sql<boolean>`(post.author_id = ${viewer} or post.audience = 1 and exists (
    select 1 from relation
    where relation.person_id = ${viewer} and relation.target_id = post.author_id and relation.friends = 1))`;
}

/** Most viewers have no blocks with anybody, which is looked up once for all rows. */
function isNotBlocked(viewer: number): RawBuilder<boolean> {
  return sql<boolean>`(not exists (select 1 from block where person_id = ${viewer} or target_id = ${viewer})
    or not exists (
        select 1 from block where block.person_id = ${viewer} and block.target_id in (post.author_id, post.wall_id))
      and not exists (
        select 1 from block where block.target_id = ${viewer} and block.person_id in (post.author_id, post.wall_id)))`;
}
