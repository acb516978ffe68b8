import type { Parsed } from '../../../shared/contract';
import type { Video } from '../../../shared/contract/records';
import { AppError } from '../../../shared/errors';
import { requirePerson } from '../access/access';
import { requirePicture } from '../access/photos';
import { requireOwnVideo, requireVisibleVideo } from '../access/media';
import { deleteContent } from '../content/content-queries';
import type { Context, ReadContext } from '../context';
import type { Handlers } from '../dispatch';
import { emitLibraryChange } from '../events/library-events';
import { emitSharedItemChange } from '../events/shared-item-events';
import { videosOf } from './records';
import { indexItem } from '../search/item-queries';
import { prepareVideo } from './storing';
import { listVideoIds, updateVideo } from './queries';

type Names = 'videos.upload' | 'videos.list' | 'videos.get' | 'videos.update' | 'videos.remove';

/** Handlers of a person’s videos. */
export const videoHandlers = {
  'videos.upload': { prepare: upload },
  'videos.list': list,
  'videos.get': get,
  'videos.update': update,
  'videos.remove': remove,
} satisfies Pick<Handlers, Names>;

async function upload(preparation: ReadContext, input: Parsed<'videos.upload'>) {
  const { id: person } = requirePerson(preparation);
  const received = preparation.uploads.find(person, 'video', input.file);
  const { filename: name = '', description } = input;
  const add = await prepareVideo(preparation, received, { name, description, preview: 0 });
  return async (ctx: Context): Promise<Video> => videoRecord(ctx, await add(ctx));
}

async function list(ctx: ReadContext, { page, limit }: Parsed<'videos.list'>): Promise<Video[]> {
  const { id: person } = requirePerson(ctx);
  const offset = Math.min(page * limit, Number.MAX_SAFE_INTEGER);
  const ids = await listVideoIds(ctx.db, { person, limit, offset });
  const videos = await videosOf(ctx, ids);
  return ids.flatMap((id) => videos.get(id) ?? []);
}

/** Getting a video returns its URL, so it counts as a view. */
async function get(ctx: ReadContext, { video_id: id }: Parsed<'videos.get'>): Promise<Video> {
  const { own } = await requireVisibleVideo(ctx, id);
  if (!own) ctx.viewCounter.record('video', [id], requirePerson(ctx).id);
  return videoRecord(ctx, id);
}

async function update(ctx: Context, input: Parsed<'videos.update'>): Promise<Video> {
  await requireOwnVideo(ctx, input.video_id);
  const { video_id: id, name, description, preview } = input;
  await requirePicture(ctx, 'preview', preview ?? 0);
  const changes = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(preview !== undefined && { preview }),
  };
  if (Object.keys(changes).length > 0) {
    await updateVideo(ctx.db, id, changes);
    ctx.beforeCommit(() => indexItem(ctx.db, 'video', id));
    await emitSharedItemChange(ctx, 'video', id);
    emitLibraryChange(ctx, 'video', id);
  }
  return videoRecord(ctx, id);
}

async function remove(ctx: Context, { video_id: id }: Parsed<'videos.remove'>): Promise<{ ok: true }> {
  await requireOwnVideo(ctx, id);
  await deleteContent(ctx.db, id);
  await emitSharedItemChange(ctx, 'video', id);
  emitLibraryChange(ctx, 'video', id);
  return { ok: true };
}

async function videoRecord(ctx: ReadContext, id: number): Promise<Video> {
  const video = (await videosOf(ctx, [id])).get(id);
  if (!video) throw new AppError('not_found');
  return video;
}
