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

const visibleTracks = prepared((db, argument: { ids: string; viewer: number }) => ({
  compile: () =>
    sql<{ playlist_id: number; position: number; track_id: number }>`
      SELECT listed.playlist_id, listed.position, listed.track_id
      FROM json_each(${argument.ids}) AS asked
      CROSS JOIN playlist_track AS listed ON listed.playlist_id = asked.value
      CROSS JOIN track ON track.id = listed.track_id
      CROSS JOIN person ON person.id = track.person_id
      WHERE ${isDiscoverableTrack(argument.viewer)}`.compile(db),
}));

/** Returns tracks by ID, in no particular order. */
export function findTrackRows(db: Db, ids: readonly number[]) {
  return tracks(db, { ids: JSON.stringify(ids) });
}

/** Returns playlists by ID, in no particular order. */
export function findPlaylistRows(db: Db, ids: readonly number[]) {
  return playlists(db, { ids: JSON.stringify(ids) });
}

/** Returns the tracks of playlists that a viewer may find, with their positions, in no particular order. */
export function findPlaylistTracks(db: Db, playlists: readonly number[], viewer: number) {
  return visibleTracks(db, { ids: JSON.stringify(playlists), viewer });
}
