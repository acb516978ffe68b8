import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { listOf, prepared } from '../../database/prepared';

const files = prepared((db, argument: { ids: string }) =>
  db
    .selectFrom('file')
    .innerJoin('content', 'content.id', 'file.id')
    .select(['file.id', 'file.person_id', 'code', 'name', 'folder'])
    .select(['voice_seconds', 'waveform', 'voice_gain', 'voice_heard'])
    .select(['content.size', 'content.type', 'content.created_at'])
    .where('file.id', 'in', listOf(argument.ids)),
);

/** Returns files by ID, in no particular order. */
export function findFileRows(db: Db, ids: readonly number[]) {
  return files(db, { ids: JSON.stringify(ids) });
}

/** Returns up to `limit` dialogs of the viewer in which each of some items was sent. */
export async function findDialogsSharing(
  db: Db,
  query: { type: 'file' | 'photo'; ids: readonly number[]; viewer: number; limit: number },
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ item: number; dialogs: string }>`
    SELECT value AS item, (
      SELECT json_group_array(dialog_id) FROM (
        SELECT DISTINCT attachment.dialog_id FROM attachment
        WHERE attachment.type = ${query.type} AND attachment.item_id = asked.value AND EXISTS (
          SELECT 1 FROM member
          WHERE member.dialog_id = attachment.dialog_id AND member.person_id = ${query.viewer})
        LIMIT ${query.limit}) AS shared
    ) AS dialogs
    FROM json_each(${JSON.stringify(query.ids)}) AS asked`.execute(db);
  return new Map(rows.map((row) => [row.item, JSON.parse(row.dialogs) as number[]]));
}
