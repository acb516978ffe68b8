import { existsSync, mkdirSync, renameSync, statSync, utimesSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { flushPath, finishHash } from './disk-threads';
import { removeFile } from './file-removal';
import { listHashes, listHashFolders } from './listing';
import { openRange } from './read-file';
import type { ContentRange, ContentStat, ReceivedFile, StoredContents } from './stored-contents';
import { Trash } from './trash';

/** Stores contents as files of a folder, in subfolders named by the first two digits of their hash. */
export class FolderContents implements StoredContents {
  /** Unreferenced contents until they are deleted. */
  readonly trash: Trash;
  readonly #folder: () => string;
  readonly #now: () => number;
  /** Folders whose entries in their parent folders were flushed to disk. */
  readonly #flushed = new Set<string>();

  /** `folder` is created when something is stored. `now` returns Unix seconds. */
  constructor(folder: () => string, now: () => number) {
    this.#folder = folder;
    this.#now = now;
    this.trash = new Trash(() => join(folder(), 'trash'), now);
  }

  /** Folder of all contents that are not in the trash. */
  get root(): string {
    return join(this.#folder(), 'blobs');
  }

  /** Returns the path of content and creates its folder. */
  pathOf(hash: Buffer): string {
    const path = join(this.root, ...relativePathOf(hash));
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return path;
  }

  /** Returns the size of content in bytes; undefined if it isn't stored. */
  sizeOf(hash: Buffer): number | undefined {
    return statSync(join(this.root, ...relativePathOf(hash)), { throwIfNoEntry: false })?.size;
  }

  localPath(hash: Buffer): string {
    const path = this.pathOf(hash);
    if (!existsSync(path)) this.trash.restore(hash, path);
    return path;
  }

  async add({ path, size, hash }: ReceivedFile): Promise<void> {
    const target = this.pathOf(hash);
    await flushPath(path);
    this.#moveIntoPlace(path, target, await isIntact(target, size, hash));
    this.trash.delete(hash);
    await this.#flushFolders(dirname(target));
  }

  async stat(hash: Buffer): Promise<ContentStat | null> {
    const file = await stat(join(this.root, ...relativePathOf(hash))).catch(() => null);
    return file && { size: file.size, storedAt: file.mtimeMs / 1000 };
  }

  recover(hash: Buffer): Promise<number | null> {
    this.localPath(hash);
    return Promise.resolve(this.sizeOf(hash) ?? null);
  }

  read(hash: Buffer, range: ContentRange): Promise<Readable> {
    return openRange(this.localPath(hash), range);
  }

  async *list(): AsyncGenerator<Buffer[]> {
    for (const folder of await listHashFolders(this.root)) yield await listHashes(folder);
  }

  /** Checks and moves synchronously, so that no commit can happen in between. */
  moveToTrash(hash: Buffer, before: number): Promise<boolean> {
    const path = join(this.root, ...relativePathOf(hash));
    const file = statSync(path, { throwIfNoEntry: false });
    if (file === undefined || file.mtimeMs / 1000 >= before) return Promise.resolve(false);
    this.trash.add(hash, path);
    return Promise.resolve(true);
  }

  async restoreReferenced(isReferenced: (hash: Buffer) => boolean): Promise<void> {
    for (const folder of await listHashFolders(this.trash.root)) {
      for (const hash of await listHashes(folder)) if (isReferenced(hash)) this.localPath(hash);
      await new Promise(setImmediate);
    }
  }

  listTrashedBefore(seconds: number): AsyncGenerator<Buffer[]> {
    return this.trash.listAddedBefore(seconds);
  }

  deleteTrashed(hash: Buffer): Promise<void> {
    this.trash.delete(hash);
    return Promise.resolve();
  }

  trashTotals() {
    return this.trash.totals();
  }

  /**
   * A file's time is when its bytes were last committed: the sweep skips recent files, whose row may not be written
   * yet. Commit and sweep check and act synchronously, so that neither can run between the other's two steps.
   */
  #moveIntoPlace(from: string, to: string, isStored: boolean): void {
    // Backups share the stored file, so it is replaced only if it is damaged. Another request may have moved it
    // already.
    if ((isStored || !existsSync(from)) && existsSync(to)) removeFile(from);
    else renameSync(from, to);
    utimesSync(to, this.#now(), this.#now());
  }

  /** Flushes the entries of a folder to disk and, once, those of its parent folders. */
  async #flushFolders(folder: string): Promise<void> {
    await flushPath(folder);
    const top = dirname(this.#folder());
    for (let path = folder; path !== top && !this.#flushed.has(path); path = dirname(path)) {
      await flushPath(dirname(path));
      this.#flushed.add(path);
    }
  }
}

/** Returns whether the bytes of a file have this size and hash. */
async function isIntact(path: string, size: number, hash: Buffer): Promise<boolean> {
  if (statSync(path, { throwIfNoEntry: false })?.size !== size) return false;
  try {
    return (await finishHash(path, size)).equals(hash);
  } catch {
    return false;
  }
}

/** Folder and file name of content with this hash, relative to the blobs folder. */
function relativePathOf(hash: Buffer): [folder: string, name: string] {
  const name = hash.toString('hex');
  return [name.slice(0, 2), name];
}
