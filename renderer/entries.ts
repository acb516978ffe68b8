/** The state stored with an entry of the browser's history. */
interface Entry {
  /** The number of this entry; comparing two numbers gives the direction of a step. */
  step: number;
  /** How many overlays are open here, each with an entry of its own; 0 is the page itself. */
  over: number;
  /** The address of the previous page; null if this client opened none. */
  before: string | null;
}

/**
 * The browser history entries of this client: one for each page and, on a touch screen, one more for each overlay above
 * it (a dialog, a menu, photos), so that a step back closes the overlay first. An overlay closed in another way removes
 * its entry. If the person navigates from an open overlay, its entry stays in the history and is skipped in both
 * directions.
 */
export class Entries {
  #here: Entry = entryHere() ?? { step: 0, over: 0, before: null };
  #address = location.hash;
  #started = 0;
  #isForward = false;
  /** The open overlays, the lowest first. */
  readonly #overlays: { close: () => void }[] = [];
  /** The entries of overlays that were open when the person navigated to another page. */
  readonly #passed = new Set<number>();
  /** Callbacks to run when the browser has finished the requested step; null when no step is pending. */
  #waiting: (() => void)[] | null = null;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #late: ReturnType<typeof setTimeout> | undefined;
  readonly #onbegin: (step: number) => void;

  /** `onbegin` receives the number of each new entry, which discards all later ones. */
  constructor(onbegin: (step: number) => void) {
    this.#onbegin = onbegin;
    history.replaceState(this.#here, '');
    addEventListener('popstate', () => this.#pop());
    // Overlays that were open before a reload are closed now.
    this.#settleSoon();
  }

  get step(): number {
    return this.#here.step;
  }

  /** The number of the page's own entry, without the overlays above it. */
  get place(): number {
    return this.#here.step - this.#here.over;
  }

  /** The address of the previous page; null if this client opened none. */
  get before(): string | null {
    return this.#here.before;
  }

  /** How many entries were created. While it stays the same, later entries may still exist. */
  get begun(): number {
    return this.#started;
  }

  /** Whether a requested history step is still pending. */
  get isMoving(): boolean {
    return this.#waiting !== null;
  }

  /** Adds an entry for a new page after this one. */
  push(address: string): void {
    this.#begin({ step: this.#here.step + 1, over: 0, before: this.#address });
    history.pushState(this.#here, '', address);
    this.#address = location.hash;
  }

  /** Replaces the address of this entry. Call it only through `atPlace`. */
  replace(address: string): void {
    history.replaceState(this.#here, '', address);
    this.#address = location.hash;
  }

  /** Runs a callback at the page's own entry: immediately if the browser is there, else after stepping back to it. */
  atPlace(action: () => void): void {
    if (!this.#waiting && this.#here.over) this.travelTo(this.place);
    if (this.#waiting) this.#waiting.push(action);
    else action();
  }

  /**
   * Returns the number of the entry the browser has moved to. A new entry has no number yet and follows the current
   * one.
   */
  found(): number {
    return entryHere()?.step ?? this.#here.step + 1;
  }

  /** Sends the browser back from the entry it has moved to. */
  turnBack(): void {
    const step = this.found();
    if (!entryHere()) history.replaceState({ step, over: 0, before: this.#address } satisfies Entry, '');
    this.#travel(this.#here.step - step);
  }

  /** Sends the browser to an entry. */
  travelTo(step: number): void {
    this.#travel(step - this.#here.step);
  }

  /** Makes the entry the browser has moved to the current one. */
  stand(): void {
    const last = this.#here.step;
    const found = entryHere();
    if (found) this.#here = found;
    else {
      this.#begin({ step: last + 1, over: 0, before: this.#address });
      history.replaceState(this.#here, '');
    }
    this.#address = location.hash;
    this.#isForward = this.#here.step > last;
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
    this.stand();
    if (isAsked) return;
    for (const { close } of this.#overlays.slice(this.#here.over).reverse()) close();
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
    while (this.#here.over < this.#overlays.length) {
      const { step, over, before } = this.#here;
      this.#begin({ step: step + 1, over: over + 1, before });
      history.pushState(this.#here, '');
    }
    if (this.#here.over === this.#overlays.length) return;
    const isOnTheWay = this.#isForward && this.#passed.has(this.#here.step);
    this.#travel(isOnTheWay ? 1 : this.#overlays.length - this.#here.over);
  }

  #travel(steps: number): void {
    this.#waiting ??= [];
    history.go(steps);
    clearTimeout(this.#late);
    this.#late = setTimeout(() => this.#continue(), LATE);
  }

  /** Runs the waiting callbacks after the step was taken or has timed out. */
  #continue(): void {
    clearTimeout(this.#late);
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const action of waiting) action();
  }

  #begin(entry: Entry): void {
    for (const step of this.#passed) if (step >= entry.step) this.#passed.delete(step);
    if (!entry.over) for (let step = this.place + 1; step < entry.step; step++) this.#passed.add(step);
    this.#here = entry;
    this.#started++;
    this.#onbegin(entry.step);
  }
}

/** Milliseconds after which a step counts as dropped: browsers ignore the steps of a page that requests very many. */
const LATE = 2_000;

function entryHere(): Entry | undefined {
  const { step, over, before } = (history.state ?? {}) as Partial<Record<keyof Entry, unknown>>;
  if (typeof step !== 'number' || typeof over !== 'number') return undefined;
  return { step, over, before: typeof before === 'string' ? before : null };
}
