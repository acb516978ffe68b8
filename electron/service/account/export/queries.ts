import type { Db } from '../../../database/open';

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

/** Returns a person's posts on any wall, newest first, before an ID. */
export function listPostsOf(db: Db, person: number, before: number, limit: number) {
  return db
    .selectFrom('post')
    .selectAll()
    .where('author_id', '=', person)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Returns a person's comments on posts that still exist, newest first, before an ID. */
export function listCommentsOf(db: Db, person: number, before: number, limit: number) {
  return db
    .selectFrom('comment')
    .innerJoin('post', 'post.id', 'comment.post_id')
    .selectAll('comment')
    .where('comment.author_id', '=', person)
    .where('comment.id', '<', before)
    .orderBy('comment.id', 'desc')
    .limit(limit)
    .execute();
}
