import type { WritingConnection } from '../../database/postgres/writing-connection';
import type { PendingEvent } from '../dispatch';
import { eventRowOf } from '../events/event-row';
import type { EventRow } from '../events/queries';
import type { StoredEvents } from '../events/stored-events';
import type { IdentifierSequence } from '../identifiers';

/** Name of the notification that rings when events were committed. It carries nothing: stored events are read. */
export const EVENTS_CHANNEL = 'courtyard_events';

/**
 * Numbers and stores events on PostgreSQL. A group of writes holds the lock of the counter from its beginning, so that
 * numbers grow in the order of commits and have no gaps, whichever process writes.
 */
export class PostgresEvents implements StoredEvents {
  readonly #writing: WritingConnection;
  readonly #ids: IdentifierSequence;
  #begun = { seq: 0, last_id: 0 };
  #appended: EventRow[] = [];
  #committed: EventRow[] = [];
  #committedSeq: number;

  constructor(writing: WritingConnection, ids: IdentifierSequence, seq: number) {
    this.#writing = writing;
    this.#ids = ids;
    this.#committedSeq = seq;
    writing.onBegin = (counter) => {
      this.#begun = counter;
      ids.continueAfter(counter.last_id);
    };
  }

  get committedSeq(): number {
    return this.#committedSeq;
  }

  append(events: readonly PendingEvent[], now: number): void {
    const { seq, last_id } = this.#begun;
    const rows = events.map((event, index) => ({
      seq: seq + index + 1,
      ...eventRowOf(event, event.actor, now),
    }));
    this.#appended = rows;
    if (rows.length === 0 && this.#ids.last === last_id) return;
    const values = COLUMNS.map((column) => rows.map((row) => row[column]));
    this.#writing.send({
      name: 'append_events',
      text: APPEND,
      values: [seq + rows.length, this.#ids.last, ...values],
    });
  }

  discard(): void {
    this.#appended = [];
  }

  commit(): number {
    this.#committedSeq = this.#appended.at(-1)?.seq ?? this.#begun.seq;
    this.#committed.push(...this.#appended);
    this.#appended = [];
    return this.#committedSeq;
  }

  take(upTo: number): EventRow[] {
    const left = this.#committed.findIndex(({ seq }) => seq > upTo);
    return this.#committed.splice(0, left === -1 ? this.#committed.length : left);
  }
}

const COLUMNS = [
  'seq',
  'type',
  'scope_kind',
  'scope_id',
  'ref_kind',
  'ref_id',
  'actor_id',
  'body',
  'created_at',
] as const;

/** One statement: the events, the counter, and the bell for the other processes, which rings after the commit. */
const APPEND = `
  WITH counted AS (UPDATE event_counter SET seq = $1, last_id = $2 WHERE id = 1),
  appended AS (
    INSERT INTO event (${COLUMNS.join(', ')})
    SELECT * FROM unnest($3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::bigint[], $9::bigint[],
      $10::text[], $11::bigint[])
  )
  SELECT pg_notify('${EVENTS_CHANNEL}', '')`;
