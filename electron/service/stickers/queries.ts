import { sql, type Insertable } from 'kysely';
import type { Db } from '../../database/open';
import type { Schema } from '../../database/schema';
import { STICKERS } from '../../../shared/limits';
import { isAccessibleOwner } from '../access/media-queries';

/** Returns the packs that a person made or added, the latest first. */
export async function listPacksOf(db: Db, person: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id, created_at AS at FROM sticker_pack WHERE person_id = ${person}
    UNION ALL
    SELECT added.pack_id AS id, added.created_at AS at FROM sticker_pack_added AS added
    JOIN sticker_pack ON sticker_pack.id = added.pack_id
    JOIN person ON person.id = sticker_pack.person_id
    WHERE added.person_id = ${person} AND ${isAccessibleOwner(sql.ref('sticker_pack.person_id'), person)}
    ORDER BY at DESC, id DESC`.execute(db);
  return rows.map((row) => row.id);
}

/** Returns a page of the packs with stickers that a viewer may see, and their own empty ones, newest first. */
export async function listAllPacks(
  db: Db,
  { viewer, limit, offset }: { viewer: number; limit: number; offset: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('sticker_pack')
    // A cross join makes SQLite walk the packs from the newest and stop after the page.
    .crossJoin('person')
    .select('sticker_pack.id')
    .whereRef('person.id', '=', 'sticker_pack.person_id')
    .where(sql<boolean>`${isAccessibleOwner(sql.ref('sticker_pack.person_id'), viewer)}`)
    .where((eb) =>
      eb.or([
        eb('sticker_pack.person_id', '=', viewer),
        eb.exists(
          eb
            .selectFrom('sticker')
            .select('sticker.id')
            .whereRef('sticker.pack_id', '=', 'sticker_pack.id')
            .where('sticker.pack_id', '>', sql.lit(0)),
        ),
      ]),
    )
    .orderBy('sticker_pack.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => row.id);
}

/** Counts the packs that a person made. */
export async function countOwnPacks(db: Db, person: number): Promise<number> {
  return countRows(
    await db.selectFrom('sticker_pack').select('id').where('person_id', '=', person).execute(),
  );
}

/** Counts the packs of others that a person added. */
export async function countAddedPacks(db: Db, person: number): Promise<number> {
  const rows = db.selectFrom('sticker_pack_added').select('pack_id').where('person_id', '=', person);
  return countRows(await rows.execute());
}

export async function insertPack(db: Db, row: Insertable<Schema['sticker_pack']>): Promise<void> {
  await db.insertInto('sticker_pack').values(row).execute();
}

export async function renamePack(db: Db, id: number, name: string): Promise<void> {
  await db.updateTable('sticker_pack').set({ name }).where('id', '=', id).execute();
}

/** Deletes a pack; its stickers must be removed before. */
export async function deletePack(db: Db, id: number): Promise<void> {
  await db.deleteFrom('sticker_pack').where('id', '=', id).execute();
}

/** Deletes the packs of a person and what they added; deleting their contents deletes their stickers. */
export async function deletePacksOf(db: Db, person: number): Promise<void> {
  await db.deleteFrom('sticker_pack').where('person_id', '=', person).execute();
  await db.deleteFrom('sticker_pack_added').where('person_id', '=', person).execute();
}

/** Stores that a person added a pack. Returns whether they had not before. */
export async function insertAddedPack(
  db: Db,
  row: Insertable<Schema['sticker_pack_added']>,
): Promise<boolean> {
  const result = await db
    .insertInto('sticker_pack_added')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Takes a pack off those that a person added. Returns whether it was among them. */
export async function deleteAddedPack(db: Db, person: number, pack: number): Promise<boolean> {
  const result = await db
    .deleteFrom('sticker_pack_added')
    .where('person_id', '=', person)
    .where('pack_id', '=', pack)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Returns the stickers of a pack in their order. */
export async function listStickerIds(db: Db, pack: number): Promise<number[]> {
  const rows = await db
    .selectFrom('sticker')
    .select('id')
    .where('pack_id', '=', pack)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Puts a sticker into a pack, also one that was taken out of its own. */
export async function insertSticker(db: Db, row: Insertable<Schema['sticker']>): Promise<void> {
  const { pack_id, position, emoji } = row;
  await db
    .insertInto('sticker')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ pack_id, position, emoji }))
    .execute();
}

/** Returns the ID of a photo that can be put into a pack: small enough, and in none yet. */
export async function findStickerPicture(db: Db, photo: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('photo')
    .innerJoin('content', 'content.id', 'photo.id')
    .leftJoin('sticker', 'sticker.id', 'photo.id')
    .select('photo.id')
    .where('photo.id', '=', photo)
    .where((eb) => eb.or([eb('photo.mode', '<>', 'sticker'), eb('sticker.pack_id', '=', 0)]))
    .where('photo.width', '<=', STICKERS.pixels)
    .where('photo.height', '<=', STICKERS.pixels)
    .where('content.size', '<=', STICKERS.bytes)
    .executeTakeFirst();
  return row?.id;
}

/** Returns the position of the last sticker of a pack; -1 if it is empty. */
export async function findLastPosition(db: Db, pack: number): Promise<number> {
  const row = await db
    .selectFrom('sticker')
    .select('position')
    .where('pack_id', '=', pack)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.position ?? -1;
}

/** Makes a photo a sticker's picture, which no list of photos shows. */
export async function markAsSticker(db: Db, photo: number): Promise<void> {
  await db.updateTable('photo').set({ mode: 'sticker' }).where('id', '=', photo).execute();
}

export async function updateEmoji(db: Db, id: number, emoji: string): Promise<void> {
  await db.updateTable('sticker').set({ emoji }).where('id', '=', id).execute();
}

/** Stores the order of some stickers of a pack. */
export async function updatePositions(db: Db, ids: readonly number[]): Promise<void> {
  const places = JSON.stringify(ids);
  await sql`
    UPDATE sticker SET position = (SELECT key FROM json_each(${places}) AS asked WHERE asked.value = sticker.id)
    WHERE id IN (SELECT value FROM json_each(${places}))`.execute(db);
}

/** Returns which of some stickers were sent in a message. */
export async function findSentStickers(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT value AS id FROM json_each(${JSON.stringify(ids)}) AS asked WHERE EXISTS (
      SELECT 1 FROM attachment WHERE attachment.type = 'sticker' AND attachment.item_id = asked.value)`.execute(
    db,
  );
  return new Set(rows.map((row) => row.id));
}

/** Takes stickers out of their pack without deleting them. */
export async function unplaceStickers(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('sticker').set({ pack_id: 0, position: 0 }).where('id', 'in', ids).execute();
}

function countRows(rows: readonly unknown[]): number {
  return rows.length;
}
