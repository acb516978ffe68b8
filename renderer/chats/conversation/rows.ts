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
  /** The rows of earlier calls, for later ones. */
  known: KnownRows;
}

/** The row that was built last for each message. */
export type KnownRows = WeakMap<MessageModel | Outgoing, Row>;

/** Returns the rows of a conversation, oldest first. One without changes is the same object, and not rendered again. */
export function rowsOf(sources: RowSources): Row[] {
  return joinedRows(sources).map((row) => keptRow(row, sources.known));
}

function joinedRows({ messages, outgoing, hidden, me, unreadFrom, root, isWhole }: RowSources): Row[] {
  const rows: Row[] = [];
  const nonces = new Set<string>();
  let lineIsDue = unreadFrom > 0;
  for (const message of messages) {
    if (message.Nonce) nonces.add(message.Nonce);
    if (hidden.has(message.ID)) continue;
    const row = rowOf({ message, outgoing: null, time: message.Timestamp, isMine: message.Author.ID === me });
    row.hasUnreadLine = lineIsDue && message.ID >= unreadFrom;
    if (row.hasUnreadLine) lineIsDue = false;
    rows.push(row);
  }
  for (const one of outgoing) {
    if (nonces.has(one.nonce)) continue;
    rows.push(rowOf({ message: null, outgoing: one, time: Math.floor(one.at / 1000), isMine: true }));
  }
  const first = root && rows[0]?.message?.ID === root.ID ? rows[1] : undefined;
  if (first) first.replies = Math.max(root?.Replies?.Count ?? 0, 1);
  const dayOf = daysOfTimes();
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    row.hasDay = before ? dayOf(before.time) !== dayOf(row.time) : isWhole;
    if (before) joinTo(row, before);
  }
  return rows;
}

function rowOf(part: Pick<Row, 'message' | 'outgoing' | 'time' | 'isMine'>): Row {
  return {
    ...part,
    // The nonce stays the same when the host's message replaces the outgoing one, so the row isn't rendered again.
    key: part.outgoing?.nonce ?? part.message?.Nonce ?? String(part.message?.ID),
    isFirst: true,
    isLast: true,
    hasDay: false,
    hasUnreadLine: false,
    replies: 0,
  };
}

function joinTo(row: Row, before: Row): void {
  if (row.hasDay || row.hasUnreadLine || row.replies > 0 || !isSpoken(row) || !isSpoken(before)) return;
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

/**
 * Returns a function that returns the first second of a time's day. It remembers the last day: dates are slow for a
 * thousand rows, which are built again for each message that arrives.
 */
function daysOfTimes(): (time: number) => number {
  let start = 0;
  let end = 0;
  return (time) => {
    if (time < start || time >= end) {
      const day = new Date(time * 1000);
      start = day.setHours(0, 0, 0, 0) / 1000;
      end = day.setHours(24) / 1000;
    }
    return start;
  };
}

function keptRow(row: Row, known: KnownRows): Row {
  const source = row.message ?? row.outgoing;
  const last = source && known.get(source);
  if (last && isSame(last, row)) return last;
  if (source) known.set(source, row);
  return row;
}

function isSame(one: Row, other: Row): boolean {
  return (Object.keys(one) as (keyof Row)[]).every((name) => one[name] === other[name]);
}
