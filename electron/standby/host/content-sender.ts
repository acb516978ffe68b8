import { open } from 'node:fs/promises';
import type { ListReferenced } from '../../content/listing';
import type { ContentStore } from '../../content/store';
import type { SendToStandby } from './log-shipper';
import { readAt } from '../wal-format';

export interface ContentSenderOptions {
  content: Pick<ContentStore, 'files'>;
  listReferenced: ListReferenced;
  send: SendToStandby;
  /** Returns the number of the last committed event. */
  seq: () => number;
  /** The standby has every content that was named at the time of an event. */
  onStored: (seq: number) => void;
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
  }

  /** Offers a page of contents and sends what is wanted; returns whether that was the last page. */
  async #offerNext(): Promise<boolean> {
    const rows = await this.#options.listReferenced(this.#after);
    const hasEnded = this.#isListing && rows.length === 0;
    if (rows.length === 0 && !this.#isListing) return true;
    const hashes = Buffer.concat(rows.map(({ hash }) => hash));
    const isFirst = this.#isListing && this.#after === 0;
    const answered = new Promise<Buffer>((resolve) => (this.#onWanted = resolve));
    await this.#options.send({ type: 'contents', isFirst, hasEnded }, hashes);
    await this.#sendAll(await answered);
    this.#after = rows.at(-1)?.id ?? this.#after;
    if (hasEnded) this.#isListing = false;
    return rows.length === 0;
  }

  async #sendAll(hashes: Buffer): Promise<void> {
    if (hashes.length === 0) return;
    const stored = new Promise<void>((resolve) => (this.#onStored = resolve));
    for (let at = 0; at < hashes.length && !this.#isStopped; at += HASH)
      await this.#sendOne(hashes.subarray(at, at + HASH));
    if (!this.#isStopped) await stored;
  }

  async #sendOne(hash: Buffer): Promise<void> {
    const { content, send } = this.#options;
    const name = hash.toString('hex');
    const file = await open(content.files.pathOf(hash)).catch(() => null);
    if (file === null) return send({ type: 'content', hash: name, isLast: true, isMissing: true });
    try {
      for (let offset = 0, isLast = false; !isLast && !this.#isStopped; offset += PART) {
        const part = await readAt(file, PART, offset);
        isLast = part.length < PART;
        await send({ type: 'content', hash: name, isLast, isMissing: false }, part);
      }
    } finally {
      await file.close();
    }
  }
}

const IN_STEP_MS = 2_000;
const HASH = 32;
/** Small, because commits wait behind a part that is being sent. */
const PART = 64 * 1024;
/** Milliseconds between two offers of everything. */
const LIST_INTERVAL_MS = 3_600_000;
