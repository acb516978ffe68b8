import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { listOf, prepared } from '../../database/prepared';
import { isDiscoverablePlaylist } from '../access/media-queries';

const followed = prepared((db, argument: { ids: string; person: number }) =>
  db
    .selectFrom('playlist_follow')
    .select('playlist_id')
    .where('person_id', '=', argument.person)
    .where('playlist_id', 'in', listOf(argument.ids)),
);

/** Returns which of some playlists a person follows. */
export async function findFollowed(
  db: Db,
  playlists: readonly number[],
  person: number,
): Promise<Set<number>> {
  const rows = await followed(db, { ids: JSON.stringify(playlists), person });
  return new Set(rows.map((row) => row.playlist_id));
}

/** Returns the playlists of others that a person follows and may still see, newest follow first. */
export async function listFollowedPlaylists(db: Db, person: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT playlist.id FROM playlist_follow
    JOIN playlist ON playlist.id = playlist_follow.playlist_id
    JOIN person ON person.id = playlist.person_id
    WHERE playlist_follow.person_id = ${person} AND ${isDiscoverablePlaylist(person)}
    ORDER BY playlist_follow.created_at DESC, playlist_follow.playlist_id DESC`.execute(db);
  return rows.map((row) => row.id);
}

/** Returns the playlists of one owner that a person follows, whether or not they may see them at present. */
export async function listFollowedOf(db: Db, person: number, owner: number): Promise<number[]> {
  const rows = await db
    .selectFrom('playlist_follow')
    .innerJoin('playlist', 'playlist.id', 'playlist_follow.playlist_id')
    .select('playlist.id')
    .where('playlist_follow.person_id', '=', person)
    .where('playlist.person_id', '=', owner)
    .execute();
  return rows.map((row) => row.id);
}

/** Counts the playlists that a person follows. */
export async function countFollowed(db: Db, person: number): Promise<number> {
  const row = await db
    .selectFrom('playlist_follow')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('person_id', '=', person)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Returns some of the people who follow a playlist. */
export async function listFollowers(db: Db, playlist: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('playlist_follow')
    .select('person_id')
    .where('playlist_id', '=', playlist)
    .orderBy('person_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.person_id);
}

/** Stores that a person follows a playlist. Returns whether they did not before. */
export async function insertFollow(
  db: Db,
  follow: { person_id: number; playlist_id: number; created_at: number },
): Promise<boolean> {
  const result = await db
    .insertInto('playlist_follow')
    .values(follow)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Ends the following of a playlist. Returns whether there was one. */
export async function deleteFollow(db: Db, person: number, playlist: number): Promise<boolean> {
  const result = await db
    .deleteFrom('playlist_follow')
    .where('person_id', '=', person)
    .where('playlist_id', '=', playlist)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Ends all following by a person. */
export async function deleteFollowsOf(db: Db, person: number): Promise<void> {
  await db.deleteFrom('playlist_follow').where('person_id', '=', person).execute();
}
