import { createHmac } from 'node:crypto';
import { renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { flushFolderSync } from '../../content/flushing.ts';
import { deriveKey, encryptedLength, TamperedError } from './encryption.ts';
import { CONTENT_FOLDER, makeFolder, namesIn, sizeAt } from './layout.ts';
import { readStoredFile, storeFile, type FileDigest } from './stored-files.ts';

/** Uploaded contents in a repository, each stored once however many backups contain it. */
export class ContentObjects {
  readonly #root: string;
  readonly #key: Buffer | null;
  readonly #nameKey: Buffer | null;
  readonly #onBlock: (bytes: number) => void;
  readonly #changed = new Set<string>();

  constructor(repository: string, key: Buffer | null, onBlock: (bytes: number) => void) {
    this.#root = join(repository, CONTENT_FOLDER);
    this.#key = key;
    this.#nameKey = key && deriveKey(key, 'names');
    this.#onBlock = onBlock;
  }

  /** The name under which content is stored: its hash, or in an encrypted repository a keyed hash of it. */
  nameOf(hash: string): string {
    return this.#nameKey ? createHmac('sha256', this.#nameKey).update(hash).digest('hex') : hash;
  }

  /** Whether content is stored in its full length. */
  has(hash: string, size: number): boolean {
    return sizeAt(this.#pathOf(this.nameOf(hash))) === (this.#key ? encryptedLength(size) : size);
  }

  /**
   * Stores content and reads it back. False if the source can't be read or is not what its hash says. An earlier object
   * is replaced only when the new one is complete.
   */
  put(source: string, hash: string): boolean {
    const name = this.nameOf(hash);
    const folder = join(this.#root, name.slice(0, 2));
    makeFolder(this.#root);
    makeFolder(folder);
    const part = join(folder, `${name}.part`);
    rmSync(part, { force: true });
    try {
      if (digestIfReadable(() => storeFile(source, part, this.#formOf(name)))?.sha256 !== hash) return false;
      if (readStoredFile(part, null, this.#formOf(name)).sha256 !== hash)
        throw new TamperedError(`${name} was not stored as it was written.`);
      renameSync(part, this.#pathOf(name));
      this.#changed.add(folder);
      return true;
    } finally {
      rmSync(part, { force: true });
    }
  }

  /** Whether stored content can be read and is what its hash says. */
  isIntact(hash: string): boolean {
    const name = this.nameOf(hash);
    const read = () => readStoredFile(this.#pathOf(name), null, this.#formOf(name));
    try {
      return digestIfReadable(read)?.sha256 === hash;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  }

  /** Copies stored content to a file. False if it can't be read or isn't what its hash says. */
  extract(hash: string, target: string): boolean {
    const name = this.nameOf(hash);
    const read = () => readStoredFile(this.#pathOf(name), target, this.#formOf(name));
    return digestIfReadable(read)?.sha256 === hash;
  }

  /** Flushes the names of what was stored. */
  flush(): void {
    for (const folder of this.#changed) flushFolderSync(folder);
    if (this.#changed.size > 0) flushFolderSync(this.#root);
    this.#changed.clear();
  }

  /** Deletes all objects except those whose names have these prefixes (see `prefixOf`), and returns how many. */
  deleteAllExcept(prefixes: ReadonlySet<number>): number {
    let deleted = 0;
    for (const short of namesIn(this.#root)) {
      const folder = join(this.#root, short);
      const stored = namesIn(folder);
      const unused = stored.filter((name) => !prefixes.has(prefixOf(name)));
      for (const name of unused) rmSync(join(folder, name), { force: true });
      if (unused.length === stored.length) rmdirSync(folder);
      deleted += unused.length;
    }
    return deleted;
  }

  #pathOf(name: string): string {
    return join(this.#root, name.slice(0, 2), name);
  }

  #formOf(name: string) {
    return { key: this.#key, name: `content ${name}`, onBlock: this.#onBlock };
  }
}

/** Returns the digest of what is read, or null if it was changed or its disk can't read it. */
function digestIfReadable(read: () => FileDigest): FileDigest | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof TamperedError) return null;
    throw error;
  }
}

/** 48 bits of an object's name, to save memory: a collision only keeps an object that nothing needs. */
export function prefixOf(name: string): number {
  return Number.parseInt(name.slice(0, 12), 16);
}
