import { en, type Messages } from './en';
import { uk } from './uk';

const spoken = [
  { code: 'en', name: 'English', locale: 'en-GB', direction: 'ltr' },
  { code: 'uk', name: 'Українська', locale: 'uk-UA', direction: 'ltr' },
] as const;

/** English written from the right, to try what such a language does to the pages. Nobody is offered it but who builds them. */
const trial = { code: 'trial', name: 'Right to left', locale: 'he-IL', direction: 'rtl' } as const;

/** The languages of the interface, with their own names, in the order they are offered. */
export const languages = import.meta.env.DEV ? [...spoken, trial] : spoken;

export type LanguageCode = (typeof spoken)[number]['code'] | typeof trial.code;

class Language {
  #code = $state<LanguageCode>(firstLanguage());
  /** Fetched when it is first shown. */
  #trialWords = $state.raw<Messages | null>(null);

  constructor() {
    this.#show();
  }

  /** The language now; reactive. */
  get code(): LanguageCode {
    return this.#code;
  }

  /** Changes the language of everything at once, and keeps it for this device. */
  set code(code: LanguageCode) {
    this.#code = code;
    try {
      localStorage.setItem(storageKey, code);
    } catch {
      // A browser that keeps nothing still shows the choice until it is closed.
    }
    this.#show();
  }

  /** What Intl is told: British English (day before month, 24 hours) or Ukrainian; of the trial, Hebrew. */
  get locale(): string {
    return languageOf(this.#code).locale;
  }

  /** Every word in the language now. */
  get words(): Messages {
    if (this.#code === 'trial') return this.#trialWords ?? en;
    return this.#code === 'uk' ? uk : en;
  }

  #show(): void {
    const { code, locale, direction } = languageOf(this.#code);
    document.documentElement.lang = locale.slice(0, 2);
    document.documentElement.dir = direction;
    if (code === 'trial') void import('./trial').then(({ trialWords }) => (this.#trialWords = trialWords()));
  }
}

/** Every word of the interface in the language now: `m().common.save`. Reactive when read in markup or an effect. */
export function m(): Messages {
  return language.words;
}

const storageKey = 'courtyard.language';
const known = [...spoken, trial];

function languageOf(code: LanguageCode): (typeof known)[number] {
  return known.find((one) => one.code === code) ?? spoken[0];
}

/** The one chosen before; else Ukrainian for whoever's browser speaks it (or Russian in Ukraine); else English. */
function firstLanguage(): LanguageCode {
  const stored = readStored();
  if (stored) return stored;
  for (const tag of navigator.languages) {
    if (/^uk\b/i.test(tag) || /^ru-UA$/i.test(tag)) return 'uk';
    if (/^en\b/i.test(tag)) return 'en';
  }
  return 'en';
}

function readStored(): LanguageCode | undefined {
  try {
    const stored = localStorage.getItem(storageKey);
    return known.find((one) => one.code === stored)?.code;
  } catch {
    return undefined;
  }
}

/** The one language of these pages. */
export const language = new Language();
