import { sql } from 'kysely';
import type { Db } from '../database/db';
import { indexDialog } from '../service/dialogs/search-queries';
import { indexMessage } from '../service/messages/search-queries';
import { indexTrack } from '../service/music/track-queries';
import { indexPerson } from '../service/people/search-queries';
import { indexPost } from '../service/posts/search-queries';

/** Fills the empty full-text indexes of a database from its rows; call it inside a transaction. */
export async function fillSearchIndexes(db: Db): Promise<void> {
  await forEachRow(db, 'person', sql`deleted = 0`, ({ id }) => indexPerson(db, id));
  const isListed = sql`type <> 'private' AND id NOT IN (SELECT id FROM closed_dialog)`;
  await forEachRow(db, 'dialog', isListed, ({ id }) => indexDialog(db, id));
  await forEachRow(db, 'post', sql`content <> ''`, ({ id, text }) => indexPost(db, id, text), sql`content`);
  await forEachRow(db, 'track', sql`TRUE`, ({ id }) => indexTrack(db, id));
  await indexAllMessages(db);
  for (const table of ['message_search', 'post_search']) {
    await sql`INSERT INTO ${sql.table(table)} (${sql.table(table)}) VALUES ('optimize')`.execute(db);
  }
}

/** Rows read at once. */
const PAGE = 1000;

interface IndexedRow {
  id: number;
  text: string;
}

async function forEachRow(
  db: Db,
  table: 'person' | 'dialog' | 'post' | 'track',
  condition: ReturnType<typeof sql>,
  index: (row: IndexedRow) => Promise<void>,
  text = sql`''`,
): Promise<void> {
  for (let last = -1; ;) {
    const { rows } = await sql<IndexedRow>`
      SELECT id, ${text} AS text FROM ${sql.table(table)}
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
    const { rows } = await sql<IndexedRow & { dialog: number }>`
      SELECT message.id, message.dialog_id AS dialog, message.text FROM message_place AS place
      JOIN message ON message.dialog_id = place.dialog_id AND message.id = place.id
      WHERE place.id > ${last} ORDER BY place.id LIMIT ${PAGE}`.execute(db);
    for (const { id, dialog, text } of rows) if (text !== '') await indexMessage(db, dialog, id, text);
    const newest = rows.at(-1);
    if (!newest) return;
    last = newest.id;
  }
}
