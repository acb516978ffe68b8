import type { Photo } from '../../../shared/contract/records';
import type { ReadContext } from '../context';
import { findPhotoRows } from './records-queries';
import { shownTime } from '../timestamps';

/** Builds records of photos by ID; deleted ones are left out. Does not check access. */
export async function photosOf(ctx: ReadContext, ids: Iterable<number>): Promise<Map<number, Photo>> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return new Map();
  const rows = await findPhotoRows(ctx.db, uniqueIds);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ID: row.id,
        Author: row.person_id,
        Caption: row.caption,
        Timestamp: shownTime(ctx, row.created_at),
        Url: ctx.contentUrls.urlOf('photo', row.id, `photo-${row.id}.${row.type.replace(/^.*\//, '')}`),
        Width: row.width,
        Height: row.height,
        Preview: row.preview,
      },
    ]),
  );
}
