import type { Author, MessageModel, ThreadReplies } from '../../../../shared/contract/records';
import type { ReadContext } from '../../context';
import { shownTime } from '../../timestamps';
import type { MessageRow } from '../records-queries';
import { countUnreadReplies, findOwnFollows } from './thread-queries';

/** The parts of message records that are about threads. */
export interface ThreadParts {
  /** The fields of a message that name its thread and summarize its replies. */
  fieldsOf: (
    row: MessageRow,
    authors: ReadonlyMap<number, Author>,
  ) => Pick<MessageModel, 'Thread' | 'Replies'>;
  /** Whether the caller has read a reply: who doesn't follow its thread has nothing unread there. */
  isRead: (row: MessageRow) => boolean;
}

/** Loads the parts of message records that are about threads, as the caller may see them. */
export async function threadPartsOf(ctx: ReadContext, rows: readonly MessageRow[]): Promise<ThreadParts> {
  const threads = [...new Set(rows.flatMap(threadOf))];
  if (threads.length === 0) return NO_THREADS;
  const viewer = ctx.caller?.id ?? 0;
  const marks = new Map(
    (await findOwnFollows(ctx.db, viewer, threads)).map((row) => [row.thread_id, row.read_id]),
  );
  const isUnread = (row: MessageRow) => (marks.get(row.id) ?? row.last_reply_id) < row.last_reply_id;
  const unread = rows.filter(isUnread).map((row) => row.id);
  const counts =
    unread.length > 0 ? await countUnreadReplies(ctx.db, viewer, unread) : new Map<number, number>();
  return {
    fieldsOf: (row, authors) => ({
      ...(row.thread_id > 0 && { Thread: row.thread_id }),
      ...(row.replies > 0 && {
        Replies: {
          Count: row.replies,
          Last: row.last_reply_id,
          Timestamp: shownTime(ctx, row.replied_at),
          Authors: repliersOf(row).flatMap((person) => authors.get(person) ?? []),
          Unread: counts.get(row.id) ?? 0,
          Following: marks.has(row.id),
        } satisfies ThreadReplies,
      }),
    }),
    isRead: (row) => row.author_id === viewer || (marks.get(row.thread_id) ?? row.id) >= row.id,
  };
}

/** Returns who wrote the last replies in the thread of a message, the latest first. */
export function repliersOf({ repliers }: Pick<MessageRow, 'repliers'>): number[] {
  return repliers === '' ? [] : (JSON.parse(repliers) as number[]);
}

/** Returns the thread of a message: the one in which it is a reply, or its own if it has replies. */
export function threadOf({ id, thread_id, replies }: MessageRow): number[] {
  return thread_id > 0 ? [thread_id] : replies > 0 ? [id] : [];
}

/** The parts of messages that neither are replies nor have any. */
export const NO_THREADS: ThreadParts = { fieldsOf: () => ({}), isRead: () => true };

/** The columns of a message outside any thread. */
export const OUTSIDE_THREADS = {
  thread_id: 0,
  replies: 0,
  last_reply_id: 0,
  replied_at: 0,
  repliers: '',
} as const satisfies Partial<MessageRow>;
