import type { Database } from 'better-sqlite3';
import type { SyncScope } from '../../shared/contract/sync';

/**
 * Deletes everything of a dialog or wall that the person may no longer read, its full-text entries too. Posts that
 * something else shows stay, unless a block or their audience hides them.
 */
export function purgeScope(raw: Database, { Kind, ID }: SyncScope): void {
  if (Kind === 'dialog') for (const sql of DIALOG) raw.prepare(sql).run(ID);
  if (Kind !== 'wall') return;
  const posts = JSON.stringify(raw.prepare(POSTS_ON_WALL).pluck().all(ID));
  for (const sql of WALL) raw.prepare(sql).run(posts);
}

/** Posts of a wall from the newest down: IDs from `from` on, below `before`. */
export interface PostRange {
  wall: number;
  from: number;
  before: number;
}

/** Deletes posts in a range that the host no longer has there: they were held because something else shows them. */
export function removeMissingPosts(
  raw: Database,
  { wall, from, before }: PostRange,
  present: readonly number[],
): void {
  const missing = raw.prepare(MISSING_POSTS).pluck().all(from, before, wall, wall, JSON.stringify(present));
  for (const sql of WALL) raw.prepare(sql).run(JSON.stringify(missing));
}

const MESSAGES = 'SELECT id FROM message WHERE dialog_id = ?';
const DIALOG = [
  `DELETE FROM message_search WHERE rowid IN (${MESSAGES})`,
  `DELETE FROM message_version WHERE message_id IN (${MESSAGES})`,
  `DELETE FROM poll WHERE message_id IN (${MESSAGES})`,
  `DELETE FROM poll_option WHERE message_id IN (${MESSAGES})`,
  `DELETE FROM poll_vote WHERE message_id IN (${MESSAGES})`,
  `DELETE FROM calendar_event WHERE message_id IN (${MESSAGES})`,
  `DELETE FROM calendar_answer WHERE message_id IN (${MESSAGES})`,
  `DELETE FROM reaction WHERE message_id IN (${MESSAGES})`,
  `DELETE FROM message_place WHERE id IN (${MESSAGES})`,
  'DELETE FROM pinned_message WHERE dialog_id = ?',
  'DELETE FROM thread_follower WHERE dialog_id = ?',
  'DELETE FROM link WHERE dialog_id = ?',
  'DELETE FROM attachment WHERE dialog_id = ?',
  'DELETE FROM message WHERE dialog_id = ?',
  'DELETE FROM member WHERE dialog_id = ?',
  'DELETE FROM dialog_folder_item WHERE dialog_id = ?',
  'DELETE FROM dialog_search WHERE rowid = ?',
  'DELETE FROM dialog WHERE id = ?',
];

const IS_SHOWN_ELSEWHERE = `(
  EXISTS (SELECT 1 FROM attachment WHERE type = 'post' AND item_id = post.id)
  OR EXISTS (SELECT 1 FROM post AS repost WHERE repost.repost_id = post.id AND repost.repost_id > 0)
  OR EXISTS (SELECT 1 FROM message WHERE message.repost_id = post.id AND message.repost_id > 0)
  OR EXISTS (SELECT 1 FROM notification WHERE item_kind = 'post' AND item_id = post.id)
  OR EXISTS (
    SELECT 1 FROM comment JOIN notification ON item_kind = 'comment' AND item_id = comment.id
    WHERE comment.post_id = post.id))`;
const OWN_ID = '(SELECT person FROM replica_state)';
const IS_HIDDEN = `(
  post.audience > 0 AND post.author_id <> ${OWN_ID} AND (post.audience = 2 OR NOT EXISTS (
    SELECT 1 FROM relation WHERE person_id = ${OWN_ID} AND target_id = post.author_id AND friends = 1))
  OR EXISTS (SELECT 1 FROM block WHERE person_id = ${OWN_ID} AND target_id IN (post.wall_id, post.author_id))
  OR EXISTS (SELECT 1 FROM block WHERE target_id = ${OWN_ID} AND person_id IN (post.wall_id, post.author_id)))`;
const POSTS_ON_WALL = `SELECT id FROM post WHERE wall_id = ? AND (${IS_HIDDEN} OR NOT ${IS_SHOWN_ELSEWHERE})`;

const MISSING_POSTS = `
  SELECT id FROM post
  WHERE id >= ? AND id < ? AND (wall_id = ? OR author_id = ?) AND id NOT IN (SELECT value FROM json_each(?))`;

const POSTS = 'SELECT value FROM json_each(?)';
const COMMENTS = `SELECT id FROM comment WHERE post_id IN (${POSTS})`;
const WALL = [
  `DELETE FROM post_search WHERE rowid IN (${POSTS})`,
  `DELETE FROM comment_like WHERE comment_id IN (${COMMENTS})`,
  `DELETE FROM attachment WHERE message_id IN (${COMMENTS})`,
  `DELETE FROM comment WHERE post_id IN (${POSTS})`,
  `DELETE FROM post_like WHERE post_id IN (${POSTS})`,
  `DELETE FROM attachment WHERE message_id IN (${POSTS})`,
  `DELETE FROM post WHERE id IN (${POSTS})`,
];
