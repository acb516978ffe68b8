/** What the code must know of one language of the interface; its texts are in the folders that carry its code. */
interface InterfaceLanguageEntry {
  /** Its own name, as it is offered. */
  name: string;
  /** The BCP 47 tag that `Intl` gets. */
  locale: string;
  direction: 'ltr' | 'rtl';
  /** Chromium's name of its spelling dictionary. */
  dictionary: string;
  /** Tags of a browser or a system that begin with it, when nothing was chosen. */
  preferredBy: readonly string[];
}

/** Every language of the interface, in the order they are offered; a new one begins with a row here. */
export const INTERFACE_LANGUAGES = {
  // British English: day before month, 24 hours.
  en: { name: 'English', locale: 'en-GB', direction: 'ltr', dictionary: 'en-GB', preferredBy: ['en'] },
  uk: {
    name: 'Українська',
    locale: 'uk-UA',
    direction: 'ltr',
    dictionary: 'uk',
    preferredBy: ['uk', 'ru-UA'],
  },
} as const satisfies Record<string, InterfaceLanguageEntry>;

/** The ISO 639-1 code of a language of the interface. */
export type InterfaceLanguage = keyof typeof INTERFACE_LANGUAGES;

/** The codes of all of them. */
export const interfaceLanguages = Object.keys(INTERFACE_LANGUAGES) as InterfaceLanguage[];

export function isInterfaceLanguage(code: string): code is InterfaceLanguage {
  return Object.hasOwn(INTERFACE_LANGUAGES, code);
}

/**
 * The language for a person who has chosen none: the first known one of their browser's or system's language tags, or
 * English.
 */
export function preferredLanguage(tags: readonly string[]): InterfaceLanguage {
  for (const tag of tags) {
    const found = interfaceLanguages.find((code) =>
      INTERFACE_LANGUAGES[code].preferredBy.some((prefix) => hasPrefix(tag, prefix)),
    );
    if (found) return found;
  }
  return 'en';
}

/** "uk" is a prefix of "uk" and "uk-UA", not of "ukr". */
function hasPrefix(tag: string, prefix: string): boolean {
  return `${tag.toLowerCase()}-`.startsWith(`${prefix.toLowerCase()}-`);
}
