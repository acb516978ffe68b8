/** What these pages note at an entry of the browser's history. */
interface Entry {
  /** The number of this entry, so that it is known which way a step went. */
  step: number;
  /** How many things lie over the place here, each of which has an entry of its own; 0 is the place itself. */
  over: number;
  /** The address of the place before it, as far as these pages were there. */
  before: string | null;
}

/**
 * The entries of these pages in the browser's history: one for each place, and on a touch screen one more for each thing that
 * lies over it (a dialog, a menu, photos), so that a step back takes that away first. What is closed in another way takes its
 * entry back. One from which another place was gone to stays below that, and is passed over both ways.
 */
export class Entries {
  #here: Entry = entryHere() ?? { step: 0, over: 0, before: null };
  #address = location.hash;
  #begun = 0;
  #isForward = false;
  /** What lies over the place now, the lowest first. */
  readonly #covers: { close: () => void }[] = [];
  /** The entries of what lay over a place when another one was gone to. */
  readonly #passed = new Set<number>();
  /** What is to be done once the browser has taken the step that was asked of it; null where none was. */
  #waiting: (() => void)[] | null = null;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #late: ReturnType<typeof setTimeout> | undefined;
  readonly #onbegin: (step: number) => void;

  /** `onbegin` is told the number of each new entry, for which all later ones are gone. */
  constructor(onbegin: (step: number) => void) {
    this.#onbegin = onbegin;
    history.replaceState(this.#here, '');
    addEventListener('popstate', () => this.#pop());
    // What lay over the place before a reload no longer does.
    this.#settleSoon();
  }

  get step(): number {
    return this.#here.step;
  }

  /** The number of the place, whatever lies over it. */
  get place(): number {
    return this.#here.step - this.#here.over;
  }

  /** The address of the place before this one; null where these pages were at none. */
  get before(): string | null {
    return this.#here.before;
  }

  /** How many entries were begun: while it stays the same, later ones may still be there. */
  get begun(): number {
    return this.#begun;
  }

  /** The browser is on a step that was asked of it. */
  get isMoving(): boolean {
    return this.#waiting !== null;
  }

  /** Begins a place after this entry. */
  push(address: string): void {
    this.#begin({ step: this.#here.step + 1, over: 0, before: this.#address });
    history.pushState(this.#here, '', address);
    this.#address = location.hash;
  }

  /** Puts another place where this one is. Only `atPlace`. */
  replace(address: string): void {
    history.replaceState(this.#here, '', address);
    this.#address = location.hash;
  }

  /** Does something once the browser stands at the place itself: at once where it does, else after the step there. */
  atPlace(act: () => void): void {
    if (!this.#waiting && this.#here.over) this.travelTo(this.place);
    if (this.#waiting) this.#waiting.push(act);
    else act();
  }

  /** The number of the entry where the browser has come to. A new one has none yet: it comes after where we stand. */
  found(): number {
    return entryHere()?.step ?? this.#here.step + 1;
  }

  /** Sends the browser back from where it has come to. */
  turnBack(): void {
    const step = this.found();
    if (!entryHere()) history.replaceState({ step, over: 0, before: this.#address } satisfies Entry, '');
    this.#travel(this.#here.step - step);
  }

  /** Sends the browser to an entry. */
  travelTo(step: number): void {
    this.#travel(step - this.#here.step);
  }

  /** Stands where the browser has come to. */
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
    this.#goOn();
    this.#settleSoon();
  }

  /** Something lies over the place, which a step back takes away by `close`. Gives the way to say that it no longer does. */
  cover(close: () => void): () => void {
    // With a mouse one closes it there, and keeps the way forward that a new entry takes away.
    if (!matchMedia('(pointer: coarse)').matches) return () => undefined;
    const cover = { close };
    this.#covers.push(cover);
    this.#settleSoon();
    return () => {
      const at = this.#covers.indexOf(cover);
      if (at < 0) return;
      this.#covers.splice(at, 1);
      this.#settleSoon();
    };
  }

  /** A step within a place; of one to another place the browser says more. */
  #pop(): void {
    if (location.hash !== this.#address || !entryHere()) return;
    const isAsked = this.isMoving;
    this.stand();
    if (isAsked) return;
    for (const { close } of this.#covers.slice(this.#here.over).reverse()) close();
  }

  /** Once it is known what lies over the place after all: one thing often closes as the next one opens. */
  #settleSoon(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#settle());
  }

  #settle(): void {
    // There is more to come, after which it settles again.
    if (this.#waiting || location.hash !== this.#address) return;
    // A link to where one is leaves nothing noted.
    if (!entryHere()) history.replaceState(this.#here, '');
    while (this.#here.over < this.#covers.length) {
      const { step, over, before } = this.#here;
      this.#begin({ step: step + 1, over: over + 1, before });
      history.pushState(this.#here, '');
    }
    if (this.#here.over === this.#covers.length) return;
    const isOnTheWay = this.#isForward && this.#passed.has(this.#here.step);
    this.#travel(isOnTheWay ? 1 : this.#covers.length - this.#here.over);
  }

  #travel(steps: number): void {
    this.#waiting ??= [];
    history.go(steps);
    clearTimeout(this.#late);
    this.#late = setTimeout(() => this.#goOn(), LATE);
  }

  /** The step was taken, or never will be. */
  #goOn(): void {
    clearTimeout(this.#late);
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const act of waiting) act();
  }

  #begin(entry: Entry): void {
    for (const step of this.#passed) if (step >= entry.step) this.#passed.delete(step);
    if (!entry.over) for (let step = this.place + 1; step < entry.step; step++) this.#passed.add(step);
    this.#here = entry;
    this.#begun++;
    this.#onbegin(entry.step);
  }
}

/** Milliseconds after which a step counts as not taken: browsers drop those of a page that asks for very many. */
const LATE = 2_000;

function entryHere(): Entry | undefined {
  const { step, over, before } = (history.state ?? {}) as Partial<Record<keyof Entry, unknown>>;
  if (typeof step !== 'number' || typeof over !== 'number') return undefined;
  return { step, over, before: typeof before === 'string' ? before : null };
}
