import type { Row } from '../conversation/rows';

/**
 * Which message of a list is in the tab order: the one that had the focus last while it is shown, otherwise the last
 * one shown. So Tab reaches exactly one, wherever the list is scrolled to.
 */
export class MessageFocus {
  readonly #rows: () => readonly Row[];
  #key = $state('');
  /** The row that is to get the focus; until it has it, the one before must not lose it by leaving the page. */
  #next = $state('');
  /** The first and the last row shown, as they were last laid out; null before. */
  #laidOut = $state.raw<{ first: PlacedRow; last: PlacedRow } | null>(null);
  /** The indexes that these rows have now: older messages may have been loaded above them since. */
  readonly #shown = $derived(
    this.#laidOut && { first: this.#indexNow(this.#laidOut.first), last: this.#indexNow(this.#laidOut.last) },
  );
  readonly #focused = $derived.by(() => this.#indexOf(this.#key));
  readonly #tabStop = $derived.by(() => {
    const rows = this.#rows();
    if (isSpoken(rows[this.#focused]) && this.isShown(this.#focused)) return this.#focused;
    const last = Math.min(this.#shown?.last ?? Infinity, rows.length - 1);
    const before = rows.findLastIndex((row, index) => index <= last && isSpoken(row));
    return before >= 0 ? before : rows.findIndex(isSpoken);
  });
  readonly #mounted = $derived(
    [this.#focused, this.#indexOf(this.#next), this.#tabStop].filter(
      (index) => index >= 0 && this.#shown && !this.isShown(index),
    ),
  );

  constructor(rows: () => readonly Row[]) {
    this.#rows = rows;
  }

  /** The index of the row whose message is in the tab order; -1 if there is no message. */
  get tabStop(): number {
    return this.#tabStop;
  }
  /** Indexes of rows that stay in the page outside the viewport. */
  get mounted(): readonly number[] {
    return this.#mounted;
  }

  /** Remembers the row that has the focus. */
  note(key: string): void {
    this.#key = key;
    this.#next = '';
  }

  /** Keeps a row in the page that is to get the focus. */
  prepare(key: string): void {
    this.#next = key;
  }

  /** Remembers which rows are shown. */
  show(first: number, last: number): void {
    const now = { first: this.#placed(first), last: this.#placed(last) };
    const before = this.#laidOut;
    if (!before || isMoved(before.first, now.first) || isMoved(before.last, now.last)) this.#laidOut = now;
  }

  /** Returns the row that an arrow key moves to; the row count for below the last one. */
  next(key: string, step: 1 | -1): number {
    const rows = this.#rows();
    const from = this.#indexOf(key);
    // The person has scrolled away from the message with the focus, and continues with what they see.
    if (!this.isShown(from)) return this.#tabStop;
    let index = from + step;
    while (rows[index] && !isSpoken(rows[index])) index += step;
    return index;
  }

  /** Whether a row is in the viewport; true before the list is laid out. */
  isShown(index: number): boolean {
    return !this.#shown || (index >= this.#shown.first && index <= this.#shown.last);
  }

  #placed(index: number): PlacedRow {
    return { index, key: this.#rows()[index]?.key ?? '' };
  }

  /** A row that is gone leaves its index to the one that took its place. */
  #indexNow({ index, key }: PlacedRow): number {
    const now = this.#indexOf(key);
    return now < 0 ? index : now;
  }

  #indexOf(key: string): number {
    return key ? this.#rows().findIndex((row) => row.key === key) : -1;
  }
}

/** A row and its index when the list was laid out. */
interface PlacedRow {
  index: number;
  key: string;
}

function isMoved(before: PlacedRow, now: PlacedRow): boolean {
  return before.index !== now.index || before.key !== now.key;
}

/** Returns false for rows about joining and leaving, which take no focus. */
function isSpoken(row: Row | undefined): boolean {
  return row !== undefined && (row.message === null || row.message.Type === 'message');
}
