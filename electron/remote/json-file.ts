import { existsSync, readFileSync, renameSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';

/** A small file for this person's eyes only, written so that it is always whole. */
export class KeptFile {
  readonly #path: string;
  #turn: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  /** What is in it; null where it is not there, or can't be read as that: then it is put aside, for a person to look at. */
  read<T>(parse: (value: unknown) => T): T | null {
    if (!existsSync(this.#path)) return null;
    try {
      return parse(JSON.parse(readFileSync(this.#path, 'utf8')));
    } catch {
      renameSync(this.#path, `${this.#path}.unreadable`);
      return null;
    }
  }

  /** Keeps a value in place of what was there; one after the other. Throws the system's error. */
  write(value: unknown): Promise<void> {
    const text = JSON.stringify(value);
    const written = this.#turn.then(async () => {
      const partial = `${this.#path}.partial`;
      await writeFile(partial, text, { mode: 0o600, flush: true });
      await rename(partial, this.#path);
    });
    this.#turn = written.catch(() => undefined);
    return written;
  }

  /** Waits until all of it is written. */
  settled(): Promise<void> {
    return this.#turn;
  }
}
