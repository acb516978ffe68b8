import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { rm, statfs, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../shared/errors';
import { hostFull } from '../../shared/failures/host-full';
import { dropHash, hashAhead, finishHash } from './disk-threads';
import { FolderContents } from './folder-contents';
import type { ReceivedFile, StoredContents } from './stored-contents';

export type { ReceivedFile } from './stored-contents';

/**
 * Content-addressed storage for the uploads of a community: equal bytes are stored once, named by their SHA-256.
 * Received bytes lie in temporary files until they are committed; committed ones are complete and flushed.
 */
export class ContentStore {
  /** The contents as files of the data folder; there are none if they are stored elsewhere. */
  readonly files: FolderContents;
  /** The committed contents. */
  readonly stored: StoredContents;
  readonly #folder: string;
  readonly #receiving = new Map<Readable, Promise<unknown>>();
  readonly #pendingWrites = new Set<Promise<unknown>>();
  /** Two calls with the same idempotency key may commit the same bytes at once. */
  readonly #commits = new WeakMap<ReceivedFile, Promise<void>>();
  #temporary: string | null = null;
  #sweepBlockers = 0;
  #closed = false;

  /**
   * `folder` is the data folder, or '' for a temporary store that is deleted with the object. `now` returns Unix
   * seconds. Several processes may share the folder. Contents are committed to `elsewhere`, or else to the folder.
   */
  constructor(folder: string, now: () => number, isShared = false, elsewhere: StoredContents | null = null) {
    this.#folder = folder;
    this.files = new FolderContents(() => this.#path(), now);
    this.stored = elsewhere ?? this.files;
    // A folder that is locked by this process: unfinished files belong to one that has ended.
    if (folder !== '' && !isShared) rmSync(this.#path('partial'), { recursive: true, force: true });
  }

  /** A path inside the store; its folder is created. */
  pathInside(...path: string[]): string {
    const place = this.#path(...path);
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
    return place;
  }

  /** A new path for a temporary file. */
  temporaryPath(): string {
    return this.pathInside('partial', randomBytes(16).toString('hex'));
  }

  /**
   * Runs work on a local file with the bytes of stored content, which a storage elsewhere copies to a temporary one.
   * Throws if it isn't stored.
   */
  async withFile<T>(hash: Buffer, work: (path: string) => Promise<T>): Promise<T> {
    const local = this.stored.localPath(hash);
    if (local !== null) return work(local);
    const path = this.temporaryPath();
    try {
      const { size = 0 } = (await this.stored.stat(hash)) ?? {};
      const bytes = await this.stored.read(hash, { size, start: 0, end: size - 1 });
      await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
      return await work(path);
    } finally {
      await removePartial(path);
    }
  }

  /**
   * Receives a stream and hashes it on the way. Throws `too_large` beyond `maxSize` bytes, `unavailable` if the disk
   * is full or the store is closing, `upload_error` if the stream breaks, and what `onBytes` throws, which is called
   * with the size of each chunk; nothing is left then.
   */
  async receive(
    source: Readable,
    maxSize: number,
    onBytes: (count: number) => void = () => undefined,
  ): Promise<ReceivedFile> {
    if (this.#closed) throw new AppError('unavailable');
    // An error before the first byte is read is reported by the read.
    source.on('error', () => undefined);
    let path: string | undefined;
    try {
      path = this.temporaryPath();
      const receiving = writeStream(source, path, maxSize, onBytes);
      this.#receiving.set(source, receiving);
      return await receiving;
    } catch (cause) {
      const error = toStorageError(cause);
      source.destroy();
      if (path !== undefined) await removePartial(path);
      throw this.#closed ? new AppError('unavailable', undefined, { cause: error }) : error;
    } finally {
      this.#receiving.delete(source);
    }
  }

  /**
   * Commits received bytes: takes them from their temporary path and stores them durably. Whatever happens, they are
   * gone from there then. May be called more than once.
   */
  commit(received: ReceivedFile): Promise<void> {
    const committing = this.#commits.get(received) ?? this.#commit(received);
    this.#commits.set(received, committing);
    return committing;
  }

  async #commit(received: ReceivedFile): Promise<void> {
    try {
      await this.stored.add(received);
    } catch (error) {
      // Nobody else may know of it, such as of a picture that was cleaned.
      await removePartial(received.path);
      throw toStorageError(error);
    }
  }

  /** Deletes received bytes that were not committed. */
  async discard({ path }: ReceivedFile): Promise<void> {
    await removePartial(path);
  }

  /** Runs work during which no content is swept. */
  async withoutSweep<T>(work: () => Promise<T>): Promise<T> {
    this.#sweepBlockers++;
    try {
      return await work();
    } finally {
      this.#sweepBlockers--;
    }
  }

  /** Runs work that writes to the store; closing waits for it. Throws `unavailable` if the store is closing. */
  async withOpenStore<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new AppError('unavailable');
    const writing = work();
    this.#pendingWrites.add(writing);
    try {
      return await writing;
    } finally {
      this.#pendingWrites.delete(writing);
    }
  }

  /** Whether unreferenced contents may be deleted now. */
  get isSweepable(): boolean {
    return this.#sweepBlockers === 0;
  }

  /** Free disk space in bytes. */
  async freeSpace(): Promise<number> {
    const { bavail, bsize } = await statfs(dirname(this.pathInside('any')));
    return bavail * bsize;
  }

  /** Accepts no more bytes and interrupts streams in progress. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const source of this.#receiving.keys()) source.destroy(new AppError('unavailable'));
    await Promise.allSettled([...this.#receiving.values(), ...this.#pendingWrites]);
    if (this.#temporary !== null) rmSync(this.#temporary, { recursive: true, force: true });
  }

  #path(...path: string[]): string {
    if (this.#folder !== '') return join(this.#folder, 'content', ...path);
    this.#temporary ??= mkdtempSync(join(tmpdir(), 'courtyard-content-'));
    return join(this.#temporary, ...path);
  }
}

/** Translates a storage error for the uploader: `unavailable` if the disk is full, else `upload_error`. */
export function toStorageError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (hasNoRoom(cause)) return hostFull(cause);
  return new AppError(isRefusedByDisk(cause) ? 'unavailable' : 'upload_error', undefined, { cause });
}

/** Whether an error comes from the disk rather than from the request. */
export function isDiskError(error: unknown): boolean {
  return isRefusedByDisk(error) || codeOf(error) === 'EIO';
}

function isRefusedByDisk(error: unknown): boolean {
  return hasNoRoom(error) || /^(EROFS|EMFILE|ENFILE)$/.test(codeOf(error));
}

function hasNoRoom(error: unknown): boolean {
  return /^(ENOSPC|EDQUOT)$/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}

async function writeStream(
  source: Readable,
  path: string,
  maxSize: number,
  onBytes: (count: number) => void,
): Promise<ReceivedFile> {
  let size = 0;
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: BUFFERED_BYTES });
  try {
    await pipeline(
      source,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length;
          if (size > maxSize) throw new AppError('too_large');
          onBytes(chunk.length);
          yield chunk;
          hashAhead(path, file.bytesWritten);
        }
      },
      file,
    );
    return { path, size, hash: await finishHash(path, size) };
  } catch (error) {
    dropHash(path);
    // Windows deletes no open file.
    if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve));
    throw toStorageError(error);
  }
}

/** How much of a stream waits for the disk, and is then written at once. */
const BUFFERED_BYTES = 1024 * 1024;

/** Writes a whole chunk at the current or the given position. */
export async function writeAll(file: FileHandle, chunk: Buffer, place: number | null = null): Promise<void> {
  let done = 0;
  while (done < chunk.length) {
    const at = place === null ? null : place + done;
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done, at);
    done += bytesWritten;
  }
}

/** If this fails, the next start deletes the file. */
async function removePartial(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => undefined);
}
