import type { Db } from '../database/open';
import type { Caller, Context } from './context';
import type { Session } from './session';

/**
 * One write of a group: how many events of the group were emitted up to its end, and the last one's number once
 * committed.
 */
export interface Commit {
  eventCount: number;
  seq?: number;
}

/** Runs writes inside a transaction, and collects what they leave for its end and for after the commit. */
export interface WriteCollector {
  collect: <T>(
    caller: { db: Db; session: Session; caller: Caller | null },
    write: (ctx: Context) => T | Promise<T>,
  ) => Promise<{ value: T; commit: Commit }>;
}
