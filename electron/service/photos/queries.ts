import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { listOf } from '../../database/prepared';

export interface NewPhoto {
  id: number;
  person: number;
  mode: 'public' | 'private' | 'sticker';
  caption: string;
  width: number;
  height: number;
  preview: string;
}

/** Which photos a list contains. */
export type ListedMode = 'public' | 'private' | 'all';

/** Returns the IDs of a person's photos, newest first. */
export async function listPhotoIds(
  db: Db,
  listing: { person: number; mode: ListedMode; limit: number; offset: number },
): Promise<number[]> {
  let rows = db.selectFrom('photo').select('id').where('person_id', '=', listing.person);
  rows = listing.mode === 'all' ? rows.where('mode', '<>', 'sticker') : rows.where('mode', '=', listing.mode);
  rows = rows.orderBy('id', 'desc').limit(listing.limit).offset(listing.offset);
  return (await rows.execute()).map((row) => row.id);
}

/** Returns a person's photo of a mode with the same bytes. */
export async function findDuplicatePhoto(
  db: Db,
  { person, mode, hash }: { person: number; mode: 'public' | 'private'; hash: Buffer },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('content')
    .innerJoin('photo', 'photo.id', 'content.id')
    .select('photo.id')
    .where('content.hash', '=', hash)
    .where('photo.person_id', '=', person)
    .where('photo.mode', '=', mode)
    .executeTakeFirst();
  return row?.id;
}

export async function insertPhoto(db: Db, { person, ...photo }: NewPhoto): Promise<void> {
  await db
    .insertInto('photo')
    .values({ ...photo, person_id: person })
    .execute();
}

/** Changes the caption of a photo. Returns whether it was different. */
export async function updateCaption(db: Db, photo: number, caption: string): Promise<boolean> {
  const result = await db
    .updateTable('photo')
    .set({ caption })
    .where('id', '=', photo)
    .where('caption', '<>', caption)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Makes those of some photos that belong to a person public or private. Returns the IDs of those that weren't. */
export async function updatePhotoModes(
  db: Db,
  photos: readonly number[],
  { person, mode }: { person: number; mode: 'public' | 'private' },
): Promise<number[]> {
  const rows = await db
    .updateTable('photo')
    .set({ mode })
    .where('id', 'in', listOf(JSON.stringify(photos)))
    .where('person_id', '=', person)
    .where('mode', '=', mode === 'public' ? 'private' : 'public')
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Removes a photo as its owner's avatar and banner. Returns whether it was either. */
export async function clearPersonPhoto(db: Db, person: number, photo: number): Promise<boolean> {
  const rows = await db
    .updateTable('person')
    .set((eb) => ({
      avatar: eb.case().when('avatar', '=', photo).then(0).else(eb.ref('avatar')).end(),
      banner: eb.case().when('banner', '=', photo).then(0).else(eb.ref('banner')).end(),
    }))
    .where('id', '=', person)
    .where((eb) => eb.or([eb('avatar', '=', photo), eb('banner', '=', photo)]))
    .executeTakeFirst();
  return rows.numUpdatedRows > 0n;
}

/** Removes a photo as the avatar of dialogs. Returns their IDs. */
export async function clearDialogPhoto(db: Db, photo: number): Promise<number[]> {
  const rows = await db
    .updateTable('dialog')
    .set({ avatar: 0 })
    .where('avatar', '=', photo)
    .where('avatar', '>', sql.lit(0))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Removes a photo as the avatar of the community. Returns whether it was that. */
export async function clearCommunityPhoto(db: Db, community: number, photo: number): Promise<boolean> {
  const result = await db
    .updateTable('community')
    .set({ avatar: 0 })
    .where('id', '=', community)
    .where('avatar', '=', photo)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Removes all photos of a person as the avatars of dialogs and the community. Returns the IDs of the dialogs. */
export async function clearPhotosOf(db: Db, community: number, person: number): Promise<number[]> {
  const photos = db.selectFrom('photo').select('photo.id').where('photo.person_id', '=', person);
  await db
    .updateTable('community')
    .set({ avatar: 0 })
    .where('id', '=', community)
    .where('avatar', 'in', photos)
    .execute();
  const rows = await db
    .updateTable('dialog')
    .set({ avatar: 0 })
    .where('avatar', 'in', photos)
    .where('avatar', '>', sql.lit(0))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
