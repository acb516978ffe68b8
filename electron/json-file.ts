import { readFileSync, renameSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { SerialQueue } from './serial-queue';

/** A small JSON file, readable only by its owner and written atomically. */
export class JsonFile {
  readonly #path: string;
  readonly #queue = new SerialQueue();

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Reads and parses the value; null if the file doesn't exist or is invalid. An invalid file is renamed so that a
   * person can look at it. Throws the file system's error.
   */
  read<T>(parse: (value: unknown) => T): T | null {
    const text = this.#readText();
    if (text === null) return null;
    try {
      return parse(JSON.parse(text));
    } catch {
      renameSync(this.#path, `${this.#path}.unreadable`);
      return null;
    }
  }

  /** The same for a file that must not be ignored: throws an error that names the file if it is invalid. */
  readOrThrow<T>(parse: (value: unknown) => T): T | null {
    const text = this.#readText();
    if (text === null) return null;
    try {
      return parse(JSON.parse(text));
    } catch (cause) {
      const problem = 'is damaged, or was written by a newer version of Courtyard';
      throw new Error(`"${this.#path}" ${problem}`, { cause });
    }
  }

  /** Replaces the value; writes run one after another. Throws the file system's error. */
  write(value: unknown): Promise<void> {
    const text = JSON.stringify(value);
    return this.#queue.run(async () => {
      const partial = `${this.#path}.partial`;
      await writeFile(partial, text, { mode: 0o600, flush: true });
      await rename(partial, this.#path);
    });
  }

  /** Resolves when all writes have finished. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  #readText(): string | null {
    try {
      return readFileSync(this.#path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }
}
