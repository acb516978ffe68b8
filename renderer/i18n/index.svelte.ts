import { en, type Messages } from './en';
import { uk } from './uk';

/** The languages of the interface, with their own names, in the order they are offered. */
export const languages = [
  { code: 'en', name: 'English', locale: 'en-GB', direction: 'ltr' },
  { code: 'uk', name: 'Українська', locale: 'uk-UA', direction: 'ltr' },
] as const;

export type LanguageCode = (typeof languages)[number]['code'];

class Language {
  #code = $state<LanguageCode>(firstLanguage());

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

  /** What Intl is told: British English (day before month, 24 hours) or Ukrainian. */
  get locale(): string {
    return languageOf(this.#code).locale;
  }

  #show(): void {
    const { code, direction } = languageOf(this.#code);
    document.documentElement.lang = code;
    document.documentElement.dir = direction;
  }
}

/** Every word of the interface in the language now: `m().common.save`. Reactive when read in markup or an effect. */
export function m(): Messages {
  return dictionaries[language.code];
}

const storageKey = 'courtyard.language';
const dictionaries: Record<LanguageCode, Messages> = { en, uk };

function languageOf(code: LanguageCode): (typeof languages)[number] {
  return languages.find((one) => one.code === code) ?? languages[0];
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
    return languages.find((one) => one.code === stored)?.code;
  } catch {
    return undefined;
  }
}

/** The one language of these pages. */
export const language = new Language();
