import type { Video } from '../../../shared/contract/records';
import type { ReadContext } from '../context';
import { findVideoRows } from './records-queries';
import { shownTime } from '../timestamps';

/** Builds records of videos by ID; deleted ones are left out. Does not check access. */
export async function videosOf(ctx: ReadContext, ids: Iterable<number>): Promise<Map<number, Video>> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return new Map();
  const viewer = ctx.caller?.id ?? 0;
  const rows = await findVideoRows(ctx.db, uniqueIds);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ID: row.id,
        Code: row.code,
        Name: row.name,
        Description: row.description,
        Preview: row.preview,
        Duration: row.duration,
        Views: row.views,
        Mine: row.person_id === viewer,
        Timestamp: shownTime(ctx, row.created_at),
        Url: ctx.contentUrls.urlOf('video', row.id, row.name),
        Size: row.size,
        Width: row.width,
        Height: row.height,
      },
    ]),
  );
}
