import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { open, rm, statfs, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../../shared/errors';
import { syncPath } from './disk-threads';
import { Trash } from './trash';

/** Received bytes in a temporary file that nothing references yet. */
export interface ReceivedFile {
  path: string;
  size: number;
  /** SHA-256 of the bytes. */
  hash: Buffer;
}

/**
 * Content-addressed storage for the uploads of a community: equal bytes are stored once, named by their SHA-256.
 * Received bytes lie in temporary files until they are committed; committed ones are complete and flushed.
 */
export class ContentStore {
  /** Unreferenced contents until they are deleted. */
  readonly trash: Trash;
  readonly #folder: string;
  readonly #now: () => number;
  readonly #receiving = new Map<Readable, Promise<unknown>>();
  readonly #pendingWrites = new Set<Promise<unknown>>();
  /** Two calls with the same idempotency key may commit the same bytes at once. */
  readonly #commits = new WeakMap<ReceivedFile, Promise<void>>();
  /** Folders whose own directory entries are flushed. */
  readonly #synced = new Set<string>();
  #temporary: string | null = null;
  #sweepBlockers = 0;
  #closed = false;

  /**
   * `folder` is the data folder, or '' for a temporary store that is deleted with the object. `now` returns Unix
   * seconds. Several processes may share the folder.
   */
  constructor(folder: string, now: () => number, isShared = false) {
    this.#folder = folder;
    this.#now = now;
    this.trash = new Trash(() => this.#path('trash'), now);
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

  /** Size in bytes of the content with a hash; undefined if it isn't stored. */
  sizeOf(hash: Buffer): number | undefined {
    return statSync(this.#path('blobs', ...relativePathOf(hash)), { throwIfNoEntry: false })?.size;
  }

  /** Path of committed content. */
  pathOf(hash: Buffer): string {
    return this.pathInside('blobs', ...relativePathOf(hash));
  }

  /** Folder of all committed contents. */
  get root(): string {
    return this.#path('blobs');
  }

  /** Path of content that a row references; restores it from the trash if necessary. */
  recover(hash: Buffer): string {
    const path = this.pathOf(hash);
    if (!existsSync(path)) this.trash.restore(hash, path);
    return path;
  }

  /**
   * Receives a stream and hashes it on the way. Throws `too_large` beyond `maxSize` bytes, `unavailable` if the disk
   * is full or the store is closing, and `upload_error` if the stream breaks; nothing is left then.
   */
  async receive(source: Readable, maxSize: number): Promise<ReceivedFile> {
    if (this.#closed) throw new AppError('unavailable');
    // An error before the first byte is read is reported by the read.
    source.on('error', () => undefined);
    let path: string | undefined;
    try {
      path = this.temporaryPath();
      const receiving = writeStream(source, path, maxSize);
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

  /** Commits received bytes: moves them from their temporary path and flushes them. May be called more than once. */
  commit(received: ReceivedFile): Promise<void> {
    const committing = this.#commits.get(received) ?? this.#commit(received);
    this.#commits.set(received, committing);
    return committing;
  }

  async #commit({ path, size, hash }: ReceivedFile): Promise<void> {
    try {
      const target = this.pathOf(hash);
      await syncPath(path);
      this.#moveInPlace(path, target, size);
      this.trash.delete(hash);
      await this.#syncFolders(dirname(target));
    } catch (error) {
      throw toStorageError(error);
    }
  }

  /** Flushes the entries of a folder and, once, of the folders above it. */
  async #syncFolders(folder: string): Promise<void> {
    await syncFolder(folder);
    const top = dirname(this.#path());
    for (let path = folder; path !== top && !this.#synced.has(path); path = dirname(path)) {
      await syncFolder(dirname(path));
      this.#synced.add(path);
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

  /**
   * A file's time is when its bytes were last committed: the sweep skips recent files, whose row may not be written
   * yet. Commit and sweep check and act synchronously, so that neither can run between the other's two steps.
   */
  #moveInPlace(from: string, to: string, size: number): void {
    if (existsSync(to) && statSync(to).size === size) rmSync(from);
    else renameSync(from, to);
    utimesSync(to, this.#now(), this.#now());
  }

  #path(...path: string[]): string {
    if (this.#folder !== '') return join(this.#folder, 'content', ...path);
    this.#temporary ??= mkdtempSync(join(tmpdir(), 'courtyard-content-'));
    return join(this.#temporary, ...path);
  }
}

/** Folder and file name of content with this hash, relative to the blobs folder. */
export function relativePathOf(hash: Buffer): [folder: string, name: string] {
  const name = hash.toString('hex');
  return [name.slice(0, 2), name];
}

/** Translates a storage error for the uploader: `unavailable` if the disk is full, else `upload_error`. */
export function toStorageError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return new AppError(isFull(cause) ? 'unavailable' : 'upload_error', undefined, { cause });
}

/** Whether an error comes from the disk rather than from the request. */
export function isDiskError(error: unknown): boolean {
  return isFull(error) || codeOf(error) === 'EIO';
}

function isFull(error: unknown): boolean {
  return /^(ENOSPC|EDQUOT|EROFS|EMFILE|ENFILE)$/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}

async function writeStream(source: Readable, path: string, maxSize: number): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  let size = 0;
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'wx', 0o600);
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxSize) throw new AppError('too_large');
      const written = writeAll(file, chunk);
      hash.update(chunk);
      await written;
    }
  } catch (error) {
    throw toStorageError(error);
  } finally {
    await file?.close();
  }
  return { path, size, hash: hash.digest() };
}

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

/**
 * Flushes a folder's entries: a new file name is only durable then. Windows does this itself and cannot open folders.
 */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await syncPath(path);
}
