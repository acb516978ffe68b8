import type { Session } from 'electron';
import { INTERFACE_LANGUAGES } from '../../../shared/interface-languages';

/**
 * Marks misspelled words in what is written, or does not. macOS does it by itself, as its own settings say (`null`). Elsewhere
 * Chromium has no dictionaries until it fetches them from a server of Google's: none is asked for unless the person wants that.
 */
export function checkSpelling(session: Session, isWanted: boolean | null): void {
  if (isWanted === null) return;
  // Without a language nothing is fetched, whatever else Chromium remembers.
  session.setSpellCheckerLanguages(isWanted ? LANGUAGES : []);
  session.setSpellCheckerEnabled(isWanted);
}

/** The languages of the interface, by Chromium's names. */
const LANGUAGES = Object.values(INTERFACE_LANGUAGES).map(({ dictionary }) => dictionary);
