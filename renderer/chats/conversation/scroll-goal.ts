/** Where a list was scrolled to: the first visible message, and how far its top is above the edge in pixels. */
export interface ScrollAnchor {
  id: number;
  offset: number;
}

/** Target of the next scroll: a message (centered and highlighted, or at the top), the unread divider or the end. */
export type ScrollGoal =
  | { kind: 'message'; id: number; isHighlighted: boolean; atTop: boolean; offset: number }
  | { kind: 'unread' }
  | { kind: 'end' };

/** A message in the middle. */
export function centeredAt(id: number, isHighlighted = true): ScrollGoal {
  return { kind: 'message', id, isHighlighted, atTop: false, offset: 0 };
}

/** A message at the top, where it was before. */
export function restoredAt(anchor: ScrollAnchor): ScrollGoal {
  return { kind: 'message', isHighlighted: false, atTop: true, ...anchor };
}
