import { randomBytes } from 'node:crypto';
import type { ReceivedFile } from '../../content/store';
import { nameOfVideo, readVideo } from '../../content/media/videos';
import { requirePerson } from '../access/access';
import type { Context, ReadContext } from '../context';
import { emitLibraryChange } from '../events/library-events';
import { indexItem } from '../search/item-queries';
import { addContent } from '../uploads/add-content';
import { insertVideo } from './queries';

/** What the owner says about a video; `preview` is the ID of a photo of theirs, 0 for none. */
export interface VideoFields {
  name: string;
  description: string;
  preview: number;
}

/**
 * Stores the bytes of a video of the caller. Returns the function that adds it, inside a transaction, and returns its
 * ID. Throws `invalid_type` if it is no video.
 */
export async function prepareVideo(
  preparation: ReadContext,
  received: ReceivedFile,
  { name, description, preview }: VideoFields,
): Promise<(ctx: Context) => Promise<number>> {
  const { type, duration, width, height } = await readVideo(requirePerson(preparation).id, received);
  await preparation.content.commit(received);
  const { hash, size } = received;
  return async (ctx) => {
    const { id, person } = await addContent(ctx, 'video', { hash, size, type });
    await insertVideo(ctx.db, {
      id,
      person_id: person,
      code: randomBytes(16).toString('base64url'),
      name: name || nameOfVideo(id, type),
      description,
      preview,
      duration,
      width,
      height,
    });
    ctx.beforeCommit(() => indexItem(ctx.db, 'video', id));
    emitLibraryChange(ctx, 'video', id);
    return id;
  };
}
