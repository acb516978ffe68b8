import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { File } from '../../shared/contract/records';
import { testService, TestClock } from '../support/service';
import { upload } from '../support/content';
import { fixture } from '../support/fixtures';
import { endPrograms, startProgram } from '../support/program';
import { report, scaled } from './scale';

const PROGRAM = join(import.meta.dirname, '..', '..', 'out', 'main', 'serve.js');
const SIDE = scaled(5000, 9000);
const DOWNLOADS = 100;
const NAMES = ['Ann', 'Bob', 'Eve', 'Dan'] as const;

beforeAll(() => {
  if (!existsSync(PROGRAM)) throw new Error('npm run build makes the program that this tests');
});

/** Starts a community whose host is a separate process, with `threads` threads in the pool that reads files. */
async function hosted(threads: number) {
  const data = mkdtempSync(join(tmpdir(), 'courtyard-slow-work-'));
  const clock = new TestClock();
  clock.seconds = Math.floor(Date.now() / 1000);
  const t = await testService({ data, clock });
  const [reader, ...others] = await t.people(...NAMES);
  await upload(t.service, reader.session, 'files.upload', Buffer.alloc(10_000), { filename: 'small.bin' });
  await t.service.close();
  const program = startProgram(process.execPath, [PROGRAM, '--port', '0'], {
    env: { COURTYARD_DATA: data, COURTYARD_QUIET: '1', UV_THREADPOOL_SIZE: String(threads) },
  });
  onTestFinished(async () => {
    await endPrograms([program]);
    rmSync(data, { recursive: true, force: true });
  });
  const url = (await program.line(0)).replace('Courtyard is ready at ', '');
  const tokens = [reader, ...others].map(({ session }) => session.token ?? '');
  return { url, reader: tokens[0] ?? '', others: tokens.slice(1) };
}

/** Returns a picture that takes longer to decode than reading many small files. */
async function slowPicture(): Promise<Buffer> {
  const create = { width: SIDE, height: SIDE, channels: 4, background: 'green' } as const;
  return sharp({ create }).png({ progressive: true }).toBuffer();
}

test('small files are served during slow work, however few threads read them', async () => {
  const { url, reader, others } = await hosted(1);
  const picture = await slowPicture();
  const address = await addressOfFile(url, reader);
  // The first picture also loads the decoder.
  await send(`${url}/photos`, reader, 'photo', fixture('picture.png'));
  let isOver = false;
  const slow = Promise.all(
    others.flatMap((token) => [
      send(`${url}/photos`, token, 'photo', picture),
      send(`${url}/photos`, token, 'photo', picture),
      send(`${url}/musicbase`, token, 'audio', fixture('track.mp3')),
      download(`${url}/settings/export`, token),
    ]),
  ).finally(() => (isOver = true));
  let downloads = 0;
  while (!isOver) await download(address).then(() => void downloads++);
  await slow;
  // If downloads shared the thread with pictures, only a few would complete between two pictures.
  expect(downloads).toBeGreaterThan(60);
});

test("a person's second picture waits behind the first ones of others", async () => {
  const { url, reader, others } = await hosted(4);
  const [attacker = ''] = others;
  const picture = await slowPicture();
  const ended: string[] = [];
  const attack = Array.from({ length: 4 }, () =>
    send(`${url}/photos`, attacker, 'photo', picture).then(() => void ended.push('large')),
  );
  await Promise.race(attack);
  await send(`${url}/photos`, reader, 'photo', fixture('picture.png')).then(() => void ended.push('small'));
  await Promise.all(attack);
  expect(ended.indexOf('small')).toBeLessThan(3);
});

test.runIf(scaled(0, 1) === 1)('the ratio of downloads during slow work to those without', async () => {
  const { url, reader, others } = await hosted(4);
  const picture = await slowPicture();
  const address = await addressOfFile(url, reader);
  await timed(address);
  const idle = await timed(address);
  let isOver = false;
  const busy = others.map(async (token) => {
    while (!isOver) {
      await Promise.all([
        send(`${url}/photos`, token, 'photo', picture),
        send(`${url}/musicbase`, token, 'audio', fixture('track.mp3')),
      ]);
    }
  });
  const beside = await timed(address);
  isOver = true;
  await Promise.all(busy);
  report({
    fault: 'slow work of three people beside downloads',
    cases: DOWNLOADS,
    result: `a download takes ${(beside / idle).toFixed(1)} times as long as on an idle host`,
  });
});

async function timed(address: string): Promise<number> {
  const start = performance.now();
  for (let count = 0; count < DOWNLOADS; count++) await download(address);
  return performance.now() - start;
}

async function addressOfFile(url: string, token: string): Promise<string> {
  const answer = await fetch(`${url}/files`, { headers: { token } });
  const [file] = (await answer.json()) as File[];
  return new URL(file?.Url ?? '', url).href;
}

async function send(address: string, token: string, part: string, bytes: Buffer): Promise<void> {
  const body = new FormData();
  body.set(part, new Blob([new Uint8Array(bytes)]), 'file');
  const answer = await fetch(address, { method: 'POST', headers: { token }, body });
  expect([address, answer.status, await answer.text()]).toEqual([address, 200, expect.anything()]);
}

async function download(address: string, token?: string): Promise<void> {
  const answer = await fetch(address, { headers: token === undefined ? {} : { token } });
  expect([address, answer.status]).toEqual([address, 200]);
  await answer.arrayBuffer();
}
