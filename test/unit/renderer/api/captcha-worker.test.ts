// @vitest-environment happy-dom
import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Challenge, Solution } from 'altcha-lib/types';

async function solve(challenge: Challenge): Promise<Solution> {
  const solved = Promise.withResolvers<Solution>();
  vi.stubGlobal('postMessage', solved.resolve);
  await import('../../../../renderer/api/captcha/captcha-worker');
  dispatchEvent(new MessageEvent('message', { data: challenge }));
  return solved.promise;
}

test('a page without crypto.subtle finds the same solution', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const counter = 7;
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 20,
    counter,
    deriveKey,
    hmacSignatureSecret: 'secret',
  });
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const solution = await solve(challenge);
  expect(solution.counter).toBe(counter);
});
