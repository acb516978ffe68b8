import type { Track } from '../../../shared/contract/records';
import { fileExtensionOf } from '../../content/media/tracks';
import type { ReadContext } from '../context';
import { findTrackRows } from './track-records-queries';
import { shownTime } from '../timestamps';

/** Builds records of tracks by ID; deleted ones are left out. Does not check access. */
export async function tracksOf(ctx: ReadContext, ids: Iterable<number>): Promise<Map<number, Track>> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return new Map();
  const viewer = ctx.caller?.id ?? 0;
  const rows = await findTrackRows(ctx.db, uniqueIds);
  return new Map(
    rows.map((row) => {
      const record: Track = {
        ID: row.id,
        Name: row.name,
        Author: row.author,
        Mine: row.person_id === viewer,
        Release: row.release,
        Size: row.size,
        Duration: row.duration,
        Timestamp: shownTime(ctx, row.created_at),
        Cover: row.cover,
        Url: ctx.contentUrls.urlOf('track', row.id, `${row.name}.${fileExtensionOf(row.type)}`),
        Explicit: row.explicit,
        Text: row.text,
        Genre: row.genre,
        Authorship: '{}',
        ...(row.gain !== null && { Gain: row.gain }),
        ...(row.peak !== null && { Peak: row.peak }),
        ...(row.album_gain !== null && { AlbumGain: row.album_gain }),
        ...(row.album_peak !== null && { AlbumPeak: row.album_peak }),
      };
      return [row.id, record];
    }),
  );
}
