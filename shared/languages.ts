/** The languages' ISO 639-1 codes in the order of the numbers that the public interface gives them, from 1. */
const CODES = ['en', 'uk', 'ru'];

/** The ISO 639-1 code of a language's number; undefined for a number that is no language here (0 is none). */
export function languageCode(number: number): string | undefined {
  return CODES[number - 1];
}

/** All numbers with their codes. */
export function languages(): { number: number; code: string }[] {
  return CODES.map((code, index) => ({ number: index + 1, code }));
}
