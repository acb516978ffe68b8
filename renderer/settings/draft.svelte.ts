import { Attempt, session } from '../api';

/**
 * What a form holds between the first change and saving. Fields that were not changed here follow what is kept, so that a
 * change made elsewhere meanwhile is seen and not taken back. What was changed waits on this device, over a reload, a closed
 * window and an ended session, until it is saved or discarded.
 */
export class FormDraft<Values extends Record<string, unknown>> {
  readonly saving = new Attempt();
  readonly #storageKey: string;
  readonly #kept: () => Values;
  readonly #write: (changes: Partial<Values>) => Promise<unknown>;
  #edits = $state.raw<Partial<Values>>({});

  /**
   * `name` tells this form from others; `kept` gives what is kept now, reactively; `write` keeps changes, and has them seen
   * there when it is done.
   */
  constructor(name: string, kept: () => Values, write: (changes: Partial<Values>) => Promise<unknown>) {
    this.#storageKey = `courtyard.edits.${session.id}.${name}`;
    this.#kept = kept;
    this.#write = write;
    this.#edits = readStored(this.#storageKey, kept());
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
    this.#edit({ ...this.#edits, [key]: value });
    this.saving.clear();
  }

  discard(): void {
    this.#edit({});
    this.saving.clear();
  }

  /** Keeps the changes. Gives the way to take them back, or null when they could not be kept (`saving` says why). */
  async save(): Promise<(() => Promise<boolean>) | null> {
    const { changes } = this;
    const kept = this.#kept();
    const before = Object.fromEntries(Object.keys(changes).map((key) => [key, kept[key]])) as Partial<Values>;
    const isKept = await this.saving.run(() => this.#write(changes));
    if (!isKept) return null;
    this.#edit(withoutSame(this.#edits, changes));
    return () => this.saving.run(() => this.#write(before));
  }

  #edit(edits: Partial<Values>): void {
    this.#edits = edits;
    try {
      if (this.isChanged) localStorage.setItem(this.#storageKey, JSON.stringify(this.changes));
      else localStorage.removeItem(this.#storageKey);
    } catch {
      // A browser that keeps nothing loses them when it is closed.
    }
  }
}

/** The edits that wait, as far as they are of the kind that the form holds now. */
function readStored<Values extends Record<string, unknown>>(key: string, form: Values): Partial<Values> {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    const known = Object.entries(stored).filter(([name, value]) => typeof value === typeof form[name]);
    return Object.fromEntries(known) as Partial<Values>;
  } catch {
    return {};
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
