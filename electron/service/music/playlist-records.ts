import type { Playlist } from '../../../shared/contract/records';
import type { ReadContext } from '../context';
import { authorsOf } from '../people/records';
import { findFollowed } from './follow-queries';
import { findPlaylistTracks, findPlaylistRows } from './track-records-queries';
import { shownTime } from '../timestamps';

/** Builds records of playlists by ID, with those tracks that the caller may find. Deleted playlists are left out. */
export async function playlistsOf(ctx: ReadContext, ids: Iterable<number>): Promise<Map<number, Playlist>> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return new Map();
  const rows = await findPlaylistRows(ctx.db, uniqueIds);
  const listed = Map.groupBy(
    await findPlaylistTracks(ctx.db, uniqueIds, ctx.caller?.id ?? 0),
    (row) => row.playlist_id,
  );
  const followed = await findFollowed(ctx.db, uniqueIds, ctx.caller?.id ?? 0);
  const authors = await authorsOf(
    ctx,
    rows.map((row) => row.person_id),
  );
  return new Map(
    rows.flatMap((row) => {
      const author = authors.get(row.person_id);
      if (!author) return [];
      const record: Playlist = {
        ID: row.id,
        Name: row.name,
        Release: row.release,
        Description: row.description,
        Tracks: (listed.get(row.id) ?? [])
          .sort((first, second) => first.position - second.position)
          .map((track) => track.track_id),
        Author: author,
        Timestamp: shownTime(ctx, row.created_at),
        Cover: row.cover,
        Followed: followed.has(row.id),
        Private: row.mode === 'private',
      };
      return [[row.id, record] as const];
    }),
  );
}
