import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '../../database/open';
import type { Schema } from '../../database/schema';

/** The numbers of a person's playlists, newest first. */
export async function listPlaylistIds(db: Db, person: number): Promise<number[]> {
  const rows = await db
    .selectFrom('playlist')
    .select('id')
    .where('person_id', '=', person)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => row.id);
}

/** The playlist that holds all that a person added. */
export async function findOwnPlaylist(db: Db, person: number): Promise<number | undefined> {
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

/** Changes what is said of a playlist. */
export async function updatePlaylist(
  db: Db,
  id: number,
  changes: Pick<Updateable<Schema['playlist']>, 'name' | 'release' | 'description' | 'cover'>,
): Promise<void> {
  await db.updateTable('playlist').set(changes).where('id', '=', id).execute();
}

/** Removes a playlist; its tracks stay. */
export async function deletePlaylist(db: Db, id: number): Promise<void> {
  await db.deleteFrom('playlist').where('id', '=', id).execute();
}

/** Removes all playlists of a person. */
export async function deletePlaylistsOf(db: Db, person: number): Promise<void> {
  await db.deleteFrom('playlist').where('person_id', '=', person).execute();
}

/** Takes a photo off the playlists whose cover it is; gives their numbers. */
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

/** How many tracks a playlist holds, also those that its owner may not hear at present. */
export async function countTracks(db: Db, playlist: number): Promise<number> {
  const row = await db
    .selectFrom('playlist_track')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('playlist_id', '=', playlist)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Puts a track into a playlist, at an end of it; says whether it was not in it. */
export async function insertPlaylistTrack(
  db: Db,
  { playlist, track, at }: { playlist: number; track: number; at: 'top' | 'bottom' },
): Promise<boolean> {
  const place = at === 'top' ? sql`coalesce(min(position), 0) - 1` : sql`coalesce(max(position), 0) + 1`;
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO playlist_track (playlist_id, position, track_id)
    SELECT ${playlist}, ${place}, ${track} FROM playlist_track WHERE playlist_id = ${playlist}
    ON CONFLICT (track_id, playlist_id) DO NOTHING`.execute(db);
  return numAffectedRows > 0n;
}

/** Takes a track out of a playlist; says whether it was in it. */
export async function deletePlaylistTrack(db: Db, playlist: number, track: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('playlist_track')
    .where('track_id', '=', track)
    .where('playlist_id', '=', playlist)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Gives a playlist's tracks another order; those that are not named stand behind the others, as they stood. */
export async function updateOrder(db: Db, playlist: number, tracks: readonly number[]): Promise<void> {
  const rows = await db
    .selectFrom('playlist_track')
    .select('track_id')
    .where('playlist_id', '=', playlist)
    .orderBy('position')
    .execute();
  const named = new Set(tracks);
  const rest = rows.map((row) => row.track_id).filter((id) => !named.has(id));
  await db.deleteFrom('playlist_track').where('playlist_id', '=', playlist).execute();
  await sql`INSERT INTO playlist_track (playlist_id, position, track_id)
    SELECT ${playlist}, key, value FROM json_each(${JSON.stringify([...tracks, ...rest])})`.execute(db);
}

/** Some of the playlists that hold a track, with their owners. */
export function findPlaylistsWith(db: Db, track: number, limit: number) {
  return db
    .selectFrom('playlist_track')
    .innerJoin('playlist', 'playlist.id', 'playlist_track.playlist_id')
    .select(['playlist.id', 'playlist.person_id'])
    .where('playlist_track.track_id', '=', track)
    .limit(limit)
    .execute();
}
