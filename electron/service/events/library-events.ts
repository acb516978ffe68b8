import type { ContentKind } from '../../database/schema';
import { requirePerson } from '../access/access';
import type { Context } from '../context';
import { clearPlaylistCovers } from '../music/playlist-queries';
import { clearTrackCovers } from '../music/track-queries';
import { clearVideoPreviews } from '../videos/queries';

/** Tells a person's windows (the caller's unless somebody else is named) of a thing of their library. */
export function tellLibrary(
  ctx: Context,
  kind: ContentKind | 'playlist',
  id: number,
  person = requirePerson(ctx).id,
): void {
  ctx.emit({ type: kind, scope: { kind: 'person', id: person }, ref: { kind, id } });
}

/** Takes a photo of the caller off everything of their library whose cover it is. */
export async function clearCovers(ctx: Context, photo: number): Promise<void> {
  for (const id of await clearTrackCovers(ctx.db, photo)) tellLibrary(ctx, 'track', id);
  for (const id of await clearPlaylistCovers(ctx.db, photo)) tellLibrary(ctx, 'playlist', id);
  for (const id of await clearVideoPreviews(ctx.db, photo)) tellLibrary(ctx, 'video', id);
}
