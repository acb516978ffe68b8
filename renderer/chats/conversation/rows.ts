import type { MessageModel } from '../../../shared/contract/records';
import type { Outgoing } from '../composer/outbox.svelte';

/** One row of a conversation: a message from the host, or an outgoing one. */
export interface Row {
  key: string;
  message: MessageModel | null;
  outgoing: Outgoing | null;
  /** Unix seconds. */
  time: number;
  isMine: boolean;
  /**
   * The first and the last row of a group: messages of one person, each within a minute of the one before. The first
   * shows the name, the last the avatar.
   */
  isFirst: boolean;
  isLast: boolean;
  /** A date separator is shown above it. */
  hasDay: boolean;
  /** The "New messages" divider is shown above it. */
  hasUnreadLine: boolean;
  /** The number of replies in the thread, shown above the first of them; 0 above all others. */
  replies: number;
}

export interface RowSources {
  /** In order, oldest first. */
  messages: readonly MessageModel[];
  outgoing: readonly Outgoing[];
  /** Ids of messages that are being deleted. */
  hidden: ReadonlySet<number>;
  /** Your own id. */
  me: number;
  /** The id of the first unread message; 0 if there is none. */
  unreadFrom: number;
  /** The first message of the thread; undefined in a dialog itself. */
  root?: MessageModel | undefined;
  /** There are no older messages, so the first row gets a date separator. */
  isWhole: boolean;
}

/** Returns the rows of a conversation, oldest first. */
export function rowsOf({ messages, outgoing, hidden, me, unreadFrom, root, isWhole }: RowSources): Row[] {
  const rows: Row[] = [];
  const known = new Set<string>();
  let lineIsDue = unreadFrom > 0;
  for (const message of messages) {
    if (message.Nonce) known.add(message.Nonce);
    if (hidden.has(message.ID)) continue;
    const row = rowOf({ message, outgoing: null, time: message.Timestamp, isMine: message.Author.ID === me });
    row.hasUnreadLine = lineIsDue && message.ID >= unreadFrom;
    if (row.hasUnreadLine) lineIsDue = false;
    rows.push(row);
  }
  for (const one of outgoing) {
    if (known.has(one.nonce)) continue;
    rows.push(rowOf({ message: null, outgoing: one, time: Math.floor(one.at / 1000), isMine: true }));
  }
  const first = root && rows[0]?.message?.ID === root.ID ? rows[1] : undefined;
  if (first) first.replies = Math.max(root?.Replies?.Count ?? 0, 1);
  for (const [index, row] of rows.entries()) joinTo(row, rows[index - 1], isWhole);
  return rows;
}

function rowOf(part: Pick<Row, 'message' | 'outgoing' | 'time' | 'isMine'>): Row {
  return {
    ...part,
    // The nonce stays the same when the host's message replaces the outgoing one, so the row isn't rendered anew.
    key: part.outgoing?.nonce ?? part.message?.Nonce ?? String(part.message?.ID),
    isFirst: true,
    isLast: true,
    hasDay: false,
    hasUnreadLine: false,
    replies: 0,
  };
}

function joinTo(row: Row, before: Row | undefined, isWhole: boolean): void {
  row.hasDay = before ? !isSameDay(before, row) : isWhole;
  if (!before || row.hasDay || row.hasUnreadLine || row.replies > 0 || !isSpoken(row) || !isSpoken(before))
    return;
  if (authorOf(row) !== authorOf(before) || minuteOf(row) - minuteOf(before) > 1) return;
  row.isFirst = false;
  before.isLast = false;
}

/** Returns false for system rows about joining and leaving. */
function isSpoken(row: Row): boolean {
  return row.message === null || row.message.Type === 'message';
}

function authorOf(row: Row): number {
  return row.isMine ? 0 : (row.message?.Author.ID ?? 0);
}

function minuteOf(row: Row): number {
  return Math.floor(row.time / 60);
}

function isSameDay(one: Row, other: Row): boolean {
  // Dates are slow for a thousand rows, which are built anew for each message that arrives.
  return minuteOf(one) === minuteOf(other) || dayOf(one) === dayOf(other);
}

function dayOf(row: Row): string {
  return new Date(row.time * 1000).toDateString();
}
