import { createHash, randomInt } from 'node:crypto';

/** A code that is mailed and typed within minutes: 8 decimal digits, 26 bits (ASVS 5.0 6.5.4 asks for 20). */
export function drawShortCode(): string {
  return String(randomInt(10 ** SHORT_LENGTH)).padStart(SHORT_LENGTH, '0');
}

/** Whether a code is one of the short ones, which could be guessed. */
export function isShortCode(code: string): boolean {
  return code.length === SHORT_LENGTH && /^\d+$/.test(code);
}

/** A code that lives for days and is handed over: 16 characters, 80 bits, none of which is taken for another. */
export function drawLongCode(): string {
  return Array.from({ length: LONG_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** What the database keeps of a code: its SHA-256 in hexadecimal. */
export function hashOfCode(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/**
 * Whether something that ends at a time, `lifetime` seconds after it was made, still lives. What ends later than it
 * could was made before the clock was set back, nobody knows how long ago; a small step back is forgiven.
 */
export function isTimely(ends: number, now: number, lifetime: number): boolean {
  return now < ends && ends <= now + 2 * lifetime;
}

const SHORT_LENGTH = 8;
const LONG_LENGTH = 16;
/** Upper-case letters and digits without 0 and O, 1 and I. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
