import { solveChallenge } from 'altcha-lib';
import { deriveKey as deriveNatively } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, DeriveKeyFunction } from 'altcha-lib/types';
import { pbkdf2 } from './pbkdf2';

/** Takes a challenge, gives its solution, or null when there was none in a minute and a half. */
addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  void solveChallenge({ challenge: data, deriveKey }).then((solution) => postMessage(solution));
});

/** A page that came over plain HTTP from the network has no `crypto.subtle`: there it is done by hand. */
const deriveKey: DeriveKeyFunction = (parameters, salt, password) =>
  'subtle' in crypto && (crypto.subtle as SubtleCrypto | undefined)
    ? deriveNatively(parameters, salt, password)
    : Promise.resolve({ derivedKey: pbkdf2(password, salt, parameters.cost, parameters.keyLength) });
