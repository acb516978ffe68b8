import { mkdirSync, statSync, utimesSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Keeps files that can be made again below a total size: deletes those that were not used for the longest time. */
export class BoundedFolder {
  readonly #folder: string;
  readonly #limit: number;
  /** Bytes that were added since the files were last counted; they are unknown at first. */
  #added = Infinity;
  #trimming: Promise<void> | null = null;

  /** `limit` is in bytes. */
  constructor(folder: string, limit: number) {
    this.#folder = folder;
    this.#limit = limit;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** Notes that a file is used: it won't be deleted soon. */
  used(path: string): void {
    const now = Date.now() / 1000;
    utimesSync(path, now, now);
  }

  /** Notes that a file was added. The folder is made smaller in the background if necessary. */
  added(path: string): void {
    this.#added += statSync(path).size;
    if (this.#added < this.#limit * (1 - TRIMMED_SHARE)) return;
    this.#trimming ??= this.#trim()
      .catch(() => undefined)
      .finally(() => (this.#trimming = null));
  }

  /** Waits until the folder isn't being made smaller. */
  async settled(): Promise<void> {
    await this.#trimming;
  }

  async #trim(): Promise<void> {
    this.#added = 0;
    const files = (await this.#list()).toSorted((one, other) => one.usedAt - other.usedAt);
    let total = files.reduce((sum, { size }) => sum + size, 0);
    for (const { path, size, usedAt } of files) {
      if (total <= this.#limit * TRIMMED_SHARE || usedAt > Date.now() - IN_USE_MS) return;
      await rm(path, { force: true });
      total -= size;
    }
  }

  async #list(): Promise<{ path: string; size: number; usedAt: number }[]> {
    const files = [];
    for (const name of await readdir(this.#folder, { recursive: true })) {
      const path = join(this.#folder, name);
      const found = await stat(path).catch(() => null);
      if (found?.isFile()) files.push({ path, size: found.size, usedAt: found.mtimeMs });
    }
    return files;
  }
}

/** The share of the limit to which the folder is made smaller. */
const TRIMMED_SHARE = 0.9;
/** A file that was used so recently may not be opened yet. */
const IN_USE_MS = 60_000;
