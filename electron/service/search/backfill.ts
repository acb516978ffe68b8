import type { Db } from '../../database/open';
import { reindexMessage } from '../messages/search-queries';
import { indexPerson } from '../people/search-queries';
import { indexPost } from '../posts/search-queries';
import {
  endBackfill,
  findBackfill,
  listIndexableMessages,
  listIndexablePeople,
  listUnindexed,
  saveBackfill,
  type Backfill,
} from './backfill-queries';
import { indexItem, type ItemKind } from './item-queries';

/** Rows indexed per transaction; other writes wait that long. */
const BATCH = 100;

/**
 * Indexes a batch of what was stored before its search index existed, newest first. Returns whether more may remain.
 */
export async function backfillSearch(db: Db): Promise<boolean> {
  const backfill = await findBackfill(db);
  if (!backfill) return false;
  const ids = await listUnindexed(db, backfill, BATCH);
  await indexAll(db, backfill.kind, ids);
  const oldest = ids.at(-1);
  if (oldest === undefined) await endBackfill(db, backfill.kind);
  else await saveBackfill(db, { kind: backfill.kind, before_id: oldest });
  return true;
}

async function indexAll(db: Db, kind: Backfill['kind'], ids: readonly number[]): Promise<void> {
  if (kind === 'message') {
    for (const message of await listIndexableMessages(db, ids)) await reindexMessage(db, message);
  } else if (kind === 'person') {
    for (const person of await listIndexablePeople(db, ids)) await indexPerson(db, person);
  } else if (kind === 'post') {
    for (const post of ids) await indexPost(db, post);
  } else {
    const item: ItemKind = kind;
    for (const id of ids) await indexItem(db, item, id);
  }
}
