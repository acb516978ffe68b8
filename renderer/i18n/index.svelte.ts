import {
  INTERFACE_LANGUAGES,
  interfaceLanguages,
  preferredLanguage,
  type InterfaceLanguage,
} from '../../shared/locale/interface-languages';
import type { Messages } from './en';
import type { HostingMessages } from './en-hosting';
import { withIsolatedNames } from './isolated-names';

const spoken = interfaceLanguages.map((code) => ({ code, ...INTERFACE_LANGUAGES[code] }));

/** English written from right to left, for testing right-to-left layout. Offered in development builds only. */
const trial = { code: 'trial', name: 'Right to left', locale: 'he-IL', direction: 'rtl' } as const;

/** The languages of the interface, with their native names, in the order shown. */
export const languages = import.meta.env.DEV ? [...spoken, trial] : spoken;

export type LanguageCode = InterfaceLanguage | typeof trial.code;

class Language {
  #code = $state<LanguageCode>(firstLanguage());
  #texts = $state.raw<Messages & HostingMessages>();
  #hosting = $state.raw<HostingMessages>();
  /** The language requested last. */
  #chosen = this.#code;

  /** The current language. Reactive. */
  get code(): LanguageCode {
    return this.#code;
  }

  /** The code of a language that people read: English for the trial language of developers. Reactive. */
  get realCode(): InterfaceLanguage {
    return this.#code === trial.code ? 'en' : this.#code;
  }

  /** The BCP 47 tag for `Intl`. */
  get locale(): string {
    return languageOf(this.#code).locale;
  }

  /** All texts in the current language. Throws before `begin` has resolved. */
  get texts(): Messages & HostingMessages {
    if (!this.#texts) throw new Error('no language is loaded yet');
    return this.#texts;
  }

  /** The texts about hosting in the current language. Throws before `loadHosting` has resolved. */
  get hosting(): HostingMessages {
    if (!this.#hosting) throw new Error('the texts about hosting are not loaded yet');
    return this.#hosting;
  }

  /** Loads the texts about hosting, from then on with every language. */
  async loadHosting(): Promise<void> {
    const code = this.#code;
    const texts = await hostingIn[code]();
    // Another language was chosen in the meantime.
    if (code !== this.#code) return this.loadHosting();
    this.#hosting = texts;
    if (this.#texts) this.#texts = { ...this.#texts, ...texts };
  }

  /** Loads the texts of the first language. Await it before rendering anything. */
  begin(): Promise<void> {
    return this.#show(this.#code);
  }

  /** Switches the language and stores the choice on this device. Rejects if the texts can't be loaded. */
  async choose(code: LanguageCode): Promise<void> {
    this.#chosen = code;
    await this.#show(code);
    // Another language was chosen in the meantime.
    if (this.#chosen !== code) return;
    try {
      localStorage.setItem(storageKey, code);
    } catch {
      // Without storage, the choice lasts until the window closes.
    }
  }

  /** Loads the texts of the other languages, so that switching needs no request to the host. */
  async loadAhead(): Promise<void> {
    await Promise.all(interfaceLanguages.flatMap((code) => [wordsIn[code](), hostingIn[code]()]));
  }

  async #show(code: LanguageCode): Promise<void> {
    const [text, hosting] = await Promise.all([wordsIn[code](), this.#hosting && hostingIn[code]()]);
    if (code !== this.#chosen) return;
    const { locale, direction } = languageOf(code);
    this.#code = code;
    this.#texts = { ...text, ...hosting } as Messages & HostingMessages;
    if (hosting) this.#hosting = hosting;
    else if (this.#hosting) void this.loadHosting();
    document.documentElement.lang = locale.slice(0, 2);
    document.documentElement.dir = direction;
  }
}

/**
 * Returns all texts in the current language: `m().common.save`. Reactive when read in markup or an effect. Those of
 * `HostingMessages`, such as `m().settings`, are only there in views that are loaded after `language.loadHosting`.
 */
export function m(): Messages & HostingMessages {
  return language.texts;
}

/**
 * Returns what belongs to the current language, of texts that one part of the pages brings along. Reactive as `m()`.
 */
export function inLanguage<Texts extends object>(texts: Readonly<Record<InterfaceLanguage, Texts>>): Texts {
  return withIsolatedNames(texts[language.realCode]);
}

/** Returns the texts about hosting in the current language: `hostingText().standby`. Reactive as `m()`. */
export function hostingText(): HostingMessages {
  return language.hosting;
}

/** Loads a part of the pages whose texts are those about hosting, after these texts. */
export async function withHostingTexts<Part>(load: () => Promise<Part>): Promise<Part> {
  await language.loadHosting();
  return load();
}

const storageKey = 'courtyard.language';
/** Each language is loaded when first shown. */
const wordsIn: Record<LanguageCode, () => Promise<Messages>> = {
  en: async () => withIsolatedNames((await import('./en')).en),
  uk: async () => withIsolatedNames((await import('./uk')).uk),
  trial: async () => (await import('./trial')).trialText(),
};
const hostingIn: Record<LanguageCode, () => Promise<HostingMessages>> = {
  en: async () => withIsolatedNames((await import('./en-hosting')).enHosting),
  uk: async () => withIsolatedNames((await import('./uk-hosting')).ukHosting),
  trial: async () => (await import('./trial')).trialHostingText(),
};
const known = [...spoken, trial];

function languageOf(code: LanguageCode) {
  return code === trial.code ? trial : INTERFACE_LANGUAGES[code];
}

/** Returns the stored language, else the one that the browser prefers. */
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

export const language = new Language();
