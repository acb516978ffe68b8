import type { Photo } from '../../../shared/contract/records';
import type { ReadContext } from '../context';
import { findPhotoRows } from './records-queries';
import { shownTime } from '../timestamps';

/** Records of photos by number; those that are gone are left out. */
export async function photosOf(ctx: ReadContext, ids: Iterable<number>): Promise<Map<number, Photo>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await findPhotoRows(ctx.db, wanted);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ID: row.id,
        Author: row.person_id,
        Caption: row.caption,
        Timestamp: shownTime(ctx, row.created_at),
        Url: ctx.addresses.urlOf('photo', row.id, `photo-${row.id}.${row.type.replace(/^.*\//, '')}`),
        Width: row.width,
        Height: row.height,
        Preview: row.preview,
      },
    ]),
  );
}
