import { Attempt } from '../api';

/**
 * What a form holds between the first change and saving. Fields that were not changed here follow what is kept, so that a
 * change made elsewhere meanwhile is seen and not taken back.
 */
export class Draft<Values extends Record<string, unknown>> {
  readonly saving = new Attempt();
  readonly #kept: () => Values;
  readonly #write: (changes: Partial<Values>) => Promise<unknown>;
  #edits = $state.raw<Partial<Values>>({});

  /** `kept` gives what is kept now, reactively; `write` keeps changes, and has them seen there when it is done. */
  constructor(kept: () => Values, write: (changes: Partial<Values>) => Promise<unknown>) {
    this.#kept = kept;
    this.#write = write;
  }

  /** The fields as they stand in the form. */
  get values(): Values {
    return { ...this.#kept(), ...this.#edits };
  }

  /** Only what differs from what is kept. */
  get changes(): Partial<Values> {
    const kept = this.#kept();
    const differing = Object.entries(this.#edits).filter(([key, value]) => !isSame(value, kept[key]));
    return Object.fromEntries(differing) as Partial<Values>;
  }

  get isChanged(): boolean {
    return Object.keys(this.changes).length > 0;
  }

  set<Key extends keyof Values>(key: Key, value: Values[Key]): void {
    this.#edits = { ...this.#edits, [key]: value };
    this.saving.clear();
  }

  discard(): void {
    this.#edits = {};
    this.saving.clear();
  }

  /** Keeps the changes. Gives the way to take them back, or null when they could not be kept (`saving` says why). */
  async save(): Promise<(() => Promise<boolean>) | null> {
    const { changes } = this;
    const kept = this.#kept();
    const before = Object.fromEntries(Object.keys(changes).map((key) => [key, kept[key]])) as Partial<Values>;
    const isKept = await this.saving.run(() => this.#write(changes));
    if (!isKept) return null;
    this.#edits = withoutSame(this.#edits, changes);
    return () => this.saving.run(() => this.#write(before));
  }
}

/** What was typed while it was being saved stays. */
function withoutSame<Values extends Record<string, unknown>>(
  edits: Partial<Values>,
  saved: Partial<Values>,
): Partial<Values> {
  return Object.fromEntries(
    Object.entries(edits).filter(([key, value]) => !(key in saved) || !isSame(value, saved[key])),
  ) as Partial<Values>;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
