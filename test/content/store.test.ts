import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ContentStore, toStorageError } from '../../electron/content/store';
import { verifyContent } from '../../electron/content/verify-content';

let folder: string;
let now: number;
let store: ContentStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'courtyard-content-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  now = 1_800_000_000;
  store = new ContentStore(folder, () => now);
});

describe('incoming bytes', () => {
  test('are hashed while received, under a temporary name until stored', async () => {
    const bytes = randomBytes(300_000);
    const received = await store.receive(inPieces(bytes, 7777), bytes.length);
    expect([received.size, received.hash]).toEqual([bytes.length, hashOf(bytes)]);
    expect(filesIn('blobs')).toEqual([]);
    await store.commit(received);
    expect(filesIn('partial')).toEqual([]);
    expect(readFileSync(store.files.pathOf(received.hash)).equals(bytes)).toBe(true);
  });

  test.each([1024 * 1024, 1024 * 1024 + 1, 5_000_000])(
    'are hashed by a thread if they are many: %i',
    async (size) => {
      const all = [randomBytes(size), randomBytes(size)];
      const coming = all.map((bytes) => store.receive(inPieces(bytes, 65_536), size));
      expect((await Promise.all(coming)).map(({ hash }) => hash)).toEqual(all.map(hashOf));
    },
  );

  test('leave nothing when cut off anywhere', async () => {
    const bytes = randomBytes(100_000);
    for (let turn = 0; turn < 40; turn++) {
      const cut = Math.floor((turn / 40) * bytes.length);
      const broken = new Error('the connection is gone');
      await expect(store.receive(cutAt(bytes, cut, broken), bytes.length)).rejects.toMatchObject({
        code: 'upload_error',
        cause: broken,
      });
      expect(filesIn('')).toEqual([]);
    }
  });

  test('are rejected at the first byte over the limit, leaving nothing', async () => {
    const bytes = randomBytes(1000);
    expect((await store.receive(Readable.from([bytes]), 1000)).size).toBe(1000);
    await expect(store.receive(Readable.from([bytes]), 999)).rejects.toMatchObject({ code: 'too_large' });
    expect(filesIn('partial')).toHaveLength(1);
  });

  test('may be empty', async () => {
    const received = await store.receive(Readable.from([]), 10);
    await store.commit(received);
    expect(statSync(store.files.pathOf(hashOf(Buffer.alloc(0)))).size).toBe(0);
  });

  test('are dropped when the store closes, and no more are accepted', async () => {
    const endless = new Readable({ read: () => undefined });
    endless.push(randomBytes(1000));
    const receiving = store.receive(endless, 1e9).catch((error: unknown) => error);
    await new Promise(setImmediate);
    await store.close();
    expect(await receiving).toMatchObject({ code: 'unavailable' });
    expect(filesIn('')).toEqual([]);
    await expect(store.receive(Readable.from([]), 1)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test.each([
    ['ENOSPC', 'unavailable', { host: 'has no room' }],
    ['EDQUOT', 'unavailable', { host: 'has no room' }],
    ['EMFILE', 'unavailable', undefined],
    ['EIO', 'upload_error', undefined],
  ])('that fail with %s are refused with %s', (code, refusal, fields) => {
    const { code: given, fields: named } = toStorageError(Object.assign(new Error('write'), { code }));
    expect([given, named]).toEqual([refusal, fields]);
  });

  test('left half written by an earlier run are deleted at start', () => {
    writeFileSync(store.temporaryPath(), 'half');
    expect(filesIn('partial')).toHaveLength(1);
    new ContentStore(folder, () => now);
    expect(filesIn('partial')).toEqual([]);
  });
});

describe('stored bytes', () => {
  test('exist once, however often they are uploaded', async () => {
    const bytes = randomBytes(5000);
    const coming = Array.from({ length: 8 }, () => store.receive(inPieces(bytes, 100), 5000));
    await Promise.all((await Promise.all(coming)).map((received) => store.commit(received)));
    expect(filesIn('')).toHaveLength(1);
  });

  test.each([
    ['truncation', (bytes: Buffer) => bytes.subarray(0, 100)],
    ['a change of their bytes', (bytes: Buffer) => Buffer.alloc(bytes.length, 1)],
  ])('are repaired by uploading them again after %s', async (_what, damage) => {
    const bytes = randomBytes(5000);
    const hash = await keep(bytes);
    writeFileSync(store.files.pathOf(hash), damage(bytes));
    await keep(bytes);
    expect(readFileSync(store.files.pathOf(hash)).equals(bytes)).toBe(true);
  });

  test('that are intact stay the same file, which backups share', async () => {
    const bytes = randomBytes(5000);
    const { ino } = statSync(store.files.pathOf(await keep(bytes)));
    expect(statSync(store.files.pathOf(await keep(bytes))).ino).toBe(ino);
  });

  test('are verified, and damaged or missing ones reported', async () => {
    const [whole, damaged] = [await keep(randomBytes(10)), await keep(randomBytes(10))];
    const missing = hashOf(Buffer.from('never kept'));
    writeFileSync(store.files.pathOf(damaged), 'other bytes');
    const rows = [whole, damaged, missing, missing].map((hash, index) => ({ id: index + 1, hash }));
    const listNamed = (after: number) => Promise.resolve(rows.slice(after));
    expect(await verifyContent(store, listNamed)).toEqual({
      read: 2,
      damaged: [damaged.toString('hex')],
      missing: [missing.toString('hex')],
    });
  });

  test('of an in-memory store are deleted with it', async () => {
    const passing = new ContentStore('', () => now);
    const received = await passing.receive(Readable.from([randomBytes(10)]), 10);
    await passing.commit(received);
    const path = passing.files.pathOf(received.hash);
    expect(existsSync(path)).toBe(true);
    await passing.close();
    expect(existsSync(path)).toBe(false);
  });
});

async function keep(bytes: Buffer): Promise<Buffer> {
  const received = await store.receive(Readable.from([bytes]), bytes.length);
  await store.commit(received);
  return received.hash;
}

function inPieces(bytes: Buffer, size: number): Readable {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  return Readable.from(pieces);
}

/** Gives some bytes and then breaks. */
function cutAt(bytes: Buffer, cut: number, error: Error): Readable {
  const pieces = function* () {
    if (cut > 0) yield bytes.subarray(0, cut);
    throw error;
  };
  return Readable.from(pieces());
}

function hashOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Every file below a folder of the store. */
function filesIn(place: string): string[] {
  const root = join(folder, 'content', place);
  if (!existsSync(root)) return [];
  const entries = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return entries.filter((entry) => statSync(join(root, entry)).isFile());
}
