import { requirePerson } from '../access/access';
import type { ReadContext } from '../context';
import { findReactions } from '../messages/records-queries';
import type { RowSet } from './row-set';
import { rowKey } from './tables';

/** All reactions to a message with one emoji. */
interface ReactionCount {
  message_id: number;
  emoji: string;
  count: number;
  first_at: number;
  mine: 0 | 1;
}

/** Which reactions to a message with one emoji came or went, counted from 1. */
export interface TouchedReactions {
  message: number;
  emoji: string;
  places: ReadonlySet<number>;
  /** Another reaction is the earliest now, whose time all rows carry. */
  isFirstChanged: boolean;
}

/** Returns the rows of reactions: numbers below zero stand for other people, and the caller comes first. */
export function reactionRows({ message_id, emoji, count, first_at, mine }: ReactionCount, caller: number) {
  return Array.from({ length: count }, (_, index) => ({
    message_id,
    emoji,
    person_id: index === 0 && mine === 1 ? caller : -1 - index,
    created_at: first_at,
  }));
}

/**
 * Adds the rows of reactions that came, and notes those that went. What a replica holds may be from before or after any
 * of the events, so each row is sent as it is now. The first row is always sent, because it may be the caller's
 * or someone else's.
 */
export async function addTouchedReactions(
  ctx: ReadContext,
  touched: readonly TouchedReactions[],
  rows: RowSet,
): Promise<void> {
  if (touched.length === 0) return;
  const caller = requirePerson(ctx).id;
  const messages = [...new Set(touched.map(({ message }) => message))];
  const counts = new Map(
    (await findReactions(ctx.db, messages, caller)).map((row) => [`${row.message_id}:${row.emoji}`, row]),
  );
  for (const { message, emoji, places, isFirstChanged } of touched) {
    const found = counts.get(`${message}:${emoji}`);
    const present = found ? reactionRows(found, caller) : [];
    const people = new Set([caller, -1, ...[...places].map((place) => -place)]);
    rows.add(
      'reaction',
      present.filter(({ person_id }) => isFirstChanged || people.has(person_id)),
    );
    const held = new Set(present.map(({ person_id }) => person_id));
    const gone = [...people].filter((person_id) => !held.has(person_id));
    rows.noteGone(
      'reaction',
      gone.map((person_id) => rowKey('reaction', { message_id: message, emoji, person_id })),
    );
  }
}
