import { LIMITS } from '../../../shared/limits';
import type { Context } from '../context';
import { emitPlaylistChange } from '../music/follows';
import { countTracks, updateTrackOrder } from '../music/playlist-queries';
import { addPlaylist, ensureDefaultPlaylist } from '../music/playlists';
import { NotImported, type ImportRun } from './import-run';
import { exportedPlaylist, type ExportedPlaylist } from './records';

/** Imports playlists with those of their tracks that were imported. */
export async function importPlaylists(run: ImportRun): Promise<void> {
  await run.each('playlists', 'playlist', exportedPlaylist, async (record) => {
    await run.add('playlist', record, async () => {
      const [cover, tracks] = [await run.idOf('photo', record.Cover), await tracksOf(run, record)];
      return async (ctx) => {
        const id = record.Default
          ? await ensureDefaultPlaylist(ctx, run.person)
          : await addPlaylist(ctx, fieldsOf(record, cover));
        await putFirst(ctx, id, tracks);
        return id;
      };
    });
  });
}

async function tracksOf(run: ImportRun, { Tracks }: ExportedPlaylist): Promise<number[]> {
  const tracks: number[] = [];
  for (const track of new Set(Tracks)) {
    const id = await run.idOf('track', track);
    if (id > 0) tracks.push(id);
  }
  run.summary.skip('attachment', 'others', new Set(Tracks).size - tracks.length);
  return tracks;
}

function fieldsOf({ Name, Release, Description, Private }: ExportedPlaylist, cover: number) {
  return { name: Name, release: Release, description: Description, cover, isPrivate: Private };
}

/** The tracks that are in a playlist already follow. */
async function putFirst(ctx: Context, playlist: number, tracks: readonly number[]): Promise<void> {
  if ((await countTracks(ctx.db, playlist)) + tracks.length > LIMITS.playlistTracks)
    throw new NotImported('limit');
  await updateTrackOrder(ctx.db, playlist, tracks);
  await emitPlaylistChange(ctx, playlist);
}
