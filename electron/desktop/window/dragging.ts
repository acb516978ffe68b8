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
  /** Where what is dragged lies for the system to take: for this alone, and emptied at each start. */
  folder: string;
  answerBytes: AnswerBytes;
  logger: Logger;
}

/**
 * Lets files be dragged out of the window, into a folder or another program. The system takes them from the disk, and at a
 * time of its own: what was dragged stays there until the program starts again.
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
        // The pointer may have been let go while they were written.
        if (own === drag) event.sender.startDrag({ file: paths[0] ?? '', files: paths, icon });
      })
      .catch((error: unknown) => logger.warn({ err: error }, 'a file could not be dragged out'));
  }

  async function write(place: string, files: DraggedFile[], pages: string): Promise<string[]> {
    const paths: string[] = [];
    for (const [index, { path: from, name }] of files.entries()) {
      // Each in a folder of its own: two may have one name.
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

/** As many as one would choose by hand. */
const MOST = 100;

const DraggedFiles: z.ZodType<DraggedFile[]> = z
  .array(z.strictObject({ path: z.string().startsWith('/').max(4096), name: z.string().max(1024) }))
  .max(MOST);
