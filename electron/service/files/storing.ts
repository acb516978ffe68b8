import { randomBytes } from 'node:crypto';
import { mediaTypeOf } from '../../content/media/media-type';
import { readVoice } from '../../content/media/voice';
import type { ReceivedFile } from '../../content/store';
import { requirePerson } from '../access/access';
import type { Context, ReadContext } from '../context';
import { emitLibraryChange } from '../events/library-events';
import { indexItem } from '../search/item-queries';
import { addContent } from '../uploads/add-content';
import { insertFile } from './queries';

/** What the owner says about a file; `voice` makes it a voice message. */
export interface FileFields {
  name: string;
  folder: string;
  voice?: { waveform: string; gain: number } | undefined;
}

/**
 * Stores the bytes of a file of the caller. Returns the function that adds it, inside a transaction, and returns its
 * ID. Without a name it is named by its ID. Throws `invalid_type` or `too_large` for a recording that can't be a voice
 * message.
 */
export async function prepareFile(
  preparation: ReadContext,
  received: ReceivedFile,
  { name, folder, voice }: FileFields,
): Promise<(ctx: Context) => Promise<number>> {
  const recording = voice && (await readVoice(requirePerson(preparation).id, received));
  const type = recording?.type ?? (await mediaTypeOf(received.path));
  await preparation.content.commit(received);
  const { hash, size } = received;
  return async (ctx) => {
    const { id, person } = await addContent(ctx, 'file', { hash, size, type });
    const code = randomBytes(16).toString('base64url');
    await insertFile(ctx.db, {
      id,
      person,
      code,
      name: name || defaultName(id),
      folder,
      seconds: recording?.duration,
      ...voice,
    });
    ctx.beforeCommit(() => indexItem(ctx.db, 'file', id));
    emitLibraryChange(ctx, 'file', id);
    return id;
  };
}

/** The name of a file that has none. */
export function defaultName(id: number): string {
  return `file-${id}`;
}
