import type { Schema } from '../../database/schema';

/** The tables of which a replica holds rows, with the columns of their primary keys in order. */
export const REPLICA_TABLES = {
  community: ['id'],
  person: ['id'],
  relation: ['person_id', 'target_id'],
  block: ['person_id', 'target_id'],
  dialog: ['id'],
  member: ['dialog_id', 'person_id'],
  dialog_folder: ['id'],
  dialog_folder_item: ['folder_id', 'dialog_id'],
  message: ['dialog_id', 'id'],
  message_place: ['id'],
  message_version: ['message_id', 'id'],
  reaction: ['message_id', 'emoji', 'person_id'],
  pinned_message: ['dialog_id', 'message_id'],
  thread_follower: ['person_id', 'thread_id'],
  poll: ['message_id'],
  poll_option: ['message_id', 'position'],
  poll_vote: ['message_id', 'person_id', 'position'],
  calendar_event: ['message_id'],
  calendar_answer: ['message_id', 'person_id'],
  link: ['dialog_id', 'message_id', 'position'],
  attachment: ['message_id', 'position'],
  content: ['id'],
  file: ['id'],
  file_heard: ['person_id', 'file_id'],
  photo: ['id'],
  track: ['id'],
  playlist: ['id'],
  playlist_track: ['playlist_id', 'position'],
  playlist_follow: ['person_id', 'playlist_id'],
  sticker_pack: ['id'],
  sticker: ['id'],
  sticker_pack_added: ['person_id', 'pack_id'],
  video: ['id'],
  post: ['id'],
  post_like: ['post_id', 'person_id'],
  comment: ['id'],
  comment_like: ['comment_id', 'person_id'],
  notification: ['person_id', 'id'],
  gift: ['person_id', 'id'],
  scheduled_item: ['id'],
  invite: ['code'],
} as const satisfies Partial<Record<keyof Schema, readonly string[]>>;

/** Columns that never leave the host. A replica leaves them empty. */
export const SECRET_COLUMNS: Partial<Record<ReplicaTable, readonly string[]>> = {
  person: ['password_hash'],
  community: ['private_key', 'content_key', 'setup_code', 'share_on', 'share_port', 'share_plain'],
};

export type ReplicaTable = keyof typeof REPLICA_TABLES;

/**
 * Tables that never leave the host: secrets, what only concerns the running of it, lists of admins, and drafts, which
 * each device stores itself. A new table must be named here or above.
 */
export const HOST_TABLES = [
  'meta',
  'installation',
  'registration',
  'token',
  'known_address',
  'code',
  'mail',
  'report',
  'act',
  'notified',
  'closed_dialog',
  'removed_post',
  'viewing',
  'upload',
  'storage',
  'removal',
  'draft',
  'calendar_notice',
  'promo',
  'promo_claim',
  'command',
  'command_use',
  'event',
  'app',
  'app_code',
  'search_backfill',
  'standby',
  'witness',
  'host',
  'account_import',
  'imported',
] as const;

/** The columns of one row by name, as the database returns them. */
export type DatabaseRow = Readonly<Record<string, string | number | null | Uint8Array>>;

/** Returns the primary key of a row, as changes name it. */
export function rowKey(table: ReplicaTable, row: DatabaseRow): string {
  return REPLICA_TABLES[table].map((column) => String(row[column])).join(':');
}
