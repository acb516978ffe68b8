import { Attempt, session } from '../api';
import { readStored, store } from '../api/storage';

/**
 * The unsaved edits of a form. Fields without an edit follow the saved values, so changes made elsewhere are shown and
 * not overwritten. Edits are stored on this device until they are saved or discarded, so they survive a reload, a
 * closed window and the end of the session.
 */
export class FormDraft<Values extends Record<string, unknown>> {
  readonly saving = new Attempt();
  readonly #storageKey: string;
  readonly #stored: () => Values;
  readonly #write: (changes: Partial<Values>) => Promise<unknown>;
  #edits = $state.raw<Partial<Values>>({});

  /**
   * `name` identifies the form in storage. `stored` returns the saved values and is reactive. `write` saves changes;
   * `stored` must return them once it resolves.
   */
  constructor(name: string, stored: () => Values, write: (changes: Partial<Values>) => Promise<unknown>) {
    this.#storageKey = `courtyard.edits.${session.id}.${name}`;
    this.#stored = stored;
    this.#write = write;
    this.#edits = matchingEdits(readStored(this.#storageKey), stored());
  }

  /** The current field values: the saved values overlaid with the edits. */
  get values(): Values {
    return { ...this.#stored(), ...this.#edits };
  }

  /** The edits that differ from the saved values. */
  get changes(): Partial<Values> {
    const stored = this.#stored();
    const differing = Object.entries(this.#edits).filter(([key, value]) => !isSame(value, stored[key]));
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

  /**
   * Saves the changes. Returns a function that undoes the save, or null when saving failed (`saving.error` has the
   * reason).
   */
  async save(): Promise<(() => Promise<boolean>) | null> {
    const { changes } = this;
    const stored = this.#stored();
    const before = Object.fromEntries(
      Object.keys(changes).map((key) => [key, stored[key]]),
    ) as Partial<Values>;
    const isSaved = await this.saving.run(() => this.#write(changes));
    if (!isSaved) return null;
    this.#edit(withoutSame(this.#edits, changes));
    return () => this.saving.run(() => this.#write(before));
  }

  #edit(edits: Partial<Values>): void {
    this.#edits = edits;
    store(this.#storageKey, this.isChanged ? this.changes : undefined);
  }
}

/** Returns the stored edits that match the type of the form's current field. */
function matchingEdits<Values extends Record<string, unknown>>(
  stored: Record<string, unknown> | undefined,
  form: Values,
): Partial<Values> {
  const known = Object.entries(stored ?? {}).filter(([name, value]) => typeof value === typeof form[name]);
  return Object.fromEntries(known) as Partial<Values>;
}

/** Removes the saved edits, but keeps those that changed again while they were being saved. */
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
