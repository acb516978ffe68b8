import { rmSync } from 'node:fs';
import type { Logger } from 'pino';
import { LIFETIMES, PICTURE_SIZES, SWEEP } from '../../shared/limits';
import { referencedHashes, type ListReferenced, type ContentTotals } from './listing';
import { resizedNameOf } from './pictures/picture-sizes';
import type { ContentStore } from './store';
import { SerialQueue } from '../serial-queue';

/** The store that a Sweeper deletes from, and how it finds out which contents are referenced. */
export interface SweeperOptions {
  content: ContentStore;
  /** Lists references from the table itself, not from an index. */
  listReferenced: ListReferenced;
  /** Which of these hashes (in hexadecimal) are referenced, according to the index. */
  findReferenced: (hashes: readonly Buffer[]) => Promise<ReadonlySet<string>>;
  /** Whether the database was checked and is sound: otherwise unreferenced contents must not be touched. */
  isDatabaseSound: () => boolean;
  /** Called by each sweep with the contents that it does not delete, because so many need an admin's approval. */
  onUnapproved?: (unapproved: ContentTotals) => Promise<void>;
  /** Returns Unix seconds. */
  now: () => number;
  logger: Logger;
}

/**
 * Moves unreferenced contents to the trash and deletes them there when they expire. If there are more than people
 * usually delete in an hour, it waits for an admin's approval.
 */
export class Sweeper {
  readonly #options: SweeperOptions;
  readonly #runs = new SerialQueue();
  #isClosed = false;

  constructor(options: SweeperOptions) {
    this.#options = options;
  }

  /** Sweeps once and returns what it moved to the trash; null if it could not run or finish. */
  run(isApproved = false): Promise<ContentTotals | null> {
    return this.#runs.run(() => this.#sweep(isApproved));
  }

  /** Stops a running sweep at its next step and waits for it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#runs.settled();
  }

  get #canSweep(): boolean {
    return !this.#isClosed && this.#options.isDatabaseSound() && this.#options.content.isSweepable;
  }

  /** Contents stored after this time are skipped: the row that references them may not be written yet. */
  get #cutoff(): number {
    return this.#options.now() - SWEEP.minimumAge;
  }

  async #sweep(isApproved: boolean): Promise<ContentTotals | null> {
    const referenced = await this.#readReferenced();
    if (referenced === null) return null;
    // A restored database may reference contents in the trash again.
    await this.#options.content.stored.restoreReferenced((hash) => referenced.has(prefixOf(hash)));
    const { stored, unreferenced } = await this.#findUnreferenced(referenced);
    if (!this.#canSweep) return null;
    const limit = Math.max(SWEEP.minimum, stored * SWEEP.share);
    if (unreferenced.length > limit && !isApproved) {
      const unapproved = totalsOf(unreferenced);
      this.#options.logger.warn(
        { ...unapproved, stored },
        'too many stored files are unused: an admin must approve their deletion',
      );
      await this.#options.onUnapproved?.(unapproved);
      return NONE;
    }
    await this.#options.onUnapproved?.(NONE);
    const moved = await this.#moveToTrash(unreferenced);
    await this.#deleteExpired(referenced);
    return moved;
  }

  /** Null if interrupted: with only a part of the references, other contents would look unreferenced. */
  async #readReferenced(): Promise<HashPrefixes | null> {
    const referenced: HashPrefixes = new Set();
    if (!this.#canSweep) return null;
    for await (const hash of referencedHashes(this.#options.listReferenced)) {
      referenced.add(prefixOf(hash));
      if (this.#isClosed) return null;
    }
    return this.#canSweep ? referenced : null;
  }

  async #findUnreferenced(
    referenced: HashPrefixes,
  ): Promise<{ stored: number; unreferenced: UnreferencedFile[] }> {
    const { content } = this.#options;
    const unreferenced: UnreferencedFile[] = [];
    let stored = 0;
    for await (const hashes of content.stored.list()) {
      stored += hashes.length;
      for (const hash of await this.#rejectReferenced(
        hashes.filter((file) => !referenced.has(prefixOf(file))),
      )) {
        const found = await content.stored.stat(hash);
        if (found !== null && found.storedAt < this.#cutoff) unreferenced.push({ hash, size: found.size });
      }
      await pause();
    }
    return { stored, unreferenced };
  }

  /** Removes hashes that the index references: a single corrupt bit in table or index must not delete a file. */
  async #rejectReferenced(hashes: readonly Buffer[]): Promise<Buffer[]> {
    if (hashes.length === 0) return [];
    const referenced = await this.#options.findReferenced(hashes);
    return hashes.filter((hash) => !referenced.has(hash.toString('hex')));
  }

  async #moveToTrash(unreferenced: readonly UnreferencedFile[]): Promise<ContentTotals> {
    const { content } = this.#options;
    const moved: UnreferencedFile[] = [];
    for (const [index, file] of unreferenced.entries()) {
      if (index % BATCH === 0) await pause();
      if (!this.#canSweep) break;
      // Its age is checked again: it may have been committed again meanwhile.
      if (!(await content.stored.moveToTrash(file.hash, this.#cutoff))) continue;
      for (const size of PICTURE_SIZES)
        rmSync(content.pathInside('sizes', ...resizedNameOf(file.hash, size)), { force: true });
      moved.push(file);
    }
    return totalsOf(moved);
  }

  async #deleteExpired(referenced: HashPrefixes): Promise<void> {
    const { content, now } = this.#options;
    for await (const expired of content.stored.listTrashedBefore(now() - LIFETIMES.trash)) {
      const unreferenced = await this.#rejectReferenced(
        expired.filter((hash) => !referenced.has(prefixOf(hash))),
      );
      if (!this.#canSweep) return;
      for (const hash of unreferenced) await content.stored.deleteTrashed(hash);
      await pause();
    }
  }
}

interface UnreferencedFile {
  hash: Buffer;
  size: number;
}

/** 48 bits of each hash, to save memory: a collision only keeps unreferenced content. */
type HashPrefixes = Set<number>;

function prefixOf(hash: Buffer): number {
  return hash.readUIntBE(0, 6);
}

const NONE: ContentTotals = { items: 0, size: 0 };
/** Files moved in one event-loop turn. */
const BATCH = 50;

function totalsOf(contents: readonly UnreferencedFile[]): ContentTotals {
  return { items: contents.length, size: contents.reduce((sum, { size }) => sum + size, 0) };
}

function pause(): Promise<void> {
  return new Promise(setImmediate);
}
