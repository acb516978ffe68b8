/** ISO 639-1 codes in the order of the API's language numbers, from 1. */
const CODES = ['en', 'uk', 'ru'];

/** Returns the ISO 639-1 code of the API's language number; undefined for unknown numbers (0 is none). */
export function languageCode(number: number): string | undefined {
  return CODES[number - 1];
}

/** Returns all language numbers with their codes. */
export function languages(): { number: number; code: string }[] {
  return CODES.map((code, index) => ({ number: index + 1, code }));
}
