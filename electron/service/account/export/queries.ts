import type { Db } from '../../../database/open';
import { listOf } from '../../../database/prepared';
import type { ContentKind } from '../../../database/schema';

/** Returns the IDs of everyone a person blocked. */
export async function listBlocked(db: Db, person: number): Promise<number[]> {
  const rows = await db.selectFrom('block').select('target_id').where('person_id', '=', person).execute();
  return rows.map((row) => row.target_id);
}

/** Returns gifts that a person received (including from themselves) or gave, newest first, before an ID. */
export function listGiftsOf(
  db: Db,
  of: { person: number; which: 'received' | 'given' },
  before: number,
  limit: number,
) {
  return db
    .selectFrom('gift')
    .selectAll()
    .where(of.which === 'received' ? 'person_id' : 'by_id', '=', of.person)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Returns the promo codes that a person claimed. */
export function listPromoClaims(db: Db, person: number) {
  return db
    .selectFrom('promo_claim')
    .select(['code', 'created_at'])
    .where('person_id', '=', person)
    .execute();
}

/** Returns what a person reported. */
export function listOwnReports(db: Db, person: number) {
  return db
    .selectFrom('report')
    .select(['person_id', 'item_type', 'item_id', 'reason', 'created_at'])
    .where('by_id', '=', person)
    .execute();
}

/** Returns a person's posts on any wall, oldest first, after an ID. */
export function listPostsOf(db: Db, person: number, after: number, limit: number) {
  return db
    .selectFrom('post')
    .selectAll()
    .where('author_id', '=', person)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Returns a person's comments on posts that still exist, oldest first, after an ID. */
export function listCommentsOf(db: Db, person: number, after: number, limit: number) {
  return db
    .selectFrom('comment')
    .innerJoin('post', 'post.id', 'comment.post_id')
    .selectAll('comment')
    .where('comment.author_id', '=', person)
    .where('comment.id', '>', after)
    .orderBy('comment.id')
    .limit(limit)
    .execute();
}

/** Returns the IDs of items that a person stored, oldest first, after an ID. */
export async function listStoredItems(
  db: Db,
  { kind, person, after, limit }: { kind: ContentKind; person: number; after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom(kind)
    .select('id')
    .where('person_id', '=', person)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Returns those of some photos or tracks that are not public: private ones, and stickers, which no list shows. */
export async function findPrivateItems(
  db: Db,
  table: 'photo' | 'track',
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('id', 'in', listOf(JSON.stringify(ids)))
    .where('mode', '<>', 'public')
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Returns when some items that a person imported were created in the community that they are from. */
export async function findOriginalTimes(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('imported')
    .select(['item_id', 'original_at'])
    .where('item_id', 'in', listOf(JSON.stringify(ids)))
    .execute();
  return new Map(rows.map((row) => [row.item_id, row.original_at]));
}
