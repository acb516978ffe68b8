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
import { push, type HandlersOf } from '../../doors/ipc-channels';
import { diskProblemOf } from './disk-errors';
import { safeFileName } from '../../../shared/file-names';
import { ownAddress, type AnswerBytes } from './scheme';
import { communityFrom } from './senders';

/** Where dragged files come from and are stored meanwhile. */
export interface DraggingOptions {
  /** Temporary folder for dragged files, deleted at each start and when the program ends. */
  folder: string;
  answerBytes: AnswerBytes;
  logger: Logger;
}

/** Files that are dragged out of the window. */
export interface DraggedOut {
  handlers: HandlersOf<'dragOut'>;
  /** Deletes the files of all drags. */
  close: () => Promise<void>;
}

/**
 * Lets files be dragged out of the window into a folder or another program. The system reads them from the disk at a
 * time of its own, so they stay there until the program ends. They are copies: the program that gets them may change
 * them in place. Pages learn why a drag failed.
 */
export async function dragOutFiles({ folder, answerBytes, logger }: DraggingOptions): Promise<DraggedOut> {
  const close = () => rm(folder, { recursive: true, force: true });
  await close();
  let drag = 0;
  let writing: { stop: AbortController; since: number } | null = null;
  return { handlers: { dragOut }, close };

  function dragOut(...[event, given]: Parameters<HandlersOf<'dragOut'>['dragOut']>): void {
    const community = communityFrom(event);
    if (community === null) return;
    const own = ++drag;
    // The mouse button was released, or another drag has begun.
    const stopped = writing;
    writing?.stop.abort();
    writing = null;
    const files = DraggedFiles.safeParse(given).data ?? [];
    const hasTooMany = Array.isArray(given) && given.length > MAX_FILES;
    if (hasTooMany) push(event.sender, 'dragFailed', 'too_many');
    else if (files.length === 0 && stopped && performance.now() - stopped.since > CLICK_MS)
      push(event.sender, 'dragFailed', 'too_slow');
    if (files.length === 0) return;
    const place = join(folder, String(own));
    const stop = new AbortController();
    writing = { stop, since: performance.now() };
    void write(place, files, ownAddress(community), stop.signal)
      .then(async (paths) => {
        const icon = await app.getFileIcon(paths[0] ?? '');
        stop.signal.throwIfAborted();
        writing = null;
        event.sender.startDrag({ file: paths[0] ?? '', files: paths, icon });
      })
      .catch(async (error: unknown) => {
        await rm(place, { recursive: true, force: true });
        if (stop.signal.aborted) return;
        writing = null;
        logger.warn({ err: error }, 'dragging files out of the window failed');
        const failure = diskProblemOf(error, '') === 'full' ? 'disk_full' : 'failed';
        if (!event.sender.isDestroyed()) push(event.sender, 'dragFailed', failure);
      })
      .catch(() => undefined);
  }

  async function write(
    place: string,
    files: DraggedFile[],
    pages: string,
    signal: AbortSignal,
  ): Promise<string[]> {
    const paths: string[] = [];
    for (const [index, { path: from, name }] of files.entries()) {
      signal.throwIfAborted();
      // A folder per file, because two may have the same name.
      const own = join(place, String(index));
      await mkdir(own, { recursive: true, mode: 0o700 });
      const answer = await answerBytes(new Request(pages + from.slice(1)));
      if (!answer?.ok || !answer.body) throw new Error(`there is no content: ${answer?.status}`);
      const path = join(own, safeFileName(name));
      const bytes = Readable.fromWeb(answer.body as ReadableStream);
      await pipeline(bytes, createWriteStream(path, { mode: 0o600 }), { signal });
      paths.push(path);
    }
    return paths;
  }
}

/** More than anyone selects by hand. */
const MAX_FILES = 100;
/** A shorter press was no drag whose files are missed. */
const CLICK_MS = 1000;

const DraggedFiles: z.ZodType<DraggedFile[]> = z
  .array(z.strictObject({ path: z.string().startsWith('/').max(4096), name: z.string().max(1024) }))
  .max(MAX_FILES);
