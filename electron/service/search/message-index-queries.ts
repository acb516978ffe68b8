import { sql } from 'kysely';
import type { Db } from '../../database/open';
import type { MessageRow } from '../messages/records-queries';

/**
 * Returns the identifier up to which messages are indexed: that of the newest entry. Of an index that is still to be
 * filled, the last one that is filled in later.
 */
export async function findIndexedUpTo(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT coalesce(
      (SELECT max(id) FROM message_search_docsize),
      (SELECT before_id - 1 FROM search_backfill WHERE kind = 'message'),
      0
    ) AS id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** Returns the first messages after an identifier in ascending order, without notices. */
export async function listAfterIndexed(db: Db, after: number, limit: number): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    SELECT message.* FROM message_place AS place
    CROSS JOIN message ON message.dialog_id = place.dialog_id AND message.id = place.id
    WHERE place.id > ${after} AND message.type = 'message'
    ORDER BY place.id LIMIT ${limit}`.execute(db);
  return rows;
}
