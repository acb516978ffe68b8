import type { PendingEvent } from '../dispatch';
import type { EventRow } from './queries';

/** Numbers and stores events, and has them until they are committed and may be delivered. */
export interface StoredEvents {
  /** The number of the last event that this process committed. */
  readonly committedSeq: number;
  /** Stores events inside the transaction, as its last statement. */
  append: (events: readonly PendingEvent[], now: number) => void | Promise<void>;
  /** Forgets what was appended, after a rollback. */
  discard: () => void;
  /** What was appended is committed. Returns the number of the last committed event. */
  commit: () => number;
  /** Removes and returns the committed events up to a number. */
  take: (upTo: number) => EventRow[];
}
