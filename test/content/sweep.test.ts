import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { resizedNameOf } from '../../electron/content/pictures/picture-sizes';
import { ContentStore } from '../../electron/content/store';
import type { ContentTotals } from '../../electron/content/listing';
import { Sweeper, type SweeperOptions } from '../../electron/content/sweep';
import { verifyContent } from '../../electron/content/verify-content';
import { LIFETIMES, SWEEP } from '../../shared/limits';
import { contentFiles } from '../support/content';

let folder: string;
let now: number;
let store: ContentStore;
/** What the rows of a database name, and what its index says of them. */
let rows: Buffer[];
let indexed: Buffer[] | null;
let isSound: boolean;
let unapproved: ContentTotals;
let sweeper: Sweeper;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'courtyard-sweep-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  now = 1_800_000_000;
  store = new ContentStore(folder, () => now);
  [rows, indexed, isSound] = [[], null, true];
  sweeper = newSweeper();
});

describe('unused stored content', () => {
  test('moves to the trash after an hour with its previews, and used content stays', async () => {
    const [named, unnamed] = [await keep(), await keep()];
    rows = [named];
    for (const hash of [named, unnamed])
      writeFileSync(store.pathInside('sizes', ...resizedNameOf(hash, 256)), 'w');
    expect(await sweeper.run()).toEqual({ items: 0, size: 0 });
    now += SWEEP.minimumAge + 1;
    expect(await sweeper.run()).toEqual({ items: 1, size: 10 });
    const sizes = join('sizes', ...resizedNameOf(named, 256));
    expect(contentFiles(folder).toSorted()).toEqual([
      placeIn('blobs', named),
      sizes,
      placeIn('trash', unnamed),
    ]);
    expect(await store.files.trash.totals()).toEqual({ items: 1, size: 10 });
  });

  test('is deleted after thirty days in the trash, and not before', async () => {
    const unnamed = await keep();
    now += SWEEP.minimumAge + 1;
    await sweeper.run();
    now += LIFETIMES.trash;
    await sweeper.run();
    expect(contentFiles(folder)).toEqual([placeIn('trash', unnamed)]);
    now += 1;
    await sweeper.run();
    expect(contentFiles(folder)).toEqual([]);
    expect(await store.files.trash.totals()).toEqual({ items: 0, size: 0 });
  });

  test('stays when it is stored again during the sweep', async () => {
    const bytes = randomBytes(10);
    const hash = await keep(bytes);
    now += 10_000;
    sweeper = newSweeper({
      findReferenced: async () => {
        await keep(bytes);
        return new Set();
      },
    });
    expect(await sweeper.run()).toEqual({ items: 0, size: 0 });
    expect(existsSync(store.files.pathOf(hash))).toBe(true);
  });

  test('stays when only the table or only its index names it', async () => {
    const [inTable, inIndex] = [await keep(), await keep()];
    [rows, indexed] = [[inTable], [inIndex]];
    now += 10_000;
    expect(await sweeper.run()).toEqual({ items: 0, size: 0 });
  });

  test('stays while the database is not known to be sound, and during a backup', async () => {
    await keep();
    now += 10_000;
    isSound = false;
    expect([await sweeper.run(), await sweeper.run(true)]).toEqual([null, null]);
    isSound = true;
    expect(await store.withoutSweep(() => sweeper.run())).toBeNull();
    expect(await sweeper.run()).toMatchObject({ items: 1 });
  });

  test('stays when the host stops before all rows were read', async () => {
    const hash = await keep();
    rows = [hash];
    now += 10_000;
    sweeper = newSweeper({ listReferenced: () => (void sweeper.close(), Promise.resolve([])) });
    expect(await sweeper.run()).toBeNull();
    expect(existsSync(store.files.pathOf(hash))).toBe(true);
  });
});

describe('a sweep without an administrator', () => {
  test.each([
    [21, 0, false],
    [20, 0, true],
    [26, 474, false],
    [25, 475, true],
  ])('of %i unused beside %i used files runs: %s', async (unnamed, named, isDone) => {
    for (let count = 0; count < named; count++) rows.push(randomBytes(32));
    for (const hash of rows) writeFileSync(store.files.pathOf(hash), 'named');
    for (let count = 0; count < unnamed; count++) await keep();
    now += 10_000;
    const amount = { items: unnamed, size: unnamed * 10 };
    const none = { items: 0, size: 0 };
    expect(await sweeper.run()).toEqual(isDone ? amount : none);
    expect([unapproved, await store.files.trash.totals()]).toEqual(isDone ? [none, amount] : [amount, none]);
  });

  test('that would delete too much deletes nothing from the trash either, until approved', async () => {
    const first = await keep();
    now += 10_000;
    await sweeper.run();
    now += LIFETIMES.trash + 1;
    for (let count = 0; count < 21; count++) await keep();
    now += 10_000;
    await sweeper.run();
    expect(contentFiles(folder)).toContain(placeIn('trash', first));
    expect(await sweeper.run(true)).toEqual({ items: 21, size: 210 });
    expect(contentFiles(folder)).not.toContain(placeIn('trash', first));
    expect(unapproved).toEqual({ items: 0, size: 0 });
  });
});

describe('content in the trash is restored', () => {
  let bytes: Buffer;
  let hash: Buffer;
  beforeEach(async () => {
    bytes = randomBytes(10);
    hash = await keep(bytes);
    now += 10_000;
    await sweeper.run();
    expect(contentFiles(folder)).toEqual([placeIn('trash', hash)]);
  });

  test('when a row names it again, at any time', async () => {
    rows = [hash];
    now += LIFETIMES.trash + 1;
    await sweeper.run();
    expect(contentFiles(folder)).toEqual([placeIn('blobs', hash)]);
  });

  test('when the same bytes are stored again', async () => {
    await keep(bytes);
    expect(contentFiles(folder)).toEqual([placeIn('blobs', hash)]);
  });

  test('when it is requested', () => {
    expect(readFileSync(store.files.localPath(hash)).equals(bytes)).toBe(true);
    expect(contentFiles(folder)).toEqual([placeIn('blobs', hash)]);
  });

  test('by verification, and what is unused stays in the trash', async () => {
    const other = await keep();
    now += 10_000;
    await sweeper.run();
    rows = [hash];
    expect(await verifyContent(store, listNamed)).toEqual({ read: 1, damaged: [], missing: [] });
    expect(contentFiles(folder).toSorted()).toEqual([placeIn('blobs', hash), placeIn('trash', other)]);
  });
});

function newSweeper(other: Partial<SweeperOptions> = {}): Sweeper {
  return new Sweeper({
    content: store,
    listReferenced: listNamed,
    findReferenced: () => Promise.resolve(new Set((indexed ?? rows).map((hash) => hash.toString('hex')))),
    isDatabaseSound: () => isSound,
    onUnapproved: (left) => Promise.resolve(void (unapproved = left)),
    now: () => now,
    logger: pino({ enabled: false }),
    ...other,
  });
}

/** A hundred at a time. */
function listNamed(after: number): Promise<{ id: number; hash: Buffer }[]> {
  const all = rows.map((hash, index) => ({ id: index + 1, hash }));
  return Promise.resolve(all.slice(after, after + 100));
}

async function keep(bytes: Buffer = randomBytes(10)): Promise<Buffer> {
  const received = await store.receive(Readable.from([bytes]), bytes.length);
  await store.commit(received);
  return createHash('sha256').update(bytes).digest();
}

function placeIn(part: string, hash: Buffer): string {
  const name = hash.toString('hex');
  return join(part, name.slice(0, 2), name);
}
