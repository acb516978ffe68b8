import {
  INTERFACE_LANGUAGES,
  interfaceLanguages,
  preferredLanguage,
  type InterfaceLanguage,
} from '../../shared/interface-languages';
import type { Messages } from './en';

const spoken = interfaceLanguages.map((code) => ({ code, ...INTERFACE_LANGUAGES[code] }));

/** English written from the right, to try what such a language does to the pages. Nobody is offered it but who builds them. */
const trial = { code: 'trial', name: 'Right to left', locale: 'he-IL', direction: 'rtl' } as const;

/** The languages of the interface, with their own names, in the order they are offered. */
export const languages = import.meta.env.DEV ? [...spoken, trial] : spoken;

export type LanguageCode = InterfaceLanguage | typeof trial.code;

class Language {
  #code = $state<LanguageCode>(firstLanguage());
  #texts = $state.raw<Messages>();
  /** The one that was asked for last. */
  #chosen = this.#code;

  /** The language now; reactive. */
  get code(): LanguageCode {
    return this.#code;
  }

  /** The BCP 47 tag that `Intl` gets. */
  get locale(): string {
    return languageOf(this.#code).locale;
  }

  /** Every word in the language now. Throws before `begin` is done. */
  get texts(): Messages {
    if (!this.#texts) throw new Error('no language is loaded yet');
    return this.#texts;
  }

  /** Fetches the words of the first language, before anything is shown. */
  begin(): Promise<void> {
    return this.#show(this.#code);
  }

  /** Changes the language of everything at once, and keeps it for this device. Rejects where its words can't be fetched. */
  async choose(code: LanguageCode): Promise<void> {
    this.#chosen = code;
    await this.#show(code);
    // Another one was chosen meanwhile.
    if (this.#chosen !== code) return;
    try {
      localStorage.setItem(storageKey, code);
    } catch {
      // A browser that keeps nothing still shows the choice until it is closed.
    }
  }

  /** Fetches the words of the other languages, so that choosing one asks nothing of the host. */
  async fetchAhead(): Promise<void> {
    await Promise.all(interfaceLanguages.map((code) => wordsIn[code]()));
  }

  async #show(code: LanguageCode): Promise<void> {
    const text = await wordsIn[code]();
    if (code !== this.#chosen) return;
    const { locale, direction } = languageOf(code);
    [this.#code, this.#texts] = [code, text];
    document.documentElement.lang = locale.slice(0, 2);
    document.documentElement.dir = direction;
  }
}

/** Every word of the interface in the language now: `m().common.save`. Reactive when read in markup or an effect. */
export function m(): Messages {
  return language.texts;
}

const storageKey = 'courtyard.language';
/** Each is fetched when it is first shown. */
const wordsIn: Record<LanguageCode, () => Promise<Messages>> = {
  en: async () => (await import('./en')).en,
  uk: async () => (await import('./uk')).uk,
  trial: async () => (await import('./trial')).trialText(),
};
const known = [...spoken, trial];

function languageOf(code: LanguageCode) {
  return code === trial.code ? trial : INTERFACE_LANGUAGES[code];
}

/** The one chosen before, else the one that the browser prefers. */
function firstLanguage(): LanguageCode {
  return readStored() ?? preferredLanguage(navigator.languages);
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
