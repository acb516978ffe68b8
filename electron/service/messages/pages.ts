import { firstIdentifierOf } from '../identifiers';
import type { MessageRow } from './records-queries';
import { NEWEST } from './queries';

/** The messages of a dialog or of a thread. Both functions return them newest first. */
interface Run {
  before: (id: number, limit: number) => Promise<MessageRow[]>;
  after: (id: number, limit: number) => Promise<MessageRow[]>;
}

interface Page {
  last_id: number;
  after_id: number;
  around_id: number;
  around_time: number;
  around_unread: boolean;
  limit: number;
  /** The caller's read mark. */
  read: number;
}

/** Reads a page of a run from where the caller wants it to start, newest first. */
export async function pageOfRun(run: Run, page: Page): Promise<MessageRow[]> {
  const { last_id, after_id, around_id, around_time, around_unread, limit, read } = page;
  if (around_unread) return rowsAround(run, read, limit);
  if (around_time > 0) return rowsSince(run, around_time, limit);
  if (around_id > 0) return rowsAround(run, around_id, limit);
  if (after_id > 0) return run.after(after_id, limit);
  return run.before(last_id === 0 ? NEWEST : last_id, limit);
}

/** The page around the first message since a time; the newest page if there is none. */
async function rowsSince(run: Run, time: number, limit: number): Promise<MessageRow[]> {
  const [first] = await run.after(firstIdentifierOf(time) - 1, 1);
  return first ? rowsAround(run, first.id, limit) : run.before(NEWEST, limit);
}

/** Half the page before and half after a message; if one side has fewer, more of the other. */
async function rowsAround(run: Run, id: number, limit: number): Promise<MessageRow[]> {
  const half = Math.floor(limit / 2);
  const newer = await run.after(id, half);
  const older = await run.before(id + 1, limit - newer.length);
  const remaining = limit - older.length;
  return [...(remaining > half ? await run.after(id, remaining) : newer), ...older];
}
