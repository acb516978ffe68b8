/** A change that is shown before the host has answered it. */
export interface OptimisticChange<T> {
  /** What the host has without it, as far as is known. */
  readonly known: T;
  /** The host has accepted it: `known` is what it has now. */
  accept: (known: T) => void;
  /** The host has answered it. */
  end: () => void;
}

/**
 * Changes that are shown before the host has answered them. If one is refused, what the host has is shown again: also
 * if another change, made before it, was refused meanwhile.
 */
export class OptimisticChanges<T> {
  readonly #all = new Map<string, { known: T; changes: number }>();

  /** Begins a change of the thing with a key, of which `shown` is shown now. */
  begin(key: string, shown: T): OptimisticChange<T> {
    const thing = this.#all.get(key) ?? { known: shown, changes: 0 };
    this.#all.set(key, thing);
    thing.changes++;
    return {
      get known() {
        return thing.known;
      },
      accept: (known) => (thing.known = known),
      end: () => {
        if (--thing.changes === 0) this.#all.delete(key);
      },
    };
  }
}
