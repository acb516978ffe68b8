import type { Logger } from 'pino';
import type { ContentStore } from '../../content/store';
import { hashesIn, sendContent } from '../content-parts';
import type { SendToStandby } from './log-shipper';

/** The contents that the database names. */
export interface ContentListing {
  /** Returns a page of contents with IDs greater than `after`; empty at the end. */
  list: (after: number) => Promise<readonly ListedContent[]>;
  /** Returns the bytes of all of them. */
  total: () => Promise<number>;
}

/** A content that a row of the database names; `size` in bytes. */
export interface ListedContent {
  id: number;
  hash: Buffer;
  size: number;
}

export interface ContentSenderOptions {
  content: Pick<ContentStore, 'files'>;
  listing: ContentListing;
  send: SendToStandby;
  /** Returns the number of the last committed event. */
  seq: () => number;
  /** The standby has every content that was named at the time of an event. */
  onStored: (seq: number) => void;
  /** The standby has these contents. */
  onHeld: (contents: readonly ListedContent[]) => void;
  logger: Logger;
}

/**
 * Offers the standby the hashes of all contents that the database names, then of each new one, and sends what it
 * lacks. Once in a while it offers all again, after which the standby puts what is no longer named into its trash.
 */
export class ContentSender {
  readonly #options: ContentSenderOptions;
  #after = 0;
  #isListing = true;
  #isDirty = true;
  /** Monotonic milliseconds; Infinity while it lacks nothing. */
  #incompleteSince = 0;
  #listedAt = 0;
  /** Bytes that the first list hasn't reached yet: any of them may be missing. */
  #unlisted = 0;
  /** Bytes that the standby wants and that aren't sent yet. */
  #unsent = 0;
  /** Hashes of those that the standby lacks because they can't be read here: as of the last list, and of this one. */
  #unreadable = new Set<string>();
  #unreadableNow = new Set<string>();
  #isStopped = false;
  #wake: () => void = () => undefined;
  #onWanted: (hashes: Buffer) => void = () => undefined;
  #onStored: () => void = () => undefined;

  constructor(options: ContentSenderOptions) {
    this.#options = options;
  }

  /** Whether the standby has every content that is named so far. */
  get isComplete(): boolean {
    return !this.#isDirty && !this.#isListing;
  }

  /** Whether the standby has stored every content that was named by the last commit. */
  get isUpToDate(): boolean {
    return this.#incompleteSince === Infinity;
  }

  /** About how many bytes of contents the standby lacks. */
  get bytesLeft(): number {
    return this.#unlisted + this.#unsent;
  }

  /** How many contents the standby lacks because they can't be read here. */
  get unreadable(): number {
    return this.#unreadable.size;
  }

  /** Whether it lacks nothing, or only what was named just now. */
  get isInStep(): boolean {
    return performance.now() - this.#incompleteSince < IN_STEP_MS;
  }

  /** Call it after each commit. */
  contentsMayHaveChanged(): void {
    this.#isDirty = true;
    if (this.#incompleteSince === Infinity) this.#incompleteSince = performance.now();
    this.#wake();
  }

  /** The standby's answer to `contents`. */
  wanted(hashes: Buffer): void {
    this.#onWanted(hashes);
  }

  /** The standby stored what it wanted. */
  stored(): void {
    this.#onStored();
  }

  /** Offers and sends until it is stopped. `onComplete` is called whenever the standby has everything. */
  async run(onComplete: () => void): Promise<void> {
    this.#unlisted = await this.#options.listing.total();
    while (!this.#isStopped) {
      if (performance.now() - this.#listedAt > LIST_INTERVAL_MS) this.#beginList();
      this.#isDirty = false;
      const seq = this.#options.seq();
      const wasComplete = await this.#offerNext();
      if (wasComplete && !this.#isStopped) this.#options.onStored(seq);
      if (!wasComplete || this.#isDirty || this.#isStopped) continue;
      this.#incompleteSince = Infinity;
      onComplete();
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#wake();
    this.#onWanted(Buffer.alloc(0));
    this.#onStored();
  }

  #beginList(): void {
    [this.#after, this.#isListing, this.#listedAt] = [0, true, performance.now()];
    this.#unreadableNow = new Set();
  }

  /** Offers a page of contents and sends what is wanted; returns whether that was the last page. */
  async #offerNext(): Promise<boolean> {
    const rows = await this.#options.listing.list(this.#after);
    const hasEnded = this.#isListing && rows.length === 0;
    if (rows.length === 0 && !this.#isListing) return true;
    const hashes = Buffer.concat(rows.map(({ hash }) => hash));
    const isFirst = this.#isListing && this.#after === 0;
    const answered = new Promise<Buffer>((resolve) => (this.#onWanted = resolve));
    await this.#options.send({ type: 'contents', isFirst, hasEnded }, hashes);
    const wanted = hashesIn(await answered);
    const names = new Set(wanted.map((hash) => hash.toString('hex')));
    if (!this.#isStopped) this.#options.onHeld(rows.filter(({ hash }) => !names.has(hash.toString('hex'))));
    await this.#countUnreadable(await this.#sendAll(wanted, rows));
    this.#after = rows.at(-1)?.id ?? this.#after;
    if (hasEnded) [this.#isListing, this.#unlisted, this.#unreadable] = [false, 0, this.#unreadableNow];
    return rows.length === 0;
  }

  /** Sends what is wanted; returns the hashes of what can't be read here. */
  async #sendAll(hashes: readonly Buffer[], rows: readonly ListedContent[]): Promise<string[]> {
    const sizes = new Map(rows.map(({ hash, size }) => [hash.toString('hex'), size]));
    const wanted = hashes.map((hash) => ({ hash, size: sizes.get(hash.toString('hex')) ?? 0 }));
    this.#unlisted = Math.max(0, this.#unlisted - sumSizes(rows));
    this.#unsent = sumSizes(wanted);
    const unreadable: string[] = [];
    if (wanted.length === 0) return unreadable;
    const stored = new Promise<void>((resolve) => (this.#onStored = resolve));
    for (const { hash } of wanted) {
      if (!this.#isStopped && !(await this.#sendOne(hash))) unreadable.push(hash.toString('hex'));
    }
    if (!this.#isStopped) await stored;
    this.#unsent = 0;
    return unreadable;
  }

  #sendOne(hash: Buffer): Promise<boolean> {
    const { content, send, logger } = this.#options;
    return sendContent(content, hash, {
      send,
      onSent: (bytes) => (this.#unsent = Math.max(0, this.#unsent - bytes)),
      onUnreadable: (error) => logger.error({ err: error, hash: hash.toString('hex') }, UNREADABLE),
      isStopped: () => this.#isStopped,
    });
  }

  /** Some may only have been deleted since they were listed. */
  async #countUnreadable(hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return;
    const named = await this.#options.listing.list(this.#after);
    for (const { hash } of named) {
      const name = hash.toString('hex');
      if (!hashes.includes(name)) continue;
      this.#unreadable.add(name);
      this.#unreadableNow.add(name);
    }
  }
}

function sumSizes(contents: readonly Pick<ListedContent, 'size'>[]): number {
  return contents.reduce((sum, { size }) => sum + size, 0);
}

const UNREADABLE = 'a stored file cannot be read, so the standby doesn’t get it';
const IN_STEP_MS = 2_000;
/** Milliseconds between two offers of everything. */
const LIST_INTERVAL_MS = 3_600_000;
