import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openHttpDoor } from '../../electron/doors/http';
import { openService, type Service } from '../../electron/service';
import { contentFiles, upload } from '../support/content';
import { createDatabase, urlOfDatabase } from '../support/databases/databases';
import { fixture } from '../support/fixtures';
import { testObjectStorage, type ObjectStorage } from '../support/object-storage';
import { refusal, TEST_SETTINGS, TestClock, testServiceOver, type TestPerson } from '../support/service';

/** A process that serves the community: its service, its own data folder and its address. */
interface Process {
  service: Service;
  data: string;
  url: string;
}

let storage: ObjectStorage;
let first: Process;
let second: Process;
let clock: TestClock;
let ann: TestPerson;

beforeEach(async () => {
  storage = await testObjectStorage();
  clock = new TestClock();
  clock.seconds = Math.floor(Date.now() / 1000);
  const database = urlOfDatabase(await createDatabase());
  first = await openProcess(database);
  second = await openProcess(database);
  ann = await testServiceOver(first.service, clock).person('Ann');
});

/** Processes have nothing in common but the database and the bucket. */
async function openProcess(database: string): Promise<Process> {
  const data = mkdtempSync(join(tmpdir(), 'courtyard-process-'));
  const service = await openService({
    ...{ data, database, storage: storage.options, settings: TEST_SETTINGS },
    now: () => clock.seconds * 1000,
  });
  const settings = { host: '127.0.0.1', hosts: [], origins: [] };
  const door = await openHttpDoor({ service, settings, logger: pino({ enabled: false }) });
  await door.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    door.server.closeAllConnections();
    await door.close();
    await service.close();
    rmSync(data, { recursive: true, force: true });
  });
  return { service, data, url: `http://127.0.0.1:${(door.server.address() as AddressInfo).port}` };
}

async function download(at: Process, url: string, headers: Record<string, string> = {}) {
  const response = await fetch(at.url + url, { headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

const send = (name: 'files.upload' | 'photos.upload' | 'videos.upload', bytes: Buffer) =>
  upload(first.service, ann.session, name, bytes);

test('what one process received is downloaded whole and by range from another one', async () => {
  const large = Buffer.alloc(11 * 1024 * 1024, 'courtyard ');
  for (const bytes of [Buffer.from('small'), large]) {
    const { Url } = await send('files.upload', bytes);
    const whole = await download(second, Url);
    expect([whole.response.status, whole.bytes.equals(bytes)]).toEqual([200, true]);
    const part = await download(second, Url, { range: 'bytes=2-4' });
    expect([part.response.status, part.bytes]).toEqual([206, bytes.subarray(2, 5)]);
    expect(part.response.headers.get('content-range')).toBe(`bytes 2-4/${bytes.length}`);
  }
  const video = await send('videos.upload', fixture('video.mp4'));
  expect(video).toMatchObject({ Duration: expect.any(Number), Width: expect.any(Number) });
  expect((await download(second, video.Url)).bytes.equals(fixture('video.mp4'))).toBe(true);
  expect(await storage.names()).toHaveLength(3);
  expect([contentFiles(first.data), contentFiles(second.data)]).toEqual([[], []]);
});

test('each process makes the sizes of a picture from the bucket, once', async () => {
  const { Url } = await send('photos.upload', fixture('picture.png'));
  for (const one of [first, second, second]) {
    const { bytes } = await download(one, `${Url}&size=64`);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 64 });
    expect(contentFiles(one.data)).toEqual([expect.stringMatching(/^sizes/)]);
  }
});

test('a download that is broken off leaves the host able to answer the next one', async () => {
  const { Url } = await send('files.upload', Buffer.alloc(11 * 1024 * 1024, 'courtyard '));
  for (let turn = 0; turn < 3; turn++) {
    const abort = new AbortController();
    const response = await fetch(second.url + Url, { signal: abort.signal });
    await response.body?.getReader().read();
    abort.abort();
  }
  expect((await download(second, Url)).bytes.length).toBe(11 * 1024 * 1024);
});

test('while the storage is down, uploads and downloads are answered with 503, and nothing is half stored', async () => {
  const { Url } = await send('files.upload', Buffer.from('before'));
  await storage.stop();
  for (const name of ['files.upload', 'photos.upload'] as const) {
    const error = await refusal(send(name, fixture('picture.png')));
    expect([error.code, error.retryAfter, error.message]).toEqual([
      'unavailable',
      30,
      'The storage of photos, videos and files can’t be reached. Nothing was changed. Try again in a minute.',
    ]);
  }
  const { response, bytes } = await download(second, Url);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
  expect(String(bytes)).toContain('The storage of photos, videos and files');
  await storage.start();
  expect(await ann.call('files.list', {})).toHaveLength(1);
  expect(await ann.call('photos.list', {})).toEqual([]);
  expect(await storage.names()).toHaveLength(1);
  expect(contentFiles(first.data)).toEqual([]);
  await send('photos.upload', fixture('picture.png'));
  expect(String((await download(second, Url)).bytes)).toBe('before');
});
