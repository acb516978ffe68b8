/** The state stored with an entry of the browser's history. */
interface HistoryEntry {
  /** The position of this entry in the history; comparing two gives the direction of a step. */
  index: number;
  /** How many overlays are open here, each with an entry of its own; 0 is the page itself. */
  overlays: number;
  /** The address of the previous page; null if this client opened none. */
  previousAddress: string | null;
}

/**
 * The browser history entries of this client: one for each page and, on a touch screen, one more for each overlay above
 * it (a dialog, a menu, photos), so that a step back closes the overlay first. An overlay closed in another way removes
 * its entry. If the person navigates from an open overlay, its entry stays in the history and is skipped in both
 * directions.
 */
export class HistoryEntries {
  #here: HistoryEntry = entryHere() ?? { index: 0, overlays: 0, previousAddress: null };
  #address = location.hash;
  #created = 0;
  #isForward = false;
  /** The open overlays, the lowest first. */
  readonly #overlays: { close: () => void }[] = [];
  /** The indexes of the entries of overlays that were open when the person navigated to another page. */
  readonly #passed = new Set<number>();
  /** Callbacks to run when the browser has finished the requested step; null when no step is pending. */
  #waiting: (() => void)[] | null = null;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #late: ReturnType<typeof setTimeout> | undefined;
  readonly #oncreate: (index: number) => void;

  /** `oncreate` receives the index of each new entry, which discards all later ones. */
  constructor(oncreate: (index: number) => void) {
    this.#oncreate = oncreate;
    history.replaceState(this.#here, '');
    addEventListener('popstate', () => this.#pop());
    // Overlays that were open before a reload are closed now.
    this.#settleSoon();
  }

  /** The index of the current entry. */
  get index(): number {
    return this.#here.index;
  }

  /** The index of the page's own entry, without the overlays above it. */
  get pageIndex(): number {
    return this.#here.index - this.#here.overlays;
  }

  /** The address of the previous page; null if this client opened none. */
  get previousAddress(): string | null {
    return this.#here.previousAddress;
  }

  /** How many entries were created. While it stays the same, later entries may still exist. */
  get created(): number {
    return this.#created;
  }

  /** Whether a requested history step is still pending. */
  get isMoving(): boolean {
    return this.#waiting !== null;
  }

  /** Adds an entry for a new page after this one. */
  push(address: string): void {
    this.#create({ index: this.#here.index + 1, overlays: 0, previousAddress: this.#address });
    history.pushState(this.#here, '', address);
    this.#address = location.hash;
  }

  /** Replaces the address of this entry. Call it only through `atPage`. */
  replace(address: string): void {
    history.replaceState(this.#here, '', address);
    this.#address = location.hash;
  }

  /** Runs a callback at the page's own entry: immediately if the browser is there, else after stepping back to it. */
  atPage(action: () => void): void {
    // A step that is pending may lead to another overlay.
    this.afterStep(() => {
      if (!this.#waiting && this.#here.overlays) this.travelTo(this.pageIndex);
      this.afterStep(action);
    });
  }

  /** Runs a callback after the pending step, or immediately if there is none. */
  afterStep(action: () => void): void {
    if (this.#waiting) this.#waiting.push(action);
    else action();
  }

  /**
   * Returns the index of the entry the browser has moved to. A new entry has no index yet and follows the current one.
   */
  browserIndex(): number {
    return entryHere()?.index ?? this.#here.index + 1;
  }

  /** Sends the browser back from the entry it has moved to. */
  turnBack(): void {
    const index = this.browserIndex();
    const entry: HistoryEntry = { index, overlays: 0, previousAddress: this.#address };
    if (!entryHere()) history.replaceState(entry, '');
    this.#travel(this.#here.index - index);
  }

  /** Sends the browser to an entry. */
  travelTo(index: number): void {
    this.#travel(index - this.#here.index);
  }

  /** Makes the entry the browser has moved to the current one. */
  accept(): void {
    const last = this.#here.index;
    const found = entryHere();
    if (found) this.#here = found;
    else {
      this.#create({ index: last + 1, overlays: 0, previousAddress: this.#address });
      history.replaceState(this.#here, '');
    }
    this.#address = location.hash;
    this.#isForward = this.#here.index > last;
    this.#continue();
    this.#settleSoon();
  }

  /**
   * Registers an open overlay that a step back closes with `close`. Returns a function to call when the overlay has
   * closed.
   */
  registerOverlay(close: () => void): () => void {
    // With a mouse, people close overlays by a click, and a new entry would discard the forward history.
    if (!matchMedia('(pointer: coarse)').matches) return () => undefined;
    const overlay = { close };
    this.#overlays.push(overlay);
    this.#settleSoon();
    return () => {
      const at = this.#overlays.indexOf(overlay);
      if (at < 0) return;
      this.#overlays.splice(at, 1);
      this.#settleSoon();
    };
  }

  /** Handles a step within the same address. A `hashchange` event follows a step to another address. */
  #pop(): void {
    if (location.hash !== this.#address || !entryHere()) return;
    const isAsked = this.isMoving;
    this.accept();
    if (isAsked) return;
    for (const { close } of this.#overlays.slice(this.#here.overlays).reverse()) close();
  }

  /**
   * Matches the entries to the open overlays in a later task, because one overlay often closes just as the next one
   * opens.
   */
  #settleSoon(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#settle());
  }

  #settle(): void {
    // Another event follows, after which this runs again.
    if (this.#waiting || location.hash !== this.#address) return;
    // A link to the current address creates an entry without state.
    if (!entryHere()) history.replaceState(this.#here, '');
    while (this.#here.overlays < this.#overlays.length) {
      const { index, overlays, previousAddress } = this.#here;
      this.#create({ index: index + 1, overlays: overlays + 1, previousAddress });
      history.pushState(this.#here, '');
    }
    if (this.#here.overlays === this.#overlays.length) return;
    const isOnTheWay = this.#isForward && this.#passed.has(this.#here.index);
    this.#travel(isOnTheWay ? 1 : this.#overlays.length - this.#here.overlays);
  }

  #travel(steps: number): void {
    this.#waiting ??= [];
    history.go(steps);
    clearTimeout(this.#late);
    this.#late = setTimeout(() => this.#continue(), STEP_TIMEOUT_MS);
  }

  /** Runs the waiting callbacks after the step was taken or has timed out. */
  #continue(): void {
    clearTimeout(this.#late);
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const action of waiting) action();
  }

  #create(entry: HistoryEntry): void {
    for (const index of this.#passed) if (index >= entry.index) this.#passed.delete(index);
    if (!entry.overlays) {
      for (let index = this.pageIndex + 1; index < entry.index; index++) this.#passed.add(index);
    }
    this.#here = entry;
    this.#created++;
    this.#oncreate(entry.index);
  }
}

/** Milliseconds after which a step counts as dropped: browsers ignore the steps of a page that requests very many. */
const STEP_TIMEOUT_MS = 2_000;

function entryHere(): HistoryEntry | undefined {
  const { index, overlays, previousAddress } = (history.state ?? {}) as Partial<
    Record<keyof HistoryEntry, unknown>
  >;
  if (typeof index !== 'number' || typeof overlays !== 'number') return undefined;
  return { index, overlays, previousAddress: typeof previousAddress === 'string' ? previousAddress : null };
}
