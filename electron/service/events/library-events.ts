import type { ContentKind } from '../../database/schema';
import { requirePerson } from '../access/access';
import type { Context } from '../context';
import { clearPlaylistCovers } from '../music/playlist-queries';
import { clearTrackCovers } from '../music/track-queries';
import { clearVideoPreviews } from '../videos/queries';

/** Emits the change of an item of a person's library (the caller's by default) to that person's devices. */
export function emitLibraryChange(
  ctx: Context,
  kind: ContentKind | 'playlist',
  id: number,
  person = requirePerson(ctx).id,
): void {
  ctx.emit({ type: kind, scope: { kind: 'person', id: person }, ref: { kind, id } });
}

/** Removes a photo of the caller from every track, playlist and video that uses it as a cover. */
export async function clearCovers(ctx: Context, photo: number): Promise<void> {
  for (const id of await clearTrackCovers(ctx.db, photo)) emitLibraryChange(ctx, 'track', id);
  for (const id of await clearPlaylistCovers(ctx.db, photo)) emitLibraryChange(ctx, 'playlist', id);
  for (const id of await clearVideoPreviews(ctx.db, photo)) emitLibraryChange(ctx, 'video', id);
}
