import type { Database } from 'better-sqlite3';
import type { ReplicaTable } from '../service/sync/tables';

/** An item of which a replica holds rows. */
export interface HeldItem {
  table: ReplicaTable;
  id: number;
}

/**
 * Lists what a person had stored, for a person who deleted their account. A host hides whose most items are: those that
 * hang on the person's own messages, posts and comments were theirs, apart from what they forwarded.
 */
export function listItemsOfPerson(raw: Database, person: number): HeldItem[] {
  return raw.prepare(ITEMS).all({ person }) as HeldItem[];
}

const OWNED = ['photo', 'file', 'track', 'video', 'playlist', 'sticker_pack'].map(
  (table) => `SELECT '${table}' AS "table", id FROM ${table} WHERE person_id = @person`,
);
const ATTACHED = `
  SELECT CASE type WHEN 'sticker' THEN 'photo' ELSE type END AS "table", item_id AS id FROM attachment
  WHERE type IN ('photo', 'file', 'track', 'video', 'sticker') AND item_id > 0 AND message_id IN (
    SELECT id FROM message WHERE (author_id = @person AND forward_id = 0) OR forward_id = @person
    UNION ALL SELECT id FROM post WHERE author_id = @person
    UNION ALL SELECT id FROM comment WHERE author_id = @person)`;
const ITEMS = [...OWNED, ATTACHED].join(' UNION ');
