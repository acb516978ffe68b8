import { createHash } from 'node:crypto';
import { closeSync, copyFileSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { parentPort as threadPort } from 'node:worker_threads';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { LIMITS } from '../../../shared/limits.ts';
import { isBarePicture } from './bare-picture.ts';
import { reasonTooLarge, PICTURE_FORMATS } from './picture-formats.ts';
import type { CleanedPicture, PictureProcessMessage, PictureTask } from './picture-task.ts';

/**
 * Process that decodes untrusted pictures, one task at a time. Its parent kills it if a task takes too long or too
 * much memory.
 */
interface Parent {
  send: (runTask: PictureProcessMessage) => void;
  receive: (listener: (task: PictureTask) => void) => void;
}

/** In Electron's utility processes this replaces `process.send`. */
interface UtilityPort {
  postMessage: (message: unknown) => void;
  on: (event: 'message', listener: (event: { data: PictureTask }) => void) => void;
}

/** Maximum bytes of a stored picture. */
const MAX_WRITTEN_BYTES = 256 * 1024 * 1024;
/** Longer side of a preview in pixels. */
const PREVIEW_SIDE = 16;
const USAGE_INTERVAL_MS = 50;
const CHUNK_BYTES = 1024 * 1024;

const parent = findParent();
sharp.cache(false);
sharp.concurrency(1);
if (!threadPort) isolate();
parent.receive((task) => void runTask(task));
parent.send({ kind: 'ready' });

class PictureRefusedError extends Error {
  readonly code: 'too_large' | 'invalid_type';

  constructor(
    code: PictureRefusedError['code'],
    message = 'This picture cannot be read. Choose a JPEG, PNG, WebP, GIF or AVIF file.',
  ) {
    super(message);
    this.code = code;
  }
}

function findParent(): Parent {
  const { parentPort: utilityPort } = process as { parentPort?: UtilityPort };
  if (threadPort) {
    const port = threadPort;
    return {
      send: (runTask) => port.postMessage(runTask),
      receive: (listener) => port.on('message', listener),
    };
  }
  if (utilityPort) {
    return {
      send: (runTask) => utilityPort.postMessage(runTask),
      receive: (listener) => utilityPort.on('message', ({ data }) => listener(data)),
    };
  }
  return {
    send: (runTask) => void process.send?.(runTask),
    receive: (listener) => {
      process.on('message', listener);
      // A decoder at work would delay a normal exit.
      process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
      // A terminal sends these to the whole process group; the parent decides when this process ends.
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
    },
  };
}

/** Not for a thread, which shares these settings with its whole program. */
function isolate(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Then it runs with normal priority.
  }
  sharp.block({ operation: ['VipsForeignLoad'] });
  const loaders = ['JpegFile', 'PngFile', 'WebpFile', 'NsgifFile', 'HeifFile'];
  sharp.unblock({ operation: loaders.map((loader) => `VipsForeignLoad${loader}`) });
}

async function runTask(task: PictureTask): Promise<void> {
  const before = process.cpuUsage();
  const reportUsage = () => {
    const { user, system } = process.cpuUsage(before);
    parent.send({ kind: 'usage', bytes: process.memoryUsage.rss(), milliseconds: (user + system) / 1000 });
  };
  const timer = threadPort ? undefined : setInterval(reportUsage, USAGE_INTERVAL_MS);
  try {
    const cleaned = task.kind === 'clean' ? await clean(task) : await resize(task);
    parent.send({ kind: 'done', cleaned });
  } catch (error) {
    const { code, message } =
      error instanceof PictureRefusedError ? error : new PictureRefusedError('invalid_type');
    parent.send({ kind: 'refused', code, message });
  } finally {
    clearInterval(timer);
  }
}

async function clean({
  from,
  to,
  type,
  keepsBare,
}: Extract<PictureTask, { kind: 'clean' }>): Promise<CleanedPicture> {
  const format = PICTURE_FORMATS[type];
  const head: Metadata = await open(from, { limitInputPixels: false }).metadata();
  if (!format || head.format !== format.decodedAs) throw new PictureRefusedError('invalid_type');
  const excess = reasonTooLarge(format, head);
  if (excess !== null) throw new PictureRefusedError('too_large', excess);
  const animated = format.isAnimated && (head.pages ?? 1) > 1;
  const picture = open(from, { animated });
  const info = await format.write(animated ? picture : picture.autoOrient()).toFile(to);
  // Writing it has decoded all of it.
  if (keepsBare && isBarePicture(readFileSync(from), format.type)) copyFileSync(from, to);
  const { size } = statSync(to);
  if (size > MAX_WRITTEN_BYTES)
    throw new PictureRefusedError('too_large', 'This picture needs too much storage.');
  const { width, height, pageHeight } = info;
  return {
    size,
    hash: hashOf(to),
    type: format.type,
    width,
    height: pageHeight ?? height,
    preview: await previewOf(to),
  };
}

async function resize({ from, to, size }: Extract<PictureTask, { kind: 'resize' }>): Promise<null> {
  await open(from, { animated: true })
    .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toFile(to);
  return null;
}

async function previewOf(path: string): Promise<string> {
  const picture = open(path, {}).resize(PREVIEW_SIDE, PREVIEW_SIDE, { fit: 'inside' });
  const bytes = await picture.webp({ quality: 40 }).toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}

function open(path: string, options: SharpOptions): Sharp {
  return sharp(path, { limitInputPixels: LIMITS.photoPixels, sequentialRead: true, ...options });
}

function hashOf(path: string): string {
  const hash = createHash('sha256');
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const file = openSync(path, 'r');
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk))
      hash.update(chunk.subarray(0, read));
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}
