import { createHash, type Hash } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import type { Logger } from 'pino';
import { writeAll, type ContentStore } from '../../content/store';
import { Sweeper } from '../../content/sweep';

/** Stores the contents that the host offers, each verified by its hash, and sweeps those that it no longer names. */
export class ContentReceiver {
  readonly #content: ContentStore;
  readonly #logger: Logger;
  readonly #sweeper: Sweeper;
  /** The contents still to come of those that were asked for last. */
  #awaited = 0;
  #storedBytes = 0;
  /** Hashes of the list that is being received, and of the last complete one. */
  #listing: Buffer[] | null = null;
  #listed: Buffer[] = [];
  #receiving: { path: string; file: FileHandle; hash: Hash; size: number } | null = null;

  constructor(content: ContentStore, logger: Logger) {
    this.#content = content;
    this.#logger = logger;
    this.#sweeper = new Sweeper({
      content,
      listReferenced: (after) => Promise.resolve(this.#page(after)),
      findReferenced: () => Promise.resolve(new Set<string>()),
      isDatabaseSound: () => true,
      now: () => Math.floor(Date.now() / 1000),
      logger,
    });
  }

  /** Bytes of the contents offered since the last full list began that are stored here. */
  get storedBytes(): number {
    return this.#storedBytes;
  }

  /** Whether everything that was offered is stored. */
  get isIdle(): boolean {
    return this.#awaited === 0 && this.#listing === null;
  }

  /** Takes a page of offered hashes; returns those that are wanted. */
  offered(hashes: Buffer, { isFirst, hasEnded }: { isFirst: boolean; hasEnded: boolean }): Buffer {
    if (isFirst) [this.#listing, this.#storedBytes] = [[], 0];
    this.#listing?.push(hashes);
    if (hasEnded && this.#listing) {
      [this.#listed, this.#listing] = [this.#listing, null];
      // The host has decided already what isn't used any more.
      this.#sweeper
        .run(true)
        .catch((error: unknown) => this.#logger.error({ err: error }, 'sweeping failed'));
    }
    const lacking = new Map<string, Buffer>();
    for (const hash of hashesIn(hashes)) if (!this.#has(hash)) lacking.set(hash.toString('hex'), hash);
    this.#awaited = lacking.size;
    return Buffer.concat([...lacking.values()]);
  }

  /** Takes a part of a content; returns whether it was the last one of those wanted. */
  async part(
    bytes: Buffer,
    { hash, isLast, isMissing }: { hash: string; isLast: boolean; isMissing: boolean },
  ): Promise<boolean> {
    if (isMissing) this.#logger.warn({ hash }, 'the host lacks a stored file');
    else await this.#write(bytes);
    if (!isLast) return false;
    if (!isMissing) await this.#finish(hash);
    return --this.#awaited === 0;
  }

  /** Forgets a content that didn't arrive as a whole. */
  async reset(): Promise<void> {
    const receiving = this.#receiving;
    [this.#receiving, this.#listing, this.#awaited] = [null, null, 0];
    await receiving?.file.close();
    if (receiving) await rm(receiving.path, { force: true });
  }

  async close(): Promise<void> {
    await this.reset();
    await this.#sweeper.close();
    await this.#content.close();
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#receiving ??= await this.#begin();
    await writeAll(this.#receiving.file, bytes);
    this.#receiving.hash.update(bytes);
    this.#receiving.size += bytes.length;
    this.#storedBytes += bytes.length;
  }

  async #begin() {
    const path = this.#content.temporaryPath();
    return { path, file: await open(path, 'wx', 0o600), hash: createHash('sha256'), size: 0 };
  }

  async #finish(expected: string): Promise<void> {
    const receiving = this.#receiving ?? (await this.#begin());
    this.#receiving = null;
    await receiving.file.close();
    const { path, size } = receiving;
    const received = { path, size, hash: receiving.hash.digest() };
    if (received.hash.toString('hex') === expected) return this.#content.commit(received);
    await this.#content.discard(received);
    this.#logger.error({ hash: expected }, 'a file arrived damaged: its copy on the host is damaged');
  }

  #has(hash: Buffer): boolean {
    const size = this.#content.files.sizeOf(hash);
    this.#storedBytes += size ?? 0;
    if (size !== undefined) return true;
    return this.#content.files.trash.restore(hash, this.#content.files.pathOf(hash));
  }

  /** A page of the last complete list, in the form in which a database lists its rows. */
  #page(after: number): { id: number; hash: Buffer }[] {
    const page = this.#listed[after];
    return page === undefined ? [] : hashesIn(page).map((hash) => ({ id: after + 1, hash }));
  }
}

const HASH = 32;

function hashesIn(bytes: Buffer): Buffer[] {
  return Array.from({ length: bytes.length / HASH }, (_, index) =>
    bytes.subarray(index * HASH, (index + 1) * HASH),
  );
}
