import { createHash } from 'node:crypto';

/** Fingerprint of a public key: SHA-256 of its SPKI form in hexadecimal. */
export function fingerprintOf(publicKey: Buffer): string {
  return createHash('sha256').update(publicKey).digest('hex');
}
