import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '../../database/open';
import type { Schema } from '../../database/schema';

/** Returns the IDs of a person's videos, newest first. */
export async function listVideoIds(
  db: Db,
  { person, limit, offset }: { person: number; limit: number; offset: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('video')
    .select('id')
    .where('person_id', '=', person)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => row.id);
}

export async function insertVideo(db: Db, video: Insertable<Schema['video']>): Promise<void> {
  await db.insertInto('video').values(video).execute();
}

/** Updates the metadata of a video. */
export async function updateVideo(
  db: Db,
  id: number,
  changes: Pick<Updateable<Schema['video']>, 'name' | 'description' | 'preview'>,
): Promise<void> {
  await db.updateTable('video').set(changes).where('id', '=', id).execute();
}

/** Removes a photo as the preview of videos. Returns their IDs. */
export async function clearVideoPreviews(db: Db, photo: number): Promise<number[]> {
  const rows = await db
    .updateTable('video')
    .set({ preview: 0 })
    .where('preview', '=', photo)
    .where('preview', '>', sql.lit(0))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
