import type { Database } from 'better-sqlite3';
import type { PendingEvent } from '../dispatch';
import { eventRowOf } from './event-row';
import { prepareEventInsert } from './insert-queries';
import type { EventRow } from './queries';
import type { StoredEvents } from './stored-events';

/** Stores events on SQLite, which numbers them. */
export class SqliteEvents implements StoredEvents {
  readonly #insert: (row: Omit<EventRow, 'seq'>) => EventRow;
  #appended: EventRow[] = [];
  #committed: EventRow[] = [];
  #committedSeq: number;

  /** `seq` is the number of the last event of the log. */
  constructor(raw: Database, seq: number) {
    this.#insert = prepareEventInsert(raw);
    this.#committedSeq = seq;
  }

  get committedSeq(): number {
    return this.#committedSeq;
  }

  append(events: readonly PendingEvent[], now: number): void {
    for (const event of events) this.#appended.push(this.#insert(eventRowOf(event, event.actor, now)));
  }

  discard(): void {
    this.#appended = [];
  }

  commit(): number {
    this.#committedSeq = this.#appended.at(-1)?.seq ?? this.#committedSeq;
    this.#committed.push(...this.#appended);
    this.#appended = [];
    return this.#committedSeq;
  }

  take(upTo: number): EventRow[] {
    const left = this.#committed.findIndex(({ seq }) => seq > upTo);
    return this.#committed.splice(0, left === -1 ? this.#committed.length : left);
  }
}
