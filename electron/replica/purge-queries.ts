import type { Database } from 'better-sqlite3';
import type { SyncScope } from '../../shared/contract/sync';

/** Deletes everything of a dialog or wall that the person may no longer read, its full-text entries too. */
export function purgeScope(raw: Database, { Kind, ID }: SyncScope): void {
  const statements = Kind === 'dialog' ? DIALOG : Kind === 'wall' ? WALL : [];
  for (const sql of statements) raw.prepare(sql).run(ID);
}

const MESSAGES = 'SELECT id FROM message WHERE dialog_id = ?';
const DIALOG = [
  `DELETE FROM message_search WHERE rowid IN (${MESSAGES})`,
  `DELETE FROM reaction WHERE message_id IN (${MESSAGES})`,
  `DELETE FROM message_place WHERE id IN (${MESSAGES})`,
  'DELETE FROM link WHERE dialog_id = ?',
  'DELETE FROM attachment WHERE dialog_id = ?',
  'DELETE FROM message WHERE dialog_id = ?',
  'DELETE FROM member WHERE dialog_id = ?',
  'DELETE FROM dialog_search WHERE rowid = ?',
  'DELETE FROM dialog WHERE id = ?',
];

const POSTS = 'SELECT id FROM post WHERE wall_id = ?';
const COMMENTS = `SELECT id FROM comment WHERE post_id IN (${POSTS})`;
const WALL = [
  `DELETE FROM post_search WHERE rowid IN (${POSTS})`,
  `DELETE FROM comment_like WHERE comment_id IN (${COMMENTS})`,
  `DELETE FROM attachment WHERE message_id IN (${COMMENTS})`,
  `DELETE FROM comment WHERE post_id IN (${POSTS})`,
  `DELETE FROM post_like WHERE post_id IN (${POSTS})`,
  `DELETE FROM attachment WHERE message_id IN (${POSTS})`,
  'DELETE FROM post WHERE wall_id = ?',
];
