import { alerts, call, parseQuietHours, session, type QuietHours } from '../../api';
import { languages, type LanguageCode } from '../../i18n/index.svelte';
import { chooseLanguage } from '../../i18n/language-choice';
import { accents, theme, type Accent, type Motion, type ThemeChoice } from '../../ui';

/** What goes with a person to their other devices. The size of text stays on the device, as screens differ. */
export type Shared = {
  theme: ThemeChoice;
  accent: Accent;
  motion: Motion;
  language: LanguageCode;
  quietHours: QuietHours;
};
export type SharedKey = keyof Shared;

/**
 * How the pages look and speak to a person: at once here, and then for the account. What could not be sent waits on this
 * device until the next start; what another device has changed since is taken over then.
 */
class Preferences {
  #kept = $state<SharedKey | null>(null);
  #failed = $state<SharedKey | null>(null);
  #sending: Promise<void> = Promise.resolve();
  #stored: Stored | null = null;

  /** The choice that was kept last. */
  get kept(): SharedKey | null {
    return this.#kept;
  }

  /** The choice that holds on this device only, as the host did not take it. */
  get failed(): SharedKey | null {
    return this.#failed;
  }

  /** Shows a choice at once, and keeps it. */
  async set<Key extends SharedKey>(key: Key, value: Shared[Key]): Promise<void> {
    show(key, value);
    this.#store({ waiting: { ...this.#here.waiting, [key]: value } });
    this.#kept = this.#failed = null;
    this.#sending = this.#sending.then(() => this.#send());
    await this.#sending;
    if (key in this.#here.waiting) this.#failed = key;
    else this.#kept = key;
  }

  /** Brings this device and the account together. For whoever has just signed in, and at every start. */
  async meet(): Promise<void> {
    await this.#send();
    const account = await call('account.preferences').catch(() => null);
    if (!account) return;
    const { seen } = this.#here;
    for (const key of KEYS) {
      const value = account[key];
      if (value !== undefined && !isSame(value, seen[key]) && isShared(key, value)) show(key, value);
    }
    const nowSeen = Object.fromEntries(KEYS.flatMap((key) => (key in account ? [[key, account[key]]] : [])));
    this.#store({ seen: nowSeen });
  }

  /** What is known on this device, of the person who is signed in. */
  get #here(): Stored {
    if (this.#stored?.person !== session.id) this.#stored = readStored();
    return this.#stored;
  }

  #store(part: Partial<Stored>): void {
    this.#stored = { ...this.#here, ...part };
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(this.#stored));
    } catch {
      // A browser that keeps nothing asks the account anew each time.
    }
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

/** What the account said last, and what it has not been told yet. */
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

/** Values as they were parsed: the same text is the same value. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Other programs may write there too. */
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

function readStored(): Stored {
  const none: Stored = { person: session.id, seen: {}, waiting: {} };
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as Stored | null;
    return stored?.person === session.id ? stored : none;
  } catch {
    return none;
  }
}

/** The one of these pages. */
export const preferences = new Preferences();
