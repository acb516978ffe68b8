import { sql } from 'kysely';
import type { Insertable, Updateable } from 'kysely';
import { fold, ftsQueryOf } from '../../database/folding';
import { insertSearchEntry, matchesSearch, searchRank, searchValue } from '../../database/full-text';
import type { Db } from '../../database/open';
import { listOf } from '../../database/prepared';
import type { Schema } from '../../database/schema';
import { isDiscoverableTrack } from '../access/media-queries';

/** A page of one person's tracks. */
interface TrackPage {
  person: number;
  /** Only public tracks. */
  isPublic: boolean;
  limit: number;
  offset: number;
}

/** Returns the IDs of a person's tracks, newest first. */
export async function listTrackIds(
  db: Db,
  { person, isPublic, limit, offset }: TrackPage,
): Promise<number[]> {
  let rows = db.selectFrom('track').select('id').where('person_id', '=', person);
  if (isPublic) rows = rows.where('mode', '=', 'public');
  return (await rows.orderBy('id', 'desc').limit(limit).offset(offset).execute()).map((row) => row.id);
}

/** Makes those of some tracks that belong to a person public. Returns the IDs of those that were private. */
export async function publishTracks(db: Db, tracks: readonly number[], person: number): Promise<number[]> {
  const rows = await db
    .updateTable('track')
    .set({ mode: 'public' })
    .where('id', 'in', listOf(JSON.stringify(tracks)))
    .where('person_id', '=', person)
    .where('mode', '=', 'private')
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Returns a person's tracks of the same bytes and mode, oldest first. */
export async function findTracksByContent(
  db: Db,
  { person, mode, hash }: { person: number; mode: 'public' | 'private'; hash: Buffer },
): Promise<{ id: number; name: string; author: string; release: string; cover: number }[]> {
  return db
    .selectFrom('content')
    .innerJoin('track', 'track.id', 'content.id')
    .select(['track.id', 'track.name', 'track.author', 'track.release', 'track.cover'])
    .where('content.hash', '=', hash)
    .where('track.person_id', '=', person)
    .where('track.mode', '=', mode)
    .orderBy('track.id')
    .execute();
}

export async function insertTrack(db: Db, track: Insertable<Schema['track']>): Promise<void> {
  await db.insertInto('track').values(track).execute();
}

/** Updates the metadata of a track. */
export async function updateTrack(
  db: Db,
  id: number,
  changes: Pick<
    Updateable<Schema['track']>,
    'name' | 'author' | 'release' | 'genre' | 'text' | 'explicit' | 'cover'
  >,
): Promise<void> {
  await db.updateTable('track').set(changes).where('id', '=', id).execute();
}

/** Removes a photo as the cover of tracks. Returns their IDs. */
export async function clearTrackCovers(db: Db, photo: number): Promise<number[]> {
  const rows = await db
    .updateTable('track')
    .set({ cover: 0 })
    .where('cover', '=', photo)
    .where('cover', '>', sql.lit(0))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Updates a track's full-text entry; call it after every change and after its deletion. */
export async function indexTrack(db: Db, id: number): Promise<void> {
  const track = await db
    .selectFrom('track')
    .select(['name', 'author', 'release'])
    .where('id', '=', id)
    .executeTakeFirst();
  await unindexTrack(db, id);
  if (!track) return;
  const { name, author, release } = track;
  await insertSearchEntry(db, 'track_search', id, [fold(name), fold(author), fold(release)]);
}

async function unindexTrack(db: Db, id: number): Promise<void> {
  await sql`DELETE FROM track_search WHERE rowid = ${id}`.execute(db);
}

/** Removes all tracks of a person from the full-text index. */
export async function unindexTracksOf(db: Db, person: number): Promise<void> {
  await sql`DELETE FROM track_search WHERE rowid IN (SELECT id FROM track WHERE person_id = ${person})`.execute(
    db,
  );
}

/** How many of the newest matches are ranked. */
const CANDIDATES = 1000;

interface TrackSearch {
  viewer: number;
  mask: string;
  /** Only tracks of this person. */
  from?: number | undefined;
  /** The range of IDs, and thereby of dates: from `first` on, below `before`. */
  first?: number;
  before?: number;
  limit: number;
  offset: number;
}

/**
 * Returns the IDs of tracks that contain every word of a mask, best first: the title weighs more than the artist, the
 * artist more than the release. Tracks that the viewer may not find are excluded by the query itself.
 */
export async function searchTrackIds(db: Db, search: TrackSearch): Promise<number[]> {
  const match = ftsQueryOf(search.mask);
  if (match === null) return [];
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM (
      SELECT track.id, ${searchRank(db, 'track_search', match, [4, 2, 1])} AS score
      FROM track_search CROSS JOIN track ON track.id = track_search.rowid
      CROSS JOIN person ON person.id = track.person_id
      WHERE ${matchesSearch(db, 'track_search', match)} AND ${isDiscoverableTrack(search.viewer)}
        AND track_search.rowid < ${searchValue(db, search.before ?? Number.MAX_SAFE_INTEGER)}
        AND track_search.rowid >= ${searchValue(db, search.first ?? 0)} AND ${isBy(search.from)}
      ORDER BY track_search.rowid DESC LIMIT ${searchValue(db, CANDIDATES)}
    ) AS matches
    ORDER BY score, id DESC LIMIT ${search.limit} OFFSET ${search.offset}
  `.execute(db);
  return rows.map((row) => row.id);
}

/** Returns the IDs of the newest tracks of one person that the viewer may find. */
export async function listFindableTracks(
  db: Db,
  search: { viewer: number; from: number; first: number; before: number; limit: number; offset: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT track.id FROM track CROSS JOIN person ON person.id = track.person_id
    WHERE track.person_id = ${search.from} AND track.id < ${search.before} AND track.id >= ${search.first}
      AND ${isDiscoverableTrack(search.viewer)}
    ORDER BY track.id DESC LIMIT ${search.limit} OFFSET ${search.offset}
  `.execute(db);
  return rows.map((row) => row.id);
}

function isBy(person: number | undefined) {
  return person === undefined ? sql<boolean>`TRUE` : sql<boolean>`track.person_id = ${person}`;
}
