import { requirePerson } from '../access/access';
import type { ReadContext } from '../context';
import { findContents, findFiles, findFilesHeard, findPhotos, findTracks, findVideos } from './row-queries';
import type { RowSet } from './row-set';
import type { DatabaseRow } from './tables';

/** Items by kind that the caller has access to: attached to something visible, public, or their own. */
export interface ItemIds {
  photo?: readonly number[];
  file?: readonly number[];
  track?: readonly number[];
  video?: readonly number[];
}

/** Adds items with the description of their bytes and their covers. The caller must have access to them. */
export async function addItems(ctx: ReadContext, ids: ItemIds, rows: RowSet): Promise<void> {
  const caller = requirePerson(ctx).id;
  const isOwn = (row: DatabaseRow) => row.person_id === caller;
  const files = await findFiles(ctx.db, ids.file ?? []);
  const tracks = await findTracks(ctx.db, ids.track ?? []);
  const videos = await findVideos(ctx.db, ids.video ?? []);
  const photoIds = [
    ...(ids.photo ?? []),
    ...tracks.map((row) => Number(row.cover)),
    ...videos.map((row) => Number(row.preview)),
  ];
  const photos = await findPhotos(ctx.db, photoIds);
  for (const row of files)
    rows.add('file', [row], isOwn(row) ? {} : { person_id: 0, folder: '', voice_heard: 0 });
  const voices = files.filter((row) => Number(row.voice_seconds) > 0 && !isOwn(row));
  const voiceIds = voices.map((row) => Number(row.id));
  if (voiceIds.length > 0) rows.add('file_heard', await findFilesHeard(ctx.db, caller, voiceIds));
  for (const row of tracks) {
    rows.add('track', [row], isOwn(row) || row.mode === 'public' ? {} : { person_id: 0 });
  }
  for (const row of videos) rows.add('video', [row], isOwn(row) ? {} : { person_id: 0 });
  rows.add('photo', photos);
  const items = [...files, ...tracks, ...videos, ...photos];
  const owners = new Set(items.filter((row) => isOwn(row) || 'caption' in row).map((row) => row.id));
  for (const row of await findContents(
    ctx.db,
    items.map((item) => Number(item.id)),
  )) {
    rows.add('content', [row], owners.has(row.id ?? 0) ? {} : { person_id: 0 });
  }
}
