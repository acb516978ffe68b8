import type { Db } from '../../database/open';
import { listOf, prepared } from '../../database/prepared';

const videos = prepared((db, argument: { ids: string }) =>
  db
    .selectFrom('video')
    .innerJoin('content', 'content.id', 'video.id')
    .selectAll('video')
    .select(['content.size', 'content.created_at'])
    .where('video.id', 'in', listOf(argument.ids)),
);

/** Returns videos by ID, in no particular order. */
export function findVideoRows(db: Db, ids: readonly number[]) {
  return videos(db, { ids: JSON.stringify(ids) });
}
