import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '../../database/open';
import type { Schema } from '../../database/schema';

/** Returns the IDs of a person's playlists, newest first. */
export async function listPlaylistIds(
  db: Db,
  person: number,
  mode: 'public' | 'all' = 'all',
): Promise<number[]> {
  let listed = db.selectFrom('playlist').select('id').where('person_id', '=', person);
  if (mode === 'public') listed = listed.where('mode', '=', mode);
  const rows = await listed.orderBy('id', 'desc').execute();
  return rows.map((row) => row.id);
}

/** Returns a person's default playlist, which holds every track they added. */
export async function findDefaultPlaylist(db: Db, person: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('playlist')
    .select('id')
    .where('person_id', '=', person)
    .where('own', '=', sql.lit(1))
    .executeTakeFirst();
  return row?.id;
}

export async function insertPlaylist(db: Db, playlist: Insertable<Schema['playlist']>): Promise<void> {
  await db.insertInto('playlist').values(playlist).execute();
}

/** Updates the metadata of a playlist. */
export async function updatePlaylist(
  db: Db,
  id: number,
  changes: Pick<Updateable<Schema['playlist']>, 'name' | 'release' | 'description' | 'cover' | 'mode'>,
): Promise<void> {
  await db.updateTable('playlist').set(changes).where('id', '=', id).execute();
}

/** Deletes a playlist; its tracks stay. */
export async function deletePlaylist(db: Db, id: number): Promise<void> {
  await db.deleteFrom('playlist').where('id', '=', id).execute();
}

/** Deletes all playlists of a person. */
export async function deletePlaylistsOf(db: Db, person: number): Promise<void> {
  await db.deleteFrom('playlist').where('person_id', '=', person).execute();
}

/** Removes a photo as the cover of playlists. Returns their IDs. */
export async function clearPlaylistCovers(db: Db, photo: number): Promise<number[]> {
  const rows = await db
    .updateTable('playlist')
    .set({ cover: 0 })
    .where('cover', '=', photo)
    .where('cover', '>', sql.lit(0))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Counts the tracks of a playlist, including those its owner can't play at present. */
export async function countTracks(db: Db, playlist: number): Promise<number> {
  const row = await db
    .selectFrom('playlist_track')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('playlist_id', '=', playlist)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Adds a track to the top or bottom of a playlist. Returns whether it is new there. */
export async function insertPlaylistTrack(
  db: Db,
  { playlist, track, at }: { playlist: number; track: number; at: 'top' | 'bottom' },
): Promise<boolean> {
  const position = at === 'top' ? sql`coalesce(min(position), 0) - 1` : sql`coalesce(max(position), 0) + 1`;
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO playlist_track (playlist_id, position, track_id)
    SELECT ${playlist}, ${position}, ${track} FROM playlist_track WHERE playlist_id = ${playlist}
    ON CONFLICT (track_id, playlist_id) DO NOTHING`.execute(db);
  return numAffectedRows > 0n;
}

/** Removes a track from a playlist. Returns whether it was in it. */
export async function deletePlaylistTrack(db: Db, playlist: number, track: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('playlist_track')
    .where('track_id', '=', track)
    .where('playlist_id', '=', playlist)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Reorders a playlist. Tracks missing from `tracks` follow in their previous order. */
export async function updateTrackOrder(db: Db, playlist: number, tracks: readonly number[]): Promise<void> {
  const rows = await db
    .selectFrom('playlist_track')
    .select('track_id')
    .where('playlist_id', '=', playlist)
    .orderBy('position')
    .execute();
  const listed = new Set(tracks);
  const rest = rows.map((row) => row.track_id).filter((id) => !listed.has(id));
  await db.deleteFrom('playlist_track').where('playlist_id', '=', playlist).execute();
  await sql`INSERT INTO playlist_track (playlist_id, position, track_id)
    SELECT cast(${playlist} AS bigint), key, value FROM json_each(${JSON.stringify([...tracks, ...rest])})`.execute(
    db,
  );
}

/** Returns some of the playlists that contain a track, with their owners. */
export function findPlaylistsWith(db: Db, track: number, limit: number) {
  return db
    .selectFrom('playlist_track')
    .innerJoin('playlist', 'playlist.id', 'playlist_track.playlist_id')
    .select(['playlist.id', 'playlist.person_id'])
    .where('playlist_track.track_id', '=', track)
    .limit(limit)
    .execute();
}
