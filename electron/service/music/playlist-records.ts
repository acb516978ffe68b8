import type { Playlist } from '../../../shared/contract/records';
import type { ReadContext } from '../context';
import { authorsOf } from '../people/records';
import { findListedTracks, findPlaylistRows } from './track-records-queries';
import { shownTime } from '../timestamps';

/** Records of playlists by number with those of their tracks that the caller may come upon; those that are gone are left out. */
export async function playlistsOf(ctx: ReadContext, ids: Iterable<number>): Promise<Map<number, Playlist>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await findPlaylistRows(ctx.db, wanted);
  const listed = Map.groupBy(
    await findListedTracks(ctx.db, wanted, ctx.caller?.id ?? 0),
    (row) => row.playlist_id,
  );
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
          .sort((one, other) => one.position - other.position)
          .map((track) => track.track_id),
        Author: author,
        Timestamp: shownTime(ctx, row.created_at),
        Cover: row.cover,
      };
      return [[row.id, record] as const];
    }),
  );
}
