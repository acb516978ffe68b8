import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openContentStore } from '../../electron/content/open-store';
import { parseS3Address, type S3Options } from '../../electron/content/s3/s3-address';
import { S3Client } from '../../electron/content/s3/s3-client';
import type { ContentStore } from '../../electron/content/store';
import { Sweeper } from '../../electron/content/sweep';
import { verifyContent } from '../../electron/content/verify-content';
import { LIFETIMES, SWEEP } from '../../shared/limits';
import { contentFiles } from '../support/content';
import { testObjectStorage, type ObjectStorage } from '../support/object-storage';
import { refusal } from '../support/service';

let folder: string;
let storage: ObjectStorage;
let store: ContentStore;
/** Seconds by which the clock of the host is ahead of the one of the storage. */
let ahead: number;
let rows: Buffer[];

const now = () => Math.floor(Date.now() / 1000) + ahead;
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const blob = (hash: Buffer) => `garden/blobs/${hash.toString('hex')}`;
const listReferenced = (after: number) =>
  Promise.resolve(after === 0 ? rows.map((hash, index) => ({ id: index + 1, hash })) : []);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'courtyard-s3-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  [ahead, rows] = [0, []];
  storage = await testObjectStorage();
  store = await openContentStore(folder, now, storage.options);
});

async function keep(bytes: Buffer): Promise<Buffer> {
  const received = await store.receive(Readable.from([bytes]), Infinity);
  await store.commit(received);
  return received.hash;
}

async function read(hash: Buffer, size: number, start = 0, end = size - 1): Promise<Buffer> {
  return buffer(await store.stored.read(hash, { size, start, end }));
}

function newSweeper(): Sweeper {
  return new Sweeper({
    content: store,
    listReferenced,
    findReferenced: () => Promise.resolve(new Set(rows.map((hash) => hash.toString('hex')))),
    isDatabaseSound: () => true,
    now,
    logger: pino({ enabled: false }),
  });
}

test('contents of every size are stored under their hash, and read whole, in part and as a local file', async () => {
  for (const size of [0, 10, 5 * 1024 * 1024, 12 * 1024 * 1024 + 7]) {
    const bytes = randomBytes(size);
    const hash = await keep(bytes);
    expect(hash).toEqual(hashOf(bytes));
    expect([size, await store.stored.recover(hash)]).toEqual([size, size]);
    expect((await read(hash, size)).equals(bytes)).toBe(true);
    if (size > 0) expect(await read(hash, size, size - 4, size - 2)).toEqual(bytes.subarray(-4, -1));
    const copied = await store.withFile(hash, async (path) =>
      buffer((await import('node:fs')).createReadStream(path)),
    );
    expect(copied.equals(bytes)).toBe(true);
    expect(await storage.names()).toContain(blob(hash));
  }
  // Nothing stays on the disk of the host.
  expect(contentFiles(folder)).toEqual([]);
});

test('what is not stored has no size and can not be read', async () => {
  const hash = hashOf(Buffer.from('nothing'));
  expect([await store.stored.recover(hash), await store.stored.stat(hash)]).toEqual([null, null]);
  await expect(read(hash, 7)).rejects.toMatchObject({ code: 'unavailable' });
});

test('a storage that is down is a clear error, and nothing is stored until the upload is repeated', async () => {
  const bytes = randomBytes(6 * 1024 * 1024);
  const hash = await keep(randomBytes(10));
  await storage.stop();
  const received = await store.receive(Readable.from([bytes]), Infinity);
  for (const attempt of [
    () => store.commit(received),
    () => store.stored.recover(hash),
    () => read(hash, 10),
  ]) {
    const error = await refusal(attempt() as Promise<never>);
    expect(error).toMatchObject({
      code: 'unavailable',
      retryAfter: 30,
      message: expect.stringContaining('storage'),
    });
    expect(String(error.cause)).not.toContain('Signature');
  }
  await store.discard(received);
  expect(contentFiles(folder)).toEqual([]);
  await storage.start();
  expect(await storage.names()).toEqual([blob(hash)]);
  await keep(bytes);
  expect(await storage.names()).toHaveLength(2);
});

test('unused contents come to the trash after an hour, and are deleted after thirty days', async () => {
  const [used, unused] = [await keep(randomBytes(10)), await keep(randomBytes(20))];
  rows = [used];
  const sweeper = newSweeper();
  expect(await sweeper.run()).toEqual({ items: 0, size: 0 });
  ahead = SWEEP.minimumAge + 10;
  expect(await sweeper.run()).toEqual({ items: 1, size: 20 });
  expect(await sweeper.run()).toEqual({ items: 0, size: 0 });
  expect(await store.stored.trashTotals()).toEqual({ items: 1, size: 20 });
  expect(await verifyContent(store, listReferenced)).toEqual({ read: 1, damaged: [], missing: [] });
  ahead = LIFETIMES.trash + 10;
  await sweeper.run();
  expect(await storage.names()).toEqual([blob(used)]);
  expect(await store.stored.recover(unused)).toBeNull();
});

test('contents in the trash are restored when a row names them again or their bytes are stored again', async () => {
  const bytes = randomBytes(20);
  const [named, stored] = [await keep(randomBytes(10)), await keep(bytes)];
  ahead = SWEEP.minimumAge + 10;
  await newSweeper().run();
  expect(await store.stored.trashTotals()).toEqual({ items: 2, size: 30 });
  await keep(bytes);
  rows = [named];
  expect(await newSweeper().run()).toEqual({ items: 1, size: 20 });
  await keep(bytes);
  expect(await storage.names()).toEqual([blob(named), blob(stored)].toSorted());
});

test('verification names what is missing', async () => {
  const missing = hashOf(Buffer.from('missing'));
  rows = [await keep(randomBytes(10)), missing];
  const found = await verifyContent(store, listReferenced);
  expect(found).toEqual({ read: 1, damaged: [], missing: [missing.toString('hex')] });
});

test('a bucket that is missing or refuses the key is refused when the store is opened', async () => {
  const open = (wrong: Partial<S3Options>) => openContentStore(folder, now, { ...storage.options, ...wrong });
  const { endpoint } = storage.options;
  await expect(open({ bucket: 'other' })).rejects.toThrow(
    `The bucket ${endpoint}/other can't be used: there is no such bucket.`,
  );
  await expect(open({ accessKeyId: 'nobody' })).rejects.toThrow(
    `The bucket ${endpoint}/yard can't be used: the storage refuses the key. Check AWS_ACCESS_KEY_ID, `,
  );
  await storage.stop();
  await expect(open({})).rejects.toThrow(
    `The bucket ${endpoint}/yard can't be used: the storage doesn't answer (ECONNREFUSED). Check that it is running, `,
  );
});

/** The server of the other tests can't continue a listing on current versions of Node. */
test('a listing is continued page by page', async () => {
  const pages = [['a', 'b'], ['c'], ['d']];
  const server = createServer((request, response) => {
    const index = Number(
      new URL(request.url ?? '', 'http://host').searchParams.get('continuation-token') ?? 0,
    );
    const objects = (pages[index] ?? []).map(
      (key) =>
        `<Contents><Key>${key}</Key><Size>3</Size><LastModified>2026-01-05T08:00:00.000Z</LastModified></Contents>`,
    );
    const next = pages[index + 1] ? `<NextContinuationToken>${index + 1}</NextContinuationToken>` : '';
    response.setHeader('content-type', 'application/xml');
    response.end(
      `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${objects.join('')}${next}</ListBucketResult>`,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const found: string[] = [];
  for await (const objects of new S3Client({ ...storage.options, endpoint }).list(''))
    found.push(...objects.map(({ key, size, modifiedAt }) => `${key} ${size} ${modifiedAt}`));
  expect(found).toEqual(pages.flat().map((key) => `${key} 3 ${Date.UTC(2026, 0, 5, 8) / 1000}`));
});

test.each([
  [
    's3://yard',
    { endpoint: 'https://s3.us-east-1.amazonaws.com', region: 'us-east-1', bucket: 'yard', prefix: '' },
  ],
  [
    's3://yard?endpoint=http://127.0.0.1:9000/&region=garage&prefix=/a/b/',
    { endpoint: 'http://127.0.0.1:9000', region: 'garage', bucket: 'yard', prefix: 'a/b/' },
  ],
  ['s3://key:secret@yard', null],
  ['s3://yard?endpoint=https://key:secret@s3.example', null],
  ['s3://yard?secret=1', null],
  ['s3://yard?prefix=../up', null],
  ['https://yard', null],
])('the address %s', (text, address) => {
  expect(parseS3Address(text)).toEqual(address);
});
