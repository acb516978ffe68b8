import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { solveChallenge } from 'altcha-lib';
import { deriveKey as deriveNatively } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, DeriveKeyFunction } from 'altcha-lib/types';

/** Receives a challenge and posts its solution, or null if none was found within 90 seconds. */
addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  void solveChallenge({ challenge: data, deriveKey }).then((solution) => postMessage(solution));
});

/** Uses a script implementation on pages loaded over plain HTTP, which have no `crypto.subtle`. */
const deriveKey: DeriveKeyFunction = (parameters, salt, password) =>
  'subtle' in crypto && (crypto.subtle as SubtleCrypto | undefined)
    ? deriveNatively(parameters, salt, password)
    : Promise.resolve({ derivedKey: deriveInScript(parameters, salt, password) });

function deriveInScript(
  { cost, keyLength }: Parameters<DeriveKeyFunction>[0],
  salt: Uint8Array,
  password: Uint8Array,
): Uint8Array {
  return pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength });
}
