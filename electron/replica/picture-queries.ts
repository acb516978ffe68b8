import type { Database } from 'better-sqlite3';

/** Returns the photos that people and dialogs of a replica have as their picture. */
export function listAvatars(raw: Database, limit: number): number[] {
  return raw
    .prepare(
      `SELECT avatar FROM dialog WHERE avatar > 0
       UNION SELECT avatar FROM person WHERE avatar > 0 LIMIT ?`,
    )
    .pluck()
    .all(limit) as number[];
}

/** Returns the photos of the newest messages of each dialog of a replica. */
export function listNewestPhotos(raw: Database, perDialog: number): number[] {
  return raw
    .prepare(
      `SELECT item_id FROM dialog CROSS JOIN attachment ON attachment.message_id IN (
         SELECT message_id FROM attachment AS newest
         WHERE newest.dialog_id = dialog.id AND newest.type = 'photo' ORDER BY message_id DESC LIMIT ?
       ) WHERE attachment.dialog_id = dialog.id AND attachment.type = 'photo'`,
    )
    .pluck()
    .all(perDialog) as number[];
}
