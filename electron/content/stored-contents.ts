import type { Readable } from 'node:stream';
import type { ContentTotals } from './listing';

/** Received bytes in a temporary file that nothing references yet. */
export interface ReceivedFile {
  path: string;
  size: number;
  /** SHA-256 of the bytes. */
  hash: Buffer;
}

/** What is known of stored content without reading it. */
export interface ContentStat {
  /** Bytes. */
  size: number;
  /** When its bytes were last committed, in Unix seconds. */
  storedAt: number;
}

/**
 * Where a community's committed contents are: each is named by its SHA-256 and never changes. Methods throw
 * `unavailable` while the storage can't be reached.
 */
export interface StoredContents {
  /**
   * Stores received bytes durably under their hash, and takes them out of the trash. Their file is moved or deleted.
   */
  add: (received: ReceivedFile) => Promise<void>;
  /** Size and age of content that is not in the trash; null if it isn't stored. */
  stat: (hash: Buffer) => Promise<ContentStat | null>;
  /** Size of content that a row references, which is restored from the trash if necessary; null if it isn't stored. */
  recover: (hash: Buffer) => Promise<number | null>;
  /** Path of the content's file on this machine, restored from the trash if necessary; null if it has none here. */
  localPath: (hash: Buffer) => string | null;
  /** Streams the bytes from `start` to `end`, both included, of content of this size. */
  read: (hash: Buffer, range: ContentRange) => Promise<Readable>;
  /** Hashes of all contents that are not in the trash, some at a time. */
  list: () => AsyncGenerator<Buffer[]>;
  /** Moves content to the trash unless it was committed since `before`, in Unix seconds; returns whether it did. */
  moveToTrash: (hash: Buffer, before: number) => Promise<boolean>;
  /** Takes the referenced contents out of the trash. */
  restoreReferenced: (isReferenced: (hash: Buffer) => boolean) => Promise<void>;
  /** Hashes of the contents that came to the trash before a time in Unix seconds, some at a time. */
  listTrashedBefore: (seconds: number) => AsyncGenerator<Buffer[]>;
  /** Permanently deletes content that is in the trash. */
  deleteTrashed: (hash: Buffer) => Promise<void>;
  /** Number and size of all contents in the trash. */
  trashTotals: () => Promise<ContentTotals>;
}

/** A part of content of `size` bytes; `end` is included. */
export interface ContentRange {
  size: number;
  start: number;
  end: number;
}
