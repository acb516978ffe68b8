import type { CleanPicture } from '../../content/pictures/pictures';
import type { ReceivedFile } from '../../content/store';
import { requirePerson } from '../access/access';
import type { Context, ReadContext } from '../context';
import { emitLibraryChange } from '../events/library-events';
import { indexItem } from '../search/item-queries';
import { addContent } from '../uploads/add-content';
import { insertPhoto } from './queries';

/** What the owner says about a photo. */
export interface PhotoFields {
  caption: string;
  mode: 'public' | 'private';
}

/**
 * Cleans and stores the bytes of a photo of the caller. Returns the function that adds it, inside a transaction, and
 * returns its ID. `keepsBare` keeps the bytes of a photo that was cleaned before. Throws `invalid_type` if it is no
 * picture.
 */
export async function preparePhoto(
  preparation: ReadContext,
  received: ReceivedFile,
  fields: PhotoFields,
  options: { keepsBare?: boolean } = {},
): Promise<(ctx: Context) => Promise<number>> {
  const { id: person } = requirePerson(preparation);
  const picture = await preparation.pictures.clean(person, received, options);
  await preparation.content.commit(picture.bytes);
  return (ctx) => addPhoto(ctx, picture, fields);
}

async function addPhoto(
  ctx: Context,
  { bytes: { hash, size }, type, width, height, preview }: CleanPicture,
  { caption, mode }: PhotoFields,
): Promise<number> {
  const { id, person } = await addContent(ctx, 'photo', { hash, size, type });
  await insertPhoto(ctx.db, { id, person, mode, caption, width, height, preview });
  if (caption !== '') ctx.beforeCommit(() => indexItem(ctx.db, 'photo', id));
  emitLibraryChange(ctx, 'photo', id);
  return id;
}
