import { requirePerson } from '../access/access';
import { findVisiblePlaylists } from '../access/media';
import type { ReadContext } from '../context';
import { findPlaylistTracks } from '../music/track-records-queries';
import { addItems } from './item-rows';
import { addPeople } from './people-rows';
import { findPlaylistFollows, findPlaylists, findTracks } from './row-queries';
import type { RowSet } from './row-set';

/** Adds those playlists that the caller may open, with those of their tracks that the caller may find. */
export async function addPlaylists(ctx: ReadContext, ids: readonly number[], rows: RowSet): Promise<void> {
  const caller = requirePerson(ctx).id;
  const visible = await findVisiblePlaylists(ctx, ids);
  const playlists = await findPlaylists(ctx.db, visible);
  const listed = await findPlaylistTracks(ctx.db, visible, caller);
  const tracks = await findTracks(
    ctx.db,
    listed.map((row) => row.track_id),
  );
  // Records of playlists name their owners, and leave out tracks of people who are unknown.
  await addPeople(
    ctx,
    [...playlists, ...tracks].map((row) => Number(row.person_id)),
    rows,
  );
  rows.add('playlist', playlists);
  rows.add('playlist_track', listed);
  rows.add('playlist_follow', await findPlaylistFollows(ctx.db, caller, visible));
  await addItems(
    ctx,
    {
      track: listed.map((row) => row.track_id),
      photo: playlists.map((row) => Number(row.cover)).filter((cover) => cover > 0),
    },
    rows,
  );
}
