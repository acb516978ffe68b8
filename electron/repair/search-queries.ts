import { sql } from 'kysely';
import type { Db } from '../database/db';
import { LARGE_INDEXES, mergeSearch } from '../database/full-text';
import { indexDialog } from '../service/dialogs/search-queries';
import type { MessageRow } from '../service/messages/records-queries';
import { indexMessages } from '../service/messages/search-queries';
import { indexTrack } from '../service/music/track-queries';
import { indexPerson } from '../service/people/search-queries';
import { indexPost } from '../service/posts/search-queries';
import { indexItem } from '../service/search/item-queries';

/** Fills the empty full-text indexes of a database from its rows; call it inside a transaction. */
export async function fillSearchIndexes(db: Db): Promise<void> {
  await forEachRow(db, 'person', sql`deleted = 0`, ({ id }) => indexPerson(db, id));
  const isListed = sql`type <> 'private' AND id NOT IN (SELECT id FROM closed_dialog)`;
  await forEachRow(db, 'dialog', isListed, ({ id }) => indexDialog(db, id));
  await forEachRow(db, 'post', sql`TRUE`, ({ id }) => indexPost(db, id));
  await forEachRow(db, 'track', sql`TRUE`, ({ id }) => indexTrack(db, id));
  for (const kind of ['file', 'video', 'photo', 'playlist'] as const) {
    await forEachRow(db, kind, sql`TRUE`, ({ id }) => indexItem(db, kind, id));
  }
  await indexAllMessages(db);
  await db.deleteFrom('search_backfill').execute();
  for (const table of LARGE_INDEXES) await mergeSearch(db, table, 'all');
}

/** Rows read at once. */
const PAGE = 1000;

async function forEachRow(
  db: Db,
  table: 'person' | 'dialog' | 'post' | 'track' | 'file' | 'video' | 'photo' | 'playlist',
  condition: ReturnType<typeof sql>,
  index: (row: { id: number }) => Promise<void>,
): Promise<void> {
  for (let last = -1; ;) {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM ${sql.table(table)}
      WHERE id > ${last} AND ${condition} ORDER BY id LIMIT ${PAGE}`.execute(db);
    for (const row of rows) await index(row);
    const newest = rows.at(-1);
    if (!newest) return;
    last = newest.id;
  }
}

/** In the order of their IDs, which is the fastest way to fill an FTS5 index. */
async function indexAllMessages(db: Db): Promise<void> {
  for (let last = -1; ;) {
    const { rows } = await sql<MessageRow>`
      SELECT message.* FROM message_place AS place
      JOIN message ON message.dialog_id = place.dialog_id AND message.id = place.id
      WHERE place.id > ${last} ORDER BY place.id LIMIT ${PAGE}`.execute(db);
    await indexMessages(
      db,
      rows.filter(({ type }) => type === 'message'),
    );
    const newest = rows.at(-1);
    if (!newest) return;
    last = newest.id;
  }
}
