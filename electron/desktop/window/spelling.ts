import type { Session } from 'electron';
import { INTERFACE_LANGUAGES } from '../../../shared/locale/interface-languages';

/**
 * Turns the spelling check on or off. On macOS the system's settings decide (`null`). Elsewhere Chromium downloads
 * dictionaries from a Google server, so it stays off until the person turns it on.
 */
export function checkSpelling(session: Session, isWanted: boolean | null): void {
  if (isWanted === null) return;
  // Without a language nothing is downloaded, whatever Chromium remembers.
  session.setSpellCheckerLanguages(isWanted ? LANGUAGES : []);
  session.setSpellCheckerEnabled(isWanted);
}

/** The languages of the interface, by Chromium's names. */
const LANGUAGES = Object.values(INTERFACE_LANGUAGES).map(({ dictionary }) => dictionary);
