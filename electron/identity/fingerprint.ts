import { createHash } from 'node:crypto';

/** The words by which people name a key: SHA-256 of its SPKI form, in hexadecimal. */
export function fingerprintOf(publicKey: Buffer): string {
  return createHash('sha256').update(publicKey).digest('hex');
}
