import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { open, rm, statfs, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../../shared/errors';
import { syncPath } from './disk-threads';
import { notePassed } from './passing';
import { Trash } from './trash';

/** Bytes that are on the disk under a temporary name, and that nothing names yet. */
export interface Received {
  path: string;
  size: number;
  /** SHA-256 of the bytes. */
  hash: Buffer;
}

/**
 * The bytes of a community, each run of them once, named by its SHA-256. What is received lies under a temporary name
 * until it is kept; what is kept is whole and on the disk.
 */
export class ContentStore {
  /** Contents that nothing names, until they are deleted. */
  readonly trash: Trash;
  readonly #folder: string;
  readonly #now: () => number;
  readonly #arriving = new Map<Readable, Promise<unknown>>();
  readonly #writing = new Set<Promise<unknown>>();
  /** Two calls with the same key may come with the same bytes at once. */
  readonly #keeping = new WeakMap<Received, Promise<void>>();
  /** Folders whose own names are on the disk. */
  readonly #synced = new Set<string>();
  #temporary: string | null = null;
  #keepers = 0;
  #closed = false;

  /** `folder` is that of the community's data, or '' for bytes that go with the store. `now` gives Unix seconds. */
  constructor(folder: string, now: () => number) {
    this.#folder = folder;
    this.#now = now;
    this.trash = new Trash(() => this.#at('trash'), now);
    // One process has the folder: whatever it finds half done was left by one that is gone.
    if (folder !== '') rmSync(this.#at('partial'), { recursive: true, force: true });
  }

  /** A place inside the store, whose folder is there. */
  place(...path: string[]): string {
    const place = this.#at(...path);
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
    return place;
  }

  /** A new temporary name. */
  temporary(): string {
    return this.place('partial', randomBytes(16).toString('hex'));
  }

  /** How many bytes are stored under a hash; undefined where there is no such file. */
  sizeOf(hash: Buffer): number | undefined {
    return statSync(this.#at('blobs', ...placeOf(hash)), { throwIfNoEntry: false })?.size;
  }

  /** Where kept bytes lie. */
  pathOf(hash: Buffer): string {
    return this.place('blobs', ...placeOf(hash));
  }

  /** The folder of all kept bytes. */
  get root(): string {
    return this.#at('blobs');
  }

  /** Where kept bytes lie, for one who knows that a row names them: from the trash they are brought back. */
  recover(hash: Buffer): string {
    const path = this.pathOf(hash);
    if (!existsSync(path)) this.trash.giveBack(hash, path);
    return path;
  }

  /**
   * Takes a stream of bytes, a chunk at a time, hashing it on the way. Throws `too_large` from the byte after `most`,
   * `unavailable` when the disk is full or the store is closing, `upload_error` when the bytes stop coming; nothing is left.
   */
  async receive(source: Readable, most: number): Promise<Received> {
    if (this.#closed) throw new AppError('unavailable');
    // One that breaks before its first byte is read is heard by the reading.
    source.on('error', () => undefined);
    let path: string | undefined;
    try {
      path = this.temporary();
      const arriving = writeDown(source, path, most);
      this.#arriving.set(source, arriving);
      return await arriving;
    } catch (cause) {
      const error = storageFailure(cause);
      source.destroy();
      if (path !== undefined) await removePartial(path);
      throw this.#closed ? new AppError('unavailable', undefined, { cause: error }) : error;
    } finally {
      this.#arriving.delete(source);
    }
  }

  /** Keeps received bytes for good; they no longer lie under their temporary name. May be asked for more than once. */
  keep(received: Received): Promise<void> {
    const keeping = this.#keeping.get(received) ?? this.#keep(received);
    this.#keeping.set(received, keeping);
    return keeping;
  }

  async #keep({ path, size, hash }: Received): Promise<void> {
    try {
      const kept = this.pathOf(hash);
      await syncPath(path);
      this.#put(path, kept, size);
      this.trash.delete(hash);
      await this.#syncNames(dirname(kept));
    } catch (error) {
      throw storageFailure(error);
    }
  }

  /** Returns when the names in a folder are on the disk, and its own name with those of the folders above it. */
  async #syncNames(folder: string): Promise<void> {
    await syncFolder(folder);
    const top = dirname(this.#at());
    for (let path = folder; path !== top && !this.#synced.has(path); path = dirname(path)) {
      await syncFolder(dirname(path));
      this.#synced.add(path);
    }
  }

  /** Forgets received bytes that were not kept. */
  async drop({ path }: Received): Promise<void> {
    await removePartial(path);
  }

  /** Does work during which no kept bytes go. */
  async whileKept<T>(work: () => Promise<T>): Promise<T> {
    this.#keepers++;
    try {
      return await work();
    } finally {
      this.#keepers--;
    }
  }

  /** Does work that writes here beside what comes in: the closing waits for it. Throws `unavailable` once that has begun. */
  async whileOpen<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new AppError('unavailable');
    const writing = work();
    this.#writing.add(writing);
    try {
      return await writing;
    } finally {
      this.#writing.delete(writing);
    }
  }

  /** Whether bytes that nothing names may be removed now. */
  get isSweepable(): boolean {
    return this.#keepers === 0;
  }

  /** Bytes that the disk still takes. */
  async freeSpace(): Promise<number> {
    const { bavail, bsize } = await statfs(dirname(this.place('any')));
    return bavail * bsize;
  }

  /** No bytes are taken any more; those that are coming in are let go. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const source of this.#arriving.keys()) source.destroy(new AppError('unavailable'));
    await Promise.allSettled([...this.#arriving.values(), ...this.#writing]);
    if (this.#temporary !== null) rmSync(this.#temporary, { recursive: true, force: true });
  }

  /**
   * The time of a file is when its bytes were last kept: the sweep leaves young ones alone, whose row may be on its
   * way. Both look and act in one turn, so that neither can come between the other's two steps.
   */
  #put(from: string, to: string, size: number): void {
    if (existsSync(to) && statSync(to).size === size) rmSync(from);
    else renameSync(from, to);
    utimesSync(to, this.#now(), this.#now());
  }

  #at(...path: string[]): string {
    if (this.#folder !== '') return join(this.#folder, 'content', ...path);
    this.#temporary ??= mkdtempSync(join(tmpdir(), 'courtyard-content-'));
    return join(this.#temporary, ...path);
  }
}

/** The folder and the name of bytes, below a folder of all. */
export function placeOf(hash: Buffer): [folder: string, name: string] {
  const name = hash.toString('hex');
  return [name.slice(0, 2), name];
}

/** What a failure of the disk means to the one whose bytes it were. */
export function storageFailure(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return new AppError(isFull(cause) ? 'unavailable' : 'upload_error', undefined, { cause });
}

/** Whether an error comes from the disk, and not from what was asked of it. */
export function isDiskError(error: unknown): boolean {
  return isFull(error) || codeOf(error) === 'EIO';
}

function isFull(error: unknown): boolean {
  return /^(ENOSPC|EDQUOT|EROFS|EMFILE|ENFILE)$/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}

async function writeDown(source: Readable, path: string, most: number): Promise<Received> {
  const hash = createHash('sha256');
  let size = 0;
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'wx', 0o600);
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) throw new AppError('too_large');
      const written = writeAll(file, chunk);
      hash.update(chunk);
      await written;
      notePassed(chunk.length);
    }
  } catch (error) {
    throw storageFailure(error);
  } finally {
    await file?.close();
  }
  return { path, size, hash: hash.digest() };
}

/** Writes all of a chunk: where the file stands, or at a place in it. */
export async function writeAll(file: FileHandle, chunk: Buffer, place: number | null = null): Promise<void> {
  let done = 0;
  while (done < chunk.length) {
    const at = place === null ? null : place + done;
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done, at);
    done += bytesWritten;
  }
}

/** What the disk does not let go of now, the next start removes. */
async function removePartial(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => undefined);
}

/** A new name is on the disk once its folder is; Windows keeps its folders itself and opens none. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await syncPath(path);
}
