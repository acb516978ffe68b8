import { sql } from 'kysely';
import type { Db } from '../../database/open';

/** What can be liked. Each kind has its own table of likes. */
export type LikedKind = 'post' | 'comment';

/** A person's like of an item. */
interface Like {
  kind: LikedKind;
  item: number;
  person: number;
}

/** Whether a person likes an item. */
export async function isLikedBy(db: Db, { kind, item, person }: Like): Promise<boolean> {
  const { table, id } = columnsOf(kind);
  const { rows } = await sql`SELECT 1 FROM ${table} WHERE ${id} = ${item} AND person_id = ${person}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Stores a new like, or deletes it if `isLiked` is false. Returns the new number of likes. */
export async function setLike(
  db: Db,
  { kind, item, person, now }: Like & { now: number },
  isLiked: boolean,
): Promise<number> {
  const { table, id } = columnsOf(kind);
  const change = isLiked
    ? sql`INSERT INTO ${table} (${id}, person_id, created_at) VALUES (${item}, ${person}, ${now})`
    : sql`DELETE FROM ${table} WHERE ${id} = ${item} AND person_id = ${person}`;
  await change.execute(db);
  const { likes } = await db
    .updateTable(kind)
    .set((eb) => ({ likes: eb('likes', '+', isLiked ? 1 : -1) }))
    .where('id', '=', item)
    .returning('likes')
    .executeTakeFirstOrThrow();
  return likes;
}

function columnsOf(kind: LikedKind) {
  return { table: sql.table(`${kind}_like`), id: sql.ref(`${kind}_id`) };
}
