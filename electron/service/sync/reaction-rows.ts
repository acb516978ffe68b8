import { requirePerson } from '../access/access';
import type { ReadContext } from '../context';
import { findReactions } from '../messages/records-queries';
import type { RowSet } from './row-set';
import { rowKey } from './tables';

/** The number of reactions to a message with one emoji. */
interface ReactionCount {
  message_id: number;
  emoji: string;
  count: number;
  first_at: number;
  mine: 0 | 1;
}

/** The added or removed reactions to a message with one emoji; `positions` count from 1. */
export interface ChangedReactions {
  message: number;
  emoji: string;
  positions: ReadonlySet<number>;
  /** Whether another reaction is the earliest now, whose time all rows have. */
  isFirstChanged: boolean;
}

/** Returns one row per reaction, the caller's first. Negative IDs stand for other people, who stay anonymous. */
export function reactionRows({ message_id, emoji, count, first_at, mine }: ReactionCount, caller: number) {
  return Array.from({ length: count }, (_, index) => ({
    message_id,
    emoji,
    person_id: index === 0 && mine === 1 ? caller : -1 - index,
    created_at: first_at,
  }));
}

/**
 * Adds the rows of new reactions and the keys of removed ones. A replica may be older or newer than each event, so rows
 * are sent in their current state. The first is always sent, as it may have become the caller's or someone else's.
 */
export async function addChangedReactions(
  ctx: ReadContext,
  changed: readonly ChangedReactions[],
  rows: RowSet,
): Promise<void> {
  if (changed.length === 0) return;
  const caller = requirePerson(ctx).id;
  const messages = [...new Set(changed.map(({ message }) => message))];
  const counts = new Map(
    (await findReactions(ctx.db, messages, caller)).map((row) => [`${row.message_id}:${row.emoji}`, row]),
  );
  for (const { message, emoji, positions, isFirstChanged } of changed) {
    const found = counts.get(`${message}:${emoji}`);
    const present = found ? reactionRows(found, caller) : [];
    const people = new Set([caller, -1, ...[...positions].map((position) => -position)]);
    rows.add(
      'reaction',
      present.filter(({ person_id }) => isFirstChanged || people.has(person_id)),
    );
    const presentPeople = new Set(present.map(({ person_id }) => person_id));
    const gone = [...people].filter((person_id) => !presentPeople.has(person_id));
    rows.addDeleted(
      'reaction',
      gone.map((person_id) => rowKey('reaction', { message_id: message, emoji, person_id })),
    );
  }
}
