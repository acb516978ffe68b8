/**
 * Returns a name for a place inside a text. One with right-to-left letters is isolated (Unicode Bidirectional
 * Algorithm): the words, numbers and punctuation beside it would otherwise change places with its parts.
 */
export function isolatedName(name: string): string {
  return hasRightToLeft(name) ? `\u2068${name}\u2069` : name;
}

/** Whether a text has letters that are written from right to left. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** Hebrew, Arabic, Syriac, Thaana, N'Ko and related scripts. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Returns the beginning of a text and "…" if it has more than `most` code points. */
export function shortened(text: string, most: number): string {
  const characters = [...text.slice(0, most * 2 + 2)];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
}
