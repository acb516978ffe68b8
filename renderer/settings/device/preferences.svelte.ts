import { alerts, call, parseQuietHours, session, type QuietHours } from '../../api';
import { readStored, store } from '../../api/storage';
import { languages, type LanguageCode } from '../../i18n/index.svelte';
import { chooseLanguage } from '../../i18n/language-choice';
import { accents, theme, type Accent, type Motion, type ThemeChoice } from '../../ui';

/** The preferences that are synced to a person's other devices. Text size is not synced, as screens differ. */
export type Shared = {
  theme: ThemeChoice;
  accent: Accent;
  motion: Motion;
  language: LanguageCode;
  quietHours: QuietHours;
};
export type SharedKey = keyof Shared;

/**
 * Applies preferences at once and then saves them to the account. Changes that could not be sent are stored on this
 * device until the next `sync`; changes from other devices are applied then too.
 */
class Preferences {
  #savedKey = $state<SharedKey | null>(null);
  #failed = $state<SharedKey | null>(null);
  #sending: Promise<void> = Promise.resolve();
  #stored: Stored | null = null;

  /** The preference that was saved last. */
  get savedKey(): SharedKey | null {
    return this.#savedKey;
  }

  /** The preference that is applied on this device only, because saving it to the account failed. */
  get failed(): SharedKey | null {
    return this.#failed;
  }

  /** Applies a preference at once and saves it to the account. */
  async set<Key extends SharedKey>(key: Key, value: Shared[Key]): Promise<void> {
    show(key, value);
    this.#store({ waiting: { ...this.#here.waiting, [key]: value } });
    this.#savedKey = this.#failed = null;
    this.#sending = this.#sending.then(() => this.#send());
    await this.#sending;
    if (key in this.#here.waiting) this.#failed = key;
    else this.#savedKey = key;
  }

  /**
   * Syncs this device with the account: sends pending changes, then applies those of other devices. Call it whenever
   * other devices may have changed them.
   */
  async sync(): Promise<void> {
    await this.#send();
    const account = await call('account.preferences').catch(() => null);
    if (!account) return;
    const { seen, waiting } = this.#here;
    // What was chosen here meanwhile is newer.
    const found = KEYS.filter((key) => key in account && !(key in waiting));
    for (const key of found) {
      const value = account[key];
      if (value !== undefined && !isSame(value, seen[key]) && isShared(key, value)) show(key, value);
    }
    this.#store({ seen: { ...seen, ...Object.fromEntries(found.map((key) => [key, account[key]])) } });
  }

  /** The stored state of the signed-in person on this device. */
  get #here(): Stored {
    if (this.#stored?.person !== session.id) this.#stored = storedOf(session.id);
    return this.#stored;
  }

  #store(part: Partial<Stored>): void {
    this.#stored = { ...this.#here, ...part };
    // Without storage, the account's preferences are applied again at each start.
    store(STORAGE_KEY, this.#stored);
  }

  async #send(): Promise<void> {
    const { waiting } = this.#here;
    if (Object.keys(waiting).length === 0) return;
    try {
      await call('account.updatePreferences', waiting);
    } catch {
      return;
    }
    const now = this.#here;
    const still = Object.entries(now.waiting).filter(([key, value]) => waiting[key as SharedKey] !== value);
    this.#store({ waiting: Object.fromEntries(still), seen: { ...now.seen, ...waiting } });
  }
}

/** Stored per person: the account's preferences as last seen, and changes not sent yet (`waiting`). */
interface Stored {
  person: number;
  seen: Record<string, unknown>;
  waiting: Partial<Shared>;
}

const STORAGE_KEY = 'courtyard.preferences';
const KEYS: SharedKey[] = ['theme', 'accent', 'motion', 'language', 'quietHours'];

function show<Key extends SharedKey>(key: Key, value: Shared[Key]): void {
  const shown: { [One in SharedKey]: (value: Shared[One]) => void } = {
    theme: (choice) => (theme.choice = choice),
    accent: (accent) => (theme.accent = accent),
    motion: (motion) => (theme.motion = motion),
    language: (code) => void chooseLanguage(code),
    quietHours: (hours) => (alerts.quietHours = hours),
  };
  shown[key](value);
}

/** Compares JSON values by their serialized text. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Validates values from the account, as other clients may write them too. */
function isShared<Key extends SharedKey>(key: Key, value: unknown): value is Shared[Key] {
  if (key === 'quietHours') return parseQuietHours(value) !== null;
  const known: Record<Exclude<SharedKey, 'quietHours'>, readonly unknown[]> = {
    theme: ['light', 'dark', 'system'],
    accent: accents,
    motion: ['system', 'reduced'],
    language: languages.map((one) => one.code),
  };
  return known[key as keyof typeof known].includes(value);
}

/** Returns what is stored of a person on this device. */
function storedOf(person: number): Stored {
  const stored = readStored<Stored | null>(STORAGE_KEY);
  return stored?.person === person ? stored : { person, seen: {}, waiting: {} };
}

/** The preferences of this window. */
export const preferences = new Preferences();
