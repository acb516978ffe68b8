import type { Database } from 'better-sqlite3';
import type { PendingEvent } from '../dispatch';
import { eventRowOf } from './event-row';
import { prepareEventInsert } from './insert-queries';
import type { EventRow } from './queries';

/** Numbers and stores events, and has them until they are committed and may be delivered. */
export class UndeliveredEvents {
  readonly #insert: (row: Omit<EventRow, 'seq'>) => EventRow;
  #appended: EventRow[] = [];
  #committed: EventRow[] = [];
  #committedSeq: number;

  /** `seq` is the number of the last event of the log. */
  constructor(raw: Database, seq: number) {
    this.#insert = prepareEventInsert(raw);
    this.#committedSeq = seq;
  }

  /** The number of the last committed event. */
  get committedSeq(): number {
    return this.#committedSeq;
  }

  /** Stores events inside the transaction. */
  append(events: readonly PendingEvent[], now: number): void {
    for (const event of events) this.#appended.push(this.#insert(eventRowOf(event, event.actor, now)));
  }

  /** Forgets what was appended, after a rollback. */
  discard(): void {
    this.#appended = [];
  }

  /** What was appended is committed. Returns the number of the last committed event. */
  commit(): number {
    this.#committedSeq = this.#appended.at(-1)?.seq ?? this.#committedSeq;
    this.#committed.push(...this.#appended);
    this.#appended = [];
    return this.#committedSeq;
  }

  /** Removes and returns the committed events up to a number. */
  take(upTo: number): EventRow[] {
    const left = this.#committed.findIndex(({ seq }) => seq > upTo);
    return this.#committed.splice(0, left === -1 ? this.#committed.length : left);
  }
}
