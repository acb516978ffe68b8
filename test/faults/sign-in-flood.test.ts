import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hashThreads } from '../../electron/passwords/hash-threads';
import { MAX_WAITING } from '../../electron/passwords/password-queue';
import { RATES } from '../../shared/limits';
import { hosted, type Hosted } from '../doors/hosted';
import { upload } from '../support/content';
import { sendAtOnce, type Post } from './pipelined';
import { isWhole, report, scaled } from './scale';

const COUNT = scaled(60, 2000);

/** Returns sign-ins with wrong passwords, each for a different account. */
function guesses(headersOf: (index: number) => Record<string, string>): Post[] {
  return Array.from({ length: COUNT }, (_, index) => ({
    path: '/login',
    body: { email: `p${index}@example.org`, password: 'a wrong password' },
    headers: headersOf(index),
  }));
}

/** Returns headers with a different client address for each index, as sent by a trusted proxy. */
function addressOf(index: number): Record<string, string> {
  return { 'x-forwarded-for': `198.51.${index >> 8}.${index & 255}` };
}

interface Download {
  url: string;
  bytes: Buffer;
}

async function storedFile(host: Hosted): Promise<Download> {
  const ada = await host.world.person('Ada');
  const bytes = randomBytes(100_000);
  const { Url } = await upload(host.world.service, ada.session, 'files.upload', bytes, { filename: 'a.bin' });
  return { url: host.url + Url, bytes };
}

/** Returns how many milliseconds a download takes. */
async function download({ url, bytes }: Download): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(url);
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  return performance.now() - begun;
}

async function downloads(file: Download, times: number): Promise<number[]> {
  const taken: number[] = [];
  for (let n = 0; n < times; n++) taken.push(await download(file));
  return taken;
}

function countedHashes() {
  const run = vi.spyOn(hashThreads, 'run');
  onTestFinished(() => run.mockRestore());
  return run.mock.calls;
}

const countOf = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

test('downloads do not wait for sign-ins from many addresses', async () => {
  const host = await hosted({}, ['127.0.0.1']);
  const file = await storedFile(host);
  const alone = (await downloads(file, 9)).sort((one, other) => one - other)[4] ?? 0;
  const hashes = countedHashes();

  const flood = sendAtOnce(host.port, guesses(addressOf));
  await flood.begun;
  const [waited = 0] = await downloads(file, 1);
  // A download queued behind the hashing would only end with the flood.
  expect(flood.answered()).toBeLessThan(isWhole ? COUNT : COUNT / 2);
  const statuses = await flood.statuses;
  expect(countOf(statuses, 401)).toBe(hashes.length);
  expect(countOf(statuses, 429)).toBe(COUNT - hashes.length);
  report({
    fault: 'sign-ins at once from as many addresses',
    cases: COUNT,
    result: `${hashes.length} hashed, a download took ${(waited / alone).toFixed(1)} times as long as alone`,
  });
});

test('sign-ins over the limit of their address are rejected without hashing', async () => {
  const host = await hosted();
  await storedFile(host);
  const hashes = countedHashes();
  const flood = sendAtOnce(
    host.port,
    guesses(() => ({})),
  );
  const statuses = await flood.statuses;
  expect(hashes.length).toBeLessThanOrEqual(RATES.failedLoginsPerMinute);
  expect(countOf(statuses, 401)).toBe(hashes.length);
  expect(countOf(statuses, 429)).toBe(COUNT - hashes.length);
  report({ fault: 'sign-ins at once from one address', cases: COUNT, result: `${hashes.length} hashed` });
});

test('the right password from a known address is accepted while strangers fill the queue', async () => {
  const host = await hosted({}, ['127.0.0.1']);
  const ada = await host.world.person('Ada');
  const known = { 'x-forwarded-for': '203.0.113.7' };
  const own = { path: '/login', body: { email: ada.email, password: ada.password }, headers: known };
  expect(await sendAtOnce(host.port, [own]).statuses).toEqual([200]);
  const strangers = MAX_WAITING.strangers + scaled(20, 2000);
  const flood = sendAtOnce(
    host.port,
    Array.from({ length: strangers }, (_, index) => ({
      path: '/login',
      body: { email: `p${index}@example.org`, password: 'a wrong password' },
      headers: addressOf(index),
    })),
  );
  await flood.begun;
  expect(await sendAtOnce(host.port, [own]).statuses).toEqual([200]);
  expect(flood.answered()).toBeLessThan(strangers);
  await flood.statuses;
});
