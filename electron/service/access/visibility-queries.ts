import { sql, type RawBuilder } from 'kysely';

/**
 * Whether a viewer may see a row of `post`: no block lies between them and its author or the wall's owner, and neither of
 * those is banned.
 */
export function seenPost(viewer: number): RawBuilder<boolean> {
  return sql<boolean>`${unblocked(viewer)}
    and not exists (select 1 from person where person.id in (post.author_id, post.wall_id) and person.ban = 1)`;
}

/** Whether a viewer may see a row of `comment` where they see its post. */
export function seenComment(viewer: number): RawBuilder<boolean> {
  return sql<boolean>`not exists (
      select 1 from block where block.person_id = ${viewer} and block.target_id = comment.author_id)
    and not exists (select 1 from block where block.target_id = ${viewer} and block.person_id = comment.author_id)
    and not exists (select 1 from person where person.id = comment.author_id and person.ban = 1)`;
}

function unblocked(viewer: number): RawBuilder<boolean> {
  return sql<boolean>`not exists (
      select 1 from block where block.person_id = ${viewer} and block.target_id in (post.author_id, post.wall_id))
    and not exists (
      select 1 from block where block.target_id = ${viewer} and block.person_id in (post.author_id, post.wall_id))`;
}
