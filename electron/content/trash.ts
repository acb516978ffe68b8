import { existsSync, mkdirSync, renameSync, utimesSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { removeFile } from './file-removal';
import { listHashFolders, listHashes, type ContentTotals } from './listing';

/**
 * Contents found unreferenced by the sweep. They stay here for a while before they are deleted; a file's time is when
 * it was moved here. Methods that move files run within one event-loop turn.
 */
export class Trash {
  readonly #root: () => string;
  readonly #now: () => number;
  #totals: Promise<ContentTotals> | null = null;

  /** `now` returns Unix seconds. */
  constructor(root: () => string, now: () => number) {
    this.#root = root;
    this.#now = now;
  }

  /** Folder of all contents in the trash. */
  get root(): string {
    return this.#root();
  }

  /** Moves content to the trash. */
  add(hash: Buffer, from: string): void {
    const to = this.#pathOf(hash);
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    // Before the move: with its old time the file could be deleted at once.
    utimesSync(from, this.#now(), this.#now());
    renameSync(from, to);
    this.#totals = null;
  }

  /** Moves content back to the store; returns whether it was in the trash. */
  restore(hash: Buffer, to: string): boolean {
    const from = this.#pathOf(hash);
    if (!existsSync(from)) return false;
    renameSync(from, to);
    this.#totals = null;
    return true;
  }

  /** Permanently deletes content if it is in the trash. */
  delete(hash: Buffer): void {
    const path = this.#pathOf(hash);
    if (!existsSync(path)) return;
    removeFile(path);
    this.#totals = null;
  }

  /** Contents added before a time in Unix seconds, one folder at a time. */
  async *listAddedBefore(seconds: number): AsyncGenerator<Buffer[]> {
    for (const folder of await listHashFolders(this.root)) {
      const expired: Buffer[] = [];
      for (const hash of await listHashes(folder)) {
        const file = await stat(this.#pathOf(hash)).catch(() => null);
        if (file !== null && file.mtimeMs / 1000 < seconds) expired.push(hash);
      }
      yield expired;
    }
  }

  /** Number and size of all contents in the trash; cached until something changes. */
  totals(): Promise<ContentTotals> {
    return (this.#totals ??= this.#count());
  }

  async #count(): Promise<ContentTotals> {
    let [items, size] = [0, 0];
    for (const folder of await listHashFolders(this.root)) {
      for (const hash of await listHashes(folder)) {
        const file = await stat(this.#pathOf(hash)).catch(() => null);
        if (file === null) continue;
        items++;
        size += file.size;
      }
    }
    return { items, size };
  }

  #pathOf(hash: Buffer): string {
    const name = hash.toString('hex');
    return join(this.root, name.slice(0, 2), name);
  }
}
