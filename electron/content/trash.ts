import { existsSync, mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { foldersOf, hashesIn, type StoredAmount } from './listing';

/**
 * Stored contents that no row named when the sweep looked. They lie here for a while before they are deleted, each with
 * the time of its moving as the time of its file. Its methods act within one turn of the event loop.
 */
export class Trash {
  readonly #root: () => string;
  readonly #now: () => number;
  #amount: Promise<StoredAmount> | null = null;

  /** `now` gives Unix seconds. */
  constructor(root: () => string, now: () => number) {
    this.#root = root;
    this.#now = now;
  }

  /** The folder of all. */
  get root(): string {
    return this.#root();
  }

  /** Moves a stored content here. */
  take(hash: Buffer, from: string): void {
    const to = this.#pathOf(hash);
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    // First: with the time of its storing it might be deleted at once.
    utimesSync(from, this.#now(), this.#now());
    renameSync(from, to);
    this.#amount = null;
  }

  /** Moves a content back to where it was stored; says whether it was here. */
  giveBack(hash: Buffer, to: string): boolean {
    const from = this.#pathOf(hash);
    if (!existsSync(from)) return false;
    renameSync(from, to);
    this.#amount = null;
    return true;
  }

  /** Deletes a content for good, if it is here. */
  delete(hash: Buffer): void {
    const path = this.#pathOf(hash);
    if (!existsSync(path)) return;
    rmSync(path);
    this.#amount = null;
  }

  /** Contents that were moved here before a time, a folder at a time. */
  async *movedBefore(seconds: number): AsyncGenerator<Buffer[]> {
    for (const folder of await foldersOf(this.root)) {
      const old: Buffer[] = [];
      for (const hash of await hashesIn(folder)) {
        const file = await stat(this.#pathOf(hash)).catch(() => null);
        if (file !== null && file.mtimeMs / 1000 < seconds) old.push(hash);
      }
      yield old;
    }
  }

  /** How much lies here; counted anew only after a change. */
  amount(): Promise<StoredAmount> {
    return (this.#amount ??= this.#count());
  }

  async #count(): Promise<StoredAmount> {
    let [items, size] = [0, 0];
    for (const folder of await foldersOf(this.root)) {
      for (const hash of await hashesIn(folder)) {
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
