import type { Challenge, Solution } from 'altcha-lib/types';
import { call } from '../call';

/**
 * Requests a challenge and solves it off the main thread: a few thousand hashes, less than a second on a laptop.
 * Returns the value of the `captcha` parameter: base64 of JSON `{ challenge, solution }`. Throws AppError if the
 * challenge can't be loaded.
 */
export async function solveCaptcha(): Promise<string> {
  const challenge = (await call('account.captcha')) as unknown as Challenge;
  const solution = await solve(challenge);
  return btoa(JSON.stringify({ challenge, solution }));
}

function solve(challenge: Challenge): Promise<Solution> {
  const worker = new Worker(new URL('./captcha-worker.ts', import.meta.url), { type: 'module' });
  const answer = new Promise<Solution>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Solution | null>) =>
      data ? resolve(data) : reject(new Error('The captcha was not solved in time.'));
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(challenge);
  });
  return answer.finally(() => worker.terminate());
}
