import type { Parsed } from '../../../shared/contract';
import type { Photo } from '../../../shared/contract/records';
import { AppError } from '../../../shared/errors';
import { requireAccessibleProfile, requirePerson } from '../access/access';
import { findVisiblePhotos, requireOwnPhoto, requireVisiblePhoto } from '../access/photos';
import { deleteContent } from '../content/content-queries';
import type { Context, ReadContext } from '../context';
import type { Handlers } from '../dispatch';
import { clearCovers, emitLibraryChange } from '../events/library-events';
import { emitSharedItemChange } from '../events/shared-item-events';
import { indexPerson } from '../people/search-queries';
import { photosOf } from './records';
import { indexItem } from '../search/item-queries';
import { preparePhoto } from './storing';
import {
  clearCommunityPhoto,
  clearDialogPhoto,
  clearPersonPhoto,
  listPhotoIds,
  updateCaption,
  type ListedMode,
} from './queries';

type Names =
  | 'photos.upload'
  | 'photos.list'
  | 'photos.get'
  | 'photos.some'
  | 'photos.update'
  | 'photos.remove'
  | 'photos.of';

/** Handlers of a person’s photos. */
export const photoHandlers = {
  'photos.upload': { prepare: upload },
  'photos.list': list,
  'photos.get': get,
  'photos.some': getMany,
  'photos.update': update,
  'photos.remove': remove,
  'photos.of': listOfPerson,
} satisfies Pick<Handlers, Names>;

async function upload(preparation: ReadContext, input: Parsed<'photos.upload'>) {
  const { id: person } = requirePerson(preparation);
  const add = await preparePhoto(preparation, preparation.uploads.find(person, 'photo', input.photo), input);
  return async (ctx: Context): Promise<Photo> => photoRecord(ctx, await add(ctx));
}

async function list(ctx: ReadContext, input: Parsed<'photos.list'>): Promise<Photo[]> {
  const { id: person } = requirePerson(ctx);
  return page(ctx, person, input.mode, input);
}

async function get(ctx: ReadContext, input: Parsed<'photos.get'>): Promise<Photo> {
  await requireVisiblePhoto(ctx, input.photo_id);
  return photoRecord(ctx, input.photo_id);
}

async function getMany(ctx: ReadContext, { ids }: Parsed<'photos.some'>): Promise<Photo[]> {
  const visible = await findVisiblePhotos(ctx, ids);
  const photos = await photosOf(ctx, visible);
  return visible.flatMap((id) => photos.get(id) ?? []);
}

async function listOfPerson(ctx: ReadContext, input: Parsed<'photos.of'>): Promise<Photo[]> {
  const person = await requireAccessibleProfile(ctx, input.user);
  if (person === requirePerson(ctx).id) return page(ctx, person, input.mode, input);
  return input.mode === 'private' ? [] : page(ctx, person, 'public', input);
}

async function update(ctx: Context, input: Parsed<'photos.update'>): Promise<Photo> {
  const { photo_id: id, caption } = input;
  await requireOwnPhoto(ctx, id);
  if (await updateCaption(ctx.db, id, caption)) {
    ctx.beforeCommit(() => indexItem(ctx.db, 'photo', id));
    await emitSharedItemChange(ctx, 'photo', id);
    emitLibraryChange(ctx, 'photo', id);
  }
  return photoRecord(ctx, id);
}

async function remove(ctx: Context, input: Parsed<'photos.remove'>): Promise<{ ok: true }> {
  await requireOwnPhoto(ctx, input.photo_id);
  const { id: person } = requirePerson(ctx);
  await deleteContent(ctx.db, input.photo_id);
  await clearCovers(ctx, input.photo_id);
  await emitSharedItemChange(ctx, 'photo', input.photo_id);
  emitLibraryChange(ctx, 'photo', input.photo_id);
  if (await clearPersonPhoto(ctx.db, person, input.photo_id)) {
    await indexPerson(ctx.db, person);
    ctx.emit({ type: 'profile', scope: { kind: 'community', id: 0 }, ref: { kind: 'person', id: person } });
  }
  for (const id of await clearDialogPhoto(ctx.db, input.photo_id)) {
    ctx.emit({ type: 'dialog', scope: { kind: 'dialog', id }, ref: { kind: 'dialog', id } });
  }
  const { id: community } = ctx.community;
  if (await clearCommunityPhoto(ctx.db, community, input.photo_id)) {
    const ref = { kind: 'community', id: community } as const;
    ctx.emit({ type: 'community', scope: { kind: 'community', id: 0 }, ref });
  }
  return { ok: true };
}

async function page(
  ctx: ReadContext,
  person: number,
  mode: ListedMode,
  { page, limit }: { page: number; limit: number },
): Promise<Photo[]> {
  const offset = Math.min(page * limit, Number.MAX_SAFE_INTEGER);
  const ids = await listPhotoIds(ctx.db, { person, mode, limit, offset });
  const photos = await photosOf(ctx, ids);
  return ids.flatMap((id) => photos.get(id) ?? []);
}

async function photoRecord(ctx: ReadContext, id: number): Promise<Photo> {
  const photo = (await photosOf(ctx, [id])).get(id);
  if (!photo) throw new AppError('not_found');
  return photo;
}
