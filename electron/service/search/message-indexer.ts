import type { Db, Store } from '../../database/open';
import type { MessageRow } from '../messages/records-queries';
import { indexMessages, reindexMessage, unindexMessage } from '../messages/search-queries';
import { immediateIndex, type IndexedWrite, type MessageIndex } from './message-index';
import { findIndexedUpTo, listAfterIndexed } from './message-index-queries';

/**
 * Adds messages to the full-text index of SQLite some moments after they were stored, many in one transaction: by
 * itself, an entry makes up a third of the pages that a message changes, and a quarter of the time in which it is sent.
 * Messages have ascending identifiers, so that one number tells which are indexed, and after a crash the index itself.
 * Each is indexed with its transaction on PostgreSQL, where other processes search too, and in memory, where reads and
 * writes wait for each other.
 */
export class MessageIndexer implements MessageIndex {
  readonly #store: Store;
  /** Messages up to this identifier are indexed. */
  #indexedUpTo: number;
  /** How many messages after it are stored, at least; 0 if none. */
  #waiting = 0;
  /** Whether the group of writes that runs now ends with a batch. */
  #isDue = false;
  /** The batch of that group; null without one. */
  #batch: Batch | null = null;
  /** Called with whether the next batch was committed. */
  #askers: ((isCommitted: boolean) => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Store, indexedUpTo: number) {
    this.#store = store;
    this.#indexedUpTo = indexedUpTo;
  }

  /** Opens the index of a store, and indexes what a crash has left out. */
  static async open(store: Store): Promise<MessageIndexer> {
    if (store.files === null) return new MessageIndexer(store, Infinity);
    const indexer = new MessageIndexer(store, await store.read(findIndexedUpTo));
    indexer.#waiting = 1;
    indexer.#wakeLater();
    return indexer;
  }

  add(write: IndexedWrite, message: MessageRow, kinds: readonly string[]): void {
    if (this.#isIndexed(message.id)) immediateIndex.add(write, message, kinds);
    else write.afterCommit(() => this.#note());
  }

  replace(write: IndexedWrite, message: MessageRow): void {
    write.beforeCommit(async () => {
      if (this.#isIndexed(message.id)) await reindexMessage(write.db, message);
    });
  }

  remove(write: IndexedWrite, id: number): void {
    write.beforeCommit(async () => {
      if (this.#isIndexed(id)) await unindexMessage(write.db, id);
    });
  }

  async settled(): Promise<void> {
    while (this.#waiting > 0) if (!(await this.#indexBatch())) return;
  }

  /** Call it at the end of each group of writes, after what they registered for it. Returns how many it has indexed. */
  async beforeCommit(db: Db): Promise<number> {
    if (!this.#isDue) return 0;
    this.#isDue = false;
    const messages = await listAfterIndexed(db, this.#indexedUpTo, BATCH);
    const last = messages.at(-1)?.id ?? this.#indexedUpTo;
    this.#batch = { last, isWhole: messages.length < BATCH };
    if (messages.length > 0) await indexMessages(db, messages);
    return messages.length;
  }

  /** Call it after each commit. */
  committed(): void {
    if (!this.#batch) return;
    const { last, isWhole } = this.#batch;
    this.#indexedUpTo = last;
    this.#waiting = isWhole ? 0 : Math.max(1, this.#waiting - BATCH);
    if (!isWhole) this.#wakeLater();
    this.#endBatch(true);
  }

  /** Call it when a group of writes was rolled back. */
  rolledBack(): void {
    this.#isDue = false;
    this.#endBatch(false);
  }

  /** Indexes what is left, as far as the database can be written. */
  async close(): Promise<void> {
    await this.settled();
    clearTimeout(this.#timer);
  }

  #isIndexed(id: number): boolean {
    return id <= this.#indexedUpTo;
  }

  #note(): void {
    if (++this.#waiting % BATCH === 0) void this.#indexBatch();
    else this.#wakeLater();
  }

  #wakeLater(): void {
    if (this.#timer) return;
    const wake = () => {
      this.#timer = undefined;
      void this.settled();
    };
    this.#timer = setTimeout(wake, DELAY_MS).unref();
  }

  /**
   * Ends a group of writes with a batch, and resolves to whether it was committed: it can be found then, even while the
   * writes of its group wait for the standby. What fails is tried again with the next message, or at the next start.
   */
  #indexBatch(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#askers.push(resolve);
    const { writer } = this.#store;
    writer.run(async () => void (this.#isDue = true)).catch(() => resolve(false));
    return promise;
  }

  #endBatch(isCommitted: boolean): void {
    this.#batch = null;
    for (const resolve of this.#askers.splice(0)) resolve(isCommitted);
  }
}

interface Batch {
  last: number;
  /** Whether nothing is left after it. */
  isWhole: boolean;
}

/** Messages indexed at once: about two milliseconds, in which nothing else is written. */
const BATCH = 64;
/** How long single messages wait for others, in milliseconds. */
const DELAY_MS = 500;
