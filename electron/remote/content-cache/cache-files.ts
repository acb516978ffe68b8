import { createHash, randomBytes, type Hash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, statfs, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hashFile } from '../../content/disk-threads';

/** The files of the content cache, named by their SHA-256 and readable only by their owner. */
export class CacheFiles {
  readonly #folder: string;
  readonly #incoming: string;
  /** Hashes of files whose bytes were read and found right since the program started. */
  readonly #verified = new Set<string>();

  /** Removes what an earlier run has not finished writing. */
  constructor(folder: string) {
    this.#folder = join(folder, 'files');
    this.#incoming = join(folder, 'incoming');
    try {
      rmSync(this.#incoming, { recursive: true, force: true });
      for (const path of [this.#folder, this.#incoming]) mkdirSync(path, { recursive: true, mode: 0o700 });
    } catch {
      // Without a folder nothing can be stored; content is still served by its host.
    }
  }

  pathOf(hash: string): string {
    return join(this.#folder, hash.slice(0, 2), hash);
  }

  /** Begins to write a file. Throws the file system's error. */
  async create(): Promise<IncomingFile> {
    const path = join(this.#incoming, randomBytes(12).toString('hex'));
    return new IncomingFile(path, await open(path, 'wx', 0o600));
  }

  /** Moves a completely written file to its place. */
  async add(file: IncomingFile): Promise<string> {
    const hash = await file.finish();
    const path = this.pathOf(hash);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rename(file.path, path);
    this.#verified.add(hash);
    return hash;
  }

  async remove(hash: string): Promise<void> {
    this.#verified.delete(hash);
    await rm(this.pathOf(hash), { force: true });
  }

  /**
   * Whether a file is complete. At its first use since the program started its bytes are read too: those of a large one
   * in the background, after which `onDamaged` is called if they are wrong.
   */
  async isIntact(hash: string, size: number, onDamaged: () => void): Promise<boolean> {
    const path = this.pathOf(hash);
    const stats = await stat(path).catch(() => null);
    if (stats?.size !== size) return false;
    if (this.#verified.has(hash)) return true;
    this.#verified.add(hash);
    if (size <= SMALL_BYTES) {
      const bytes = await readFile(path).catch(() => Buffer.alloc(0));
      return createHash('sha256').update(bytes).digest('hex') === hash;
    }
    void hashFile(path).then(
      (found) => found.toString('hex') === hash || onDamaged(),
      () => undefined,
    );
    return true;
  }

  /** Whether the disk has room for more bytes, with some left for everything else. */
  async hasRoomFor(size: number): Promise<boolean> {
    const { bavail, bsize } = await statfs(this.#folder);
    return bavail * bsize > size + RESERVED_BYTES;
  }

  /** Deletes files that are not wanted: a crash may have come between writing a file and recording it. */
  async sweep(isWanted: (hash: string) => boolean): Promise<void> {
    for (const folder of await readdir(this.#folder)) {
      const hashes = await readdir(join(this.#folder, folder)).catch(() => []);
      for (const hash of hashes) if (!isWanted(hash)) await this.remove(hash);
    }
  }
}

/** A file that is being written. */
export class IncomingFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #hash: Hash = createHash('sha256');
  #size = 0;

  constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.#handle = handle;
  }

  /** Bytes written so far. */
  get size(): number {
    return this.#size;
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.#hash.update(chunk);
    this.#size += chunk.length;
    for (let from = 0; from < chunk.length;) {
      const { bytesWritten } = await this.#handle.write(chunk, from);
      from += bytesWritten;
    }
  }

  /** Closes the file and returns its hash. */
  async finish(): Promise<string> {
    await this.#handle.close();
    return this.#hash.digest('hex');
  }

  async discard(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await rm(this.path, { force: true });
  }
}

/** Reading and hashing these takes a few milliseconds. */
const SMALL_BYTES = 8 * 1024 * 1024;
/** A cache must not be what fills a disk. */
const RESERVED_BYTES = 256 * 1024 * 1024;
