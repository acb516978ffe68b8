import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Generates a code to be mailed and typed within minutes: 8 decimal digits, 26 bits (ASVS 5.0 6.5.4 requires 20). */
export function generateShortCode(): string {
  return String(randomInt(10 ** SHORT_LENGTH)).padStart(SHORT_LENGTH, '0');
}

/** Whether a code is a short one, which could be guessed. */
export function isShortCode(code: string): boolean {
  return code.length === SHORT_LENGTH && /^\d+$/.test(code);
}

/** Generates a code that is valid for days and passed on by hand: 16 unambiguous characters, 80 bits. */
export function generateLongCode(): string {
  return Array.from({ length: LONG_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Generates a token: `y.` and 32 random bytes in URL-safe base64. */
export function generateToken(): string {
  return `y.${randomBytes(32).toString('base64url')}`;
}

/** The SHA-256 of a code in hexadecimal; the database stores only this. */
export function hashCode(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/**
 * Whether something with a lifetime in seconds is still valid. If it expires later than possible, the clock was set
 * back since by an unknown amount: that is invalid too, but a small step is tolerated.
 */
export function isWithinLifetime(expiresAt: number, now: number, lifetime: number): boolean {
  return now < expiresAt && expiresAt <= now + 2 * lifetime;
}

const SHORT_LENGTH = 8;
const LONG_LENGTH = 16;
/** Upper-case letters and digits without 0 and O, 1 and I. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
