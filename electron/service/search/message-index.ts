import type { Db } from '../../database/db';
import type { MessageRow } from '../messages/records-queries';
import { indexMessage, reindexMessage, unindexMessage } from '../messages/search-queries';

/** What the index needs of the write that changes a message. */
export interface IndexedWrite {
  db: Db;
  beforeCommit: (write: () => Promise<void>) => void;
  afterCommit: (action: () => void) => void;
}

/** What handlers need of the full-text index of messages. */
export interface MessageIndex {
  /** Indexes a new message; `kinds` is what it contains. */
  add: (write: IndexedWrite, message: MessageRow, kinds: readonly string[]) => void;
  /** Indexes the text of a message that has changed. */
  replace: (write: IndexedWrite, message: MessageRow) => void;
  /** Takes a message out of the index that is deleted. */
  remove: (write: IndexedWrite, id: number) => void;
  /** Resolves when every stored message can be found, unless the database can't be written. */
  settled: () => Promise<void>;
}

/** Indexes each message with its transaction. */
export const immediateIndex: MessageIndex = {
  add: (write, message, kinds) => write.beforeCommit(() => indexMessage(write.db, message, kinds)),
  replace: (write, message) => write.beforeCommit(() => reindexMessage(write.db, message)),
  remove: (write, id) => write.beforeCommit(() => unindexMessage(write.db, id)),
  settled: () => Promise.resolve(),
};
