import { app } from 'electron';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { DraggedFile } from '../../../shared/bridge';
import type { HandlersOf } from '../../doors/ipc-channels';
import { safeFileName } from '../../../shared/file-names';
import { ownAddress, type AnswerBytes } from './scheme';
import { communityFrom } from './senders';

export interface DraggingOptions {
  /** Temporary folder for dragged files, emptied at each start. */
  folder: string;
  answerBytes: AnswerBytes;
  logger: Logger;
}

/**
 * Lets files be dragged out of the window into a folder or another program. The system reads them from the disk at a
 * time of its own, so they stay there until the next start.
 */
export async function dragOutFiles({
  folder,
  answerBytes,
  logger,
}: DraggingOptions): Promise<HandlersOf<'dragOut'>> {
  await rm(folder, { recursive: true, force: true });
  let drag = 0;
  return { dragOut };

  function dragOut(...[event, given]: Parameters<HandlersOf<'dragOut'>['dragOut']>): void {
    const community = communityFrom(event);
    if (community === null) return;
    const own = ++drag;
    const files = DraggedFiles.safeParse(given).data ?? [];
    if (files.length === 0) return;
    void write(join(folder, String(own)), files, ownAddress(community))
      .then(async (paths) => {
        const icon = await app.getFileIcon(paths[0] ?? '');
        // The mouse button may have been released while they were written.
        if (own === drag) event.sender.startDrag({ file: paths[0] ?? '', files: paths, icon });
      })
      .catch((error: unknown) => logger.warn({ err: error }, 'dragging files out of the window failed'));
  }

  async function write(place: string, files: DraggedFile[], pages: string): Promise<string[]> {
    const paths: string[] = [];
    for (const [index, { path: from, name }] of files.entries()) {
      // A folder per file, because two may have the same name.
      const own = join(place, String(index));
      await mkdir(own, { recursive: true, mode: 0o700 });
      const answer = await answerBytes(new Request(pages + from.slice(1)));
      if (!answer?.ok || !answer.body) throw new Error(`there is no content: ${answer?.status}`);
      const path = join(own, safeFileName(name));
      await pipeline(
        Readable.fromWeb(answer.body as ReadableStream),
        createWriteStream(path, { mode: 0o600 }),
      );
      paths.push(path);
    }
    return paths;
  }
}

/** More than anyone selects by hand. */
const MAX_FILES = 100;

const DraggedFiles: z.ZodType<DraggedFile[]> = z
  .array(z.strictObject({ path: z.string().startsWith('/').max(4096), name: z.string().max(1024) }))
  .max(MAX_FILES);
