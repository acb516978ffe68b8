import { rmSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import { LIFETIMES, SWEEP } from '../../shared/limits';
import { foldersOf, hashesIn, namedBy, type ListNamed, type StoredAmount } from './listing';
import { SIZES, sizeName } from './sizes';
import type { ContentStore } from './store';
import { FairQueue } from './fair-queue';

export interface SweeperParts {
  content: ContentStore;
  /** Reads the table itself, not an index. */
  listNamed: ListNamed;
  /** Which of some contents a row names, in hexadecimal, as the index says. */
  findNamed: (hashes: readonly Buffer[]) => Promise<ReadonlySet<string>>;
  /** Whether the database was checked and found sound: else what it does not name is not to be touched. */
  isDatabaseSound: () => boolean;
  /** Unix seconds. */
  now: () => number;
  logger: Logger;
}

/**
 * Moves stored contents that no row names to the trash, and deletes them there once their time is over. Where more are
 * unnamed than people usually remove in an hour, it does nothing until an administrator has approved it.
 */
export class Sweeper {
  readonly #parts: SweeperParts;
  readonly #runs = new FairQueue<'sweep'>(1);
  #waiting: StoredAmount = NONE;
  #isClosed = false;

  constructor(parts: SweeperParts) {
    this.#parts = parts;
  }

  /** What the last sweep found and did not touch, since it was too much to go without an administrator's approval. */
  get waiting(): StoredAmount {
    return this.#waiting;
  }

  /** Sweeps once, and gives what it moved; null where it could not look now, or not to the end. */
  run(isApproved = false): Promise<StoredAmount | null> {
    return this.#runs.run('sweep', () => this.#sweep(isApproved));
  }

  /** Ends what runs at its next step, and waits for that. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#runs.run('sweep', () => Promise.resolve());
  }

  get #isPossible(): boolean {
    return !this.#isClosed && this.#parts.isDatabaseSound() && this.#parts.content.isSweepable;
  }

  async #sweep(isApproved: boolean): Promise<StoredAmount | null> {
    const named = await this.#readNamed();
    if (named === null) return null;
    await this.#giveBackNamed(named);
    const { stored, unnamed } = await this.#findUnnamed(named);
    if (!this.#isPossible) return null;
    const most = Math.max(SWEEP.few, stored * SWEEP.share);
    if (unnamed.length > most && !isApproved) {
      this.#waiting = amountOf(unnamed);
      this.#parts.logger.warn(
        { ...this.#waiting, stored },
        'too many stored files are unused: they stay until an administrator approves their removal',
      );
      return NONE;
    }
    this.#waiting = NONE;
    const moved = await this.#moveToTrash(unnamed);
    await this.#deleteExpired(named);
    return moved;
  }

  /** Null where it may not read to the end. A part of them would make the others look unnamed. */
  async #readNamed(): Promise<Marks | null> {
    const named: Marks = new Set();
    if (!this.#isPossible) return null;
    for await (const hash of namedBy(this.#parts.listNamed)) {
      named.add(markOf(hash));
      if (this.#isClosed) return null;
    }
    return this.#isPossible ? named : null;
  }

  /** A database that was restored may name again what was unnamed. */
  async #giveBackNamed(named: Marks): Promise<void> {
    const { content } = this.#parts;
    for (const folder of await foldersOf(content.trash.root)) {
      for (const hash of await hashesIn(folder)) if (named.has(markOf(hash))) content.recover(hash);
      await pause();
    }
  }

  async #findUnnamed(named: Marks): Promise<{ stored: number; unnamed: Unnamed[] }> {
    const { content, now } = this.#parts;
    const unnamed: Unnamed[] = [];
    let stored = 0;
    for (const folder of await foldersOf(content.root)) {
      const hashes = await hashesIn(folder);
      stored += hashes.length;
      for (const hash of await this.#outsideIndex(hashes.filter((one) => !named.has(markOf(one))))) {
        const file = await stat(content.pathOf(hash)).catch(() => null);
        if (file !== null && isOld(file.mtimeMs, now())) unnamed.push({ hash, size: file.size });
      }
      await pause();
    }
    return { stored, unnamed };
  }

  /** Those that the index does not name either: a flipped bit in one of the two costs no file. */
  async #outsideIndex(hashes: readonly Buffer[]): Promise<Buffer[]> {
    if (hashes.length === 0) return [];
    const named = await this.#parts.findNamed(hashes);
    return hashes.filter((hash) => !named.has(hash.toString('hex')));
  }

  async #moveToTrash(unnamed: readonly Unnamed[]): Promise<StoredAmount> {
    const { content, now } = this.#parts;
    const moved: Unnamed[] = [];
    for (const [index, one] of unnamed.entries()) {
      if (index % STEP === 0) await pause();
      if (!this.#isPossible) break;
      const path = content.pathOf(one.hash);
      // Looked at again in the turn that moves it: it may have been stored anew meanwhile.
      const file = statSync(path, { throwIfNoEntry: false });
      if (file === undefined || !isOld(file.mtimeMs, now())) continue;
      for (const size of SIZES) rmSync(content.place('sizes', ...sizeName(one.hash, size)), { force: true });
      content.trash.take(one.hash, path);
      moved.push(one);
    }
    return amountOf(moved);
  }

  async #deleteExpired(named: Marks): Promise<void> {
    const { content, now } = this.#parts;
    for await (const old of content.trash.movedBefore(now() - LIFETIMES.trash)) {
      const unnamed = await this.#outsideIndex(old.filter((hash) => !named.has(markOf(hash))));
      if (!this.#isPossible) return;
      for (const hash of unnamed) content.trash.delete(hash);
      await pause();
    }
  }
}

interface Unnamed {
  hash: Buffer;
  size: number;
}

/** Of each hash 48 bits, which take little room: two that are alike only keep a content that nothing names. */
type Marks = Set<number>;

function markOf(hash: Buffer): number {
  return hash.readUIntBE(0, 6);
}

const NONE: StoredAmount = { items: 0, size: 0 };
/** Contents that are moved in one turn of the event loop. */
const STEP = 50;

function amountOf(contents: readonly Unnamed[]): StoredAmount {
  return { items: contents.length, size: contents.reduce((sum, { size }) => sum + size, 0) };
}

/** Contents that were stored not long ago are left alone: the row that names them may be on its way. */
function isOld(mtimeMs: number, now: number): boolean {
  return mtimeMs / 1000 < now - SWEEP.youngest;
}

function pause(): Promise<void> {
  return new Promise(setImmediate);
}
