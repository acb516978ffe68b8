import { sql } from 'kysely';
import type { Db } from '../../database/open';
import { listOf, prepared } from '../../database/prepared';
import { isDiscoverableTrack } from '../access/media-queries';

const tracks = prepared((db, argument: { ids: string }) =>
  db
    .selectFrom('track')
    .innerJoin('content', 'content.id', 'track.id')
    .selectAll('track')
    .select(['content.size', 'content.type', 'content.created_at'])
    .where('track.id', 'in', listOf(argument.ids)),
);

const playlists = prepared((db, argument: { ids: string }) =>
  db.selectFrom('playlist').selectAll().where('id', 'in', listOf(argument.ids)),
);

const listed = prepared((db, argument: { ids: string; viewer: number }) => ({
  compile: () =>
    sql<{ playlist_id: number; position: number; track_id: number }>`
      SELECT listed.playlist_id, listed.position, listed.track_id
      FROM json_each(${argument.ids}) AS asked
      CROSS JOIN playlist_track AS listed ON listed.playlist_id = asked.value
      CROSS JOIN track ON track.id = listed.track_id
      CROSS JOIN person ON person.id = track.person_id
      WHERE ${isDiscoverableTrack(argument.viewer)}`.compile(db),
}));

/** Tracks by number, in no order. */
export function findTrackRows(db: Db, ids: readonly number[]) {
  return tracks(db, { ids: JSON.stringify(ids) });
}

/** Playlists by number, in no order. */
export function findPlaylistRows(db: Db, ids: readonly number[]) {
  return playlists(db, { ids: JSON.stringify(ids) });
}

/** The tracks of playlists with their places, in no order, as far as a viewer may come upon them. */
export function findListedTracks(db: Db, playlists: readonly number[], viewer: number) {
  return listed(db, { ids: JSON.stringify(playlists), viewer });
}
