/**
 * Columns that an answer was read from, by table. Rows that are added or removed always count, whatever the columns.
 */
export type WatchedColumns = Readonly<Record<string, readonly string[]>>;

/** Some columns whose changes are counted. */
export interface Watch {
  /** How often the columns changed in committed transactions. */
  version: number;
  /** The open transaction has changed them. */
  isChanging: boolean;
}

/** Counts the changes of watched columns, so that a cache knows what is outdated. */
export class Watches {
  readonly #affects: (statement: string, columns: WatchedColumns) => boolean;
  readonly #all: { watch: Watch; columns: WatchedColumns }[] = [];
  /** By SQL text: what a statement may change. Cleared when a watch is added. */
  readonly #affected = new Map<string, readonly Watch[]>();
  #changing: Watch[] = [];

  /** `affects` returns whether a statement may change some columns. */
  constructor(affects: (statement: string, columns: WatchedColumns) => boolean) {
    this.#affects = affects;
  }

  /** Whether the open transaction, or the last one, has changes that aren't counted. */
  get areChanging(): boolean {
    return this.#changing.length > 0;
  }

  add(columns: WatchedColumns): Watch {
    const watch = { version: 0, isChanging: false };
    this.#all.push({ watch, columns });
    this.#affected.clear();
    return watch;
  }

  /** A statement of the open transaction was executed. */
  mark(statement: string): void {
    let affected = this.#affected.get(statement);
    if (!affected) {
      affected = this.#of((columns) => this.#affects(statement, columns));
      this.#affected.set(statement, affected);
    }
    this.#mark(affected);
  }

  /** The open transaction may have changed anything. */
  markAll(): void {
    this.#mark(this.#of(() => true));
  }

  /** The transaction has ended: counts what it changed. */
  end(): void {
    for (const watch of this.#changing) {
      watch.version++;
      watch.isChanging = false;
    }
    this.#changing = [];
  }

  /** Counts a change of some columns by another transaction. */
  count(isChanged: (columns: WatchedColumns) => boolean): void {
    for (const watch of this.#of(isChanged)) watch.version++;
  }

  #mark(watches: readonly Watch[]): void {
    for (const watch of watches) {
      if (watch.isChanging) continue;
      watch.isChanging = true;
      this.#changing.push(watch);
    }
  }

  #of(isWanted: (columns: WatchedColumns) => boolean): Watch[] {
    return this.#all.filter(({ columns }) => isWanted(columns)).map(({ watch }) => watch);
  }
}
