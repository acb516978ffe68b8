import type { Db } from '../../database/open';
import { listOf, prepared } from '../../database/prepared';

const photos = prepared((db, argument: { ids: string }) =>
  db
    .selectFrom('photo')
    .innerJoin('content', 'content.id', 'photo.id')
    .selectAll('photo')
    .select(['content.type', 'content.created_at'])
    .where('photo.id', 'in', listOf(argument.ids)),
);

/** Returns photos by ID, in no particular order. */
export function findPhotoRows(db: Db, ids: readonly number[]) {
  return photos(db, { ids: JSON.stringify(ids) });
}
