import Database from 'better-sqlite3';
import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { restoreBackup } from '../../electron/backup/restore';
import { DATABASE_FILE } from '../../electron/database/open';
import { openService, type Service } from '../../electron/service';
import { upload } from '../support/content';
import {
  START,
  TEST_SETTINGS,
  TestClock,
  testService,
  testServiceOver,
  type TestPerson,
} from '../support/service';
import { report, scaled } from './scale';

const FILES = scaled(20, 1073);
/** Fewer than the limit of one sweep, so that only the comparison can save them. */
const FLIPPED = 10;
const BACKUP = '2026-01-05T08-00-00Z';

/** A community with stored files and a backup, created once; each test loses the database of a copy. */
let original: string;
let ann: TestPerson;
let data: string;
const clock = new TestClock();

beforeAll(async () => {
  original = mkdtempSync(join(tmpdir(), 'courtyard-whole-'));
  data = original;
  const service = await openCommunity();
  const t = testServiceOver(service, clock);
  [ann] = await t.people('Ann');
  for (let number = 0; number < FILES; number++) {
    clock.advance(1);
    await upload(service, ann.session, 'files.upload', Buffer.from(`file ${number}`));
  }
  clock.seconds = START;
  await ann.call('admin.createBackup', {});
  copyFileSync(log(), copy());
  await service.close();
});
afterAll(() => rmSync(original, { recursive: true, force: true }));

beforeEach(() => {
  clock.seconds = START;
  data = mkdtempSync(join(tmpdir(), 'courtyard-lost-'));
  const folder = data;
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

describe('a community whose database is missing', () => {
  test.each([
    ['is missing', () => rmSync(database())],
    ['has 0 bytes', () => truncateSync(database())],
    ['is a folder', () => replaceDatabase(() => mkdirSync(database()))],
    ['is a link to nothing', () => replaceDatabase(() => symlinkSync(join(data, 'unmounted'), database()))],
    [
      'left only its write-ahead log',
      () => replaceDatabase(() => writeFileSync(log(), readFileSync(copy()))),
    ],
  ])('is never opened as new when it %s, and is complete after a restore', async (how, lose) => {
    cpSync(original, data, { recursive: true, preserveTimestamps: true });
    const before = blobs();
    expect(before).toHaveLength(FILES);
    lose();
    const entries = readdirSync(data).toSorted();

    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(open()).rejects.toMatchObject({
        name: 'DatabaseMissingError',
        lost: { contents: FILES, backups: 1, newestBackup: { name: BACKUP, made: START } },
      });
    }
    expect(readdirSync(data).toSorted()).toEqual(entries);
    expect(blobs()).toEqual(before);

    const { previousData: aside } = await restoreBackup(data, BACKUP, START + 60);
    if (how.includes('log')) expect(existsSync(join(aside ?? '', `${DATABASE_FILE}-wal`))).toBe(true);
    const again = await testService({ data, clock });
    expect(await again.as(ann.session, ann).call('files.list', { limit: 100 })).toHaveLength(
      Math.min(FILES, 100),
    );
    expect(await again.service.verify()).toEqual({ read: FILES, damaged: [], missing: [] });
    expect(blobs()).toEqual(before);
    report({ fault: `the database ${how}`, cases: FILES, result: '0 stored files lost' });
  });

  test('is not replaced by an empty database file', async () => {
    cpSync(original, data, { recursive: true, preserveTimestamps: true });
    const elsewhere = join(data, 'elsewhere');
    await (await openService({ data: elsewhere, settings: TEST_SETTINGS })).close();
    // The state after a start that was interrupted between creating the schema and the community.
    const raw = new Database(join(elsewhere, DATABASE_FILE));
    raw.exec('DELETE FROM community; DELETE FROM meta');
    raw.close();
    copyFileSync(join(elsewhere, DATABASE_FILE), database());
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(open()).rejects.toMatchObject({ name: 'DatabaseMissingError' });
    }
    expect(blobs()).toHaveLength(FILES);
  });

  test('with an earlier run is not started anew, whatever else is missing', async () => {
    await (await openCommunity()).close();
    rmSync(database());
    const error = await open().catch((cause: unknown) => cause as Error);
    expect(error).toMatchObject({ name: 'DatabaseMissingError', lost: { contents: 0, newestBackup: null } });
    expect((error as Error).message).toContain('move the folder away');
    expect(existsSync(database())).toBe(false);
  });

  test('names the newest good backup and the command to restore it', async () => {
    cpSync(original, data, { recursive: true, preserveTimestamps: true });
    const bad = '2026-01-06T08-00-00Z';
    cpSync(join(data, 'backups', BACKUP), join(data, 'backups', bad), { recursive: true });
    const description = join(data, 'backups', bad, 'backup.json');
    const said = JSON.parse(readFileSync(description, 'utf8')) as object;
    writeFileSync(
      description,
      JSON.stringify({ ...said, made: START + 60, problems: ['The database is damaged.'] }),
    );
    rmSync(database());
    const { message } = (await open().catch((cause: unknown) => cause as Error)) as Error;
    expect(message).toContain(`npm run serve -- --data ${data} --restore ${BACKUP}`);
    expect(message).toContain(`${FILES} stored files, 2 backups`);

    rmSync(join(data, 'backups', BACKUP), { recursive: true });
    const none = (await open().catch((cause: unknown) => cause)) as Error;
    expect(none).toMatchObject({ lost: { backups: 1, newestBackup: null } });
    expect(none.message).toContain(`--restore ${bad}`);
  });
});

describe('a community that was backed up to a folder', () => {
  const made = START + 24 * 3600;

  beforeEach(() => {
    cpSync(original, data, { recursive: true, preserveTimestamps: true });
    backedUpTo('/mnt/the disk', made);
  });

  test('names the backup there first when it is newer than those beside the data', async () => {
    rmSync(database());
    const error = await open().catch((cause: unknown) => cause as Error);
    expect(error).toMatchObject({
      lost: { newestBackup: { name: BACKUP }, lastFolderBackup: { folder: '/mnt/the disk', made } },
    });
    expect((error as Error).message).toContain(
      `made 2026-01-06 08:00 UTC, from the backup folder with:\n  npm run serve -- --data ${data} --restore '/mnt/the disk'\nIf that disk is gone, restore the newest good backup beside the data, made 2026-01-05 08:00 UTC, with:\n  npm run serve -- --data ${data} --restore ${BACKUP}\n`,
    );
  });

  test('names it when nothing else is left', async () => {
    for (const name of readdirSync(data))
      if (name !== 'backup-folder.json') rmSync(join(data, name), { recursive: true });
    const { message } = (await open().catch((cause: unknown) => cause)) as Error;
    expect(message).toContain(`--restore '/mnt/the disk'\n`);
    expect(message).not.toContain('There is no backup');
  });

  test('names only the one beside the data when that is newer', async () => {
    backedUpTo('/mnt/the disk', START - 1);
    rmSync(database());
    const { message } = (await open().catch((cause: unknown) => cause)) as Error;
    expect(message).toContain(`--restore ${BACKUP}\n`);
    expect(message).not.toContain('/mnt/the disk');
  });

  test('names it when the database is too damaged to open', async () => {
    writeFileSync(database(), Buffer.alloc(8192, 0xee));
    const { message } = (await open().catch((cause: unknown) => cause)) as Error;
    expect(message).toContain('is damaged and cannot be opened');
    expect(message).toMatch(/--restore '\/mnt\/the disk'\n[^]*--restore 2026-01-05T08-00-00Z\n/);
  });
});

test('a flipped byte in the index of stored hashes costs no file', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  cpSync(original, data, { recursive: true, preserveTimestamps: true });
  const first = await testService({ data, clock });
  const unused = await upload(first.service, ann.session, 'files.upload', Buffer.from('unused'));
  await first.as(ann.session, ann).call('files.remove', { file_id: unused.ID });
  await first.service.close();
  const hashes = flipIndexEntries(FLIPPED);
  expect(hashes).toHaveLength(FLIPPED);

  clock.advance(2 * 3600);
  const again = await testService({ data, clock });
  // The damage is detected at the start, so no file is moved, not even one without a database row.
  expect(await again.open('community.get', {})).toMatchObject({ ReadOnly: 'damaged' });
  await hoursPass(3);
  expect(blobs()).toHaveLength(FILES + 1);
  const left = blobs().map((path) => basename(path));
  expect(hashes.filter((hash) => !left.includes(hash))).toEqual([]);
  expect(await again.service.verify()).toMatchObject({ damaged: [], missing: [] });
  report({ fault: 'flipped bytes in the index of stored hashes', cases: FLIPPED, result: '0 files removed' });
});

describe('a folder without an earlier community opens as new', () => {
  test.each([
    ['after a first start that was cut off', () => cutOffStart()],
    ['with only what the desktop and the settings put there', () => desktopFiles()],
  ])('%s', async (_how, prepare) => {
    prepare();
    await testService({ data });
  });
});

/** Leaves the file in which a host remembers its backup folder and the last good backup there. */
function backedUpTo(folder: string, lastGood: number): void {
  const config = { host: 'a', folder, repository: 'b', key: null, every: 24, warnAfter: 0, since: START };
  writeFileSync(join(data, 'backup-folder.json'), JSON.stringify({ ...config, lastGood, warned: 0 }));
}

/** Creates the state before the first run has written anything: the lock exists and the database is empty. */
function cutOffStart(): void {
  closeSync(openSync(database(), 'w'));
  mkdirSync(join(data, 'content', 'blobs', '00'), { recursive: true });
}

function desktopFiles(): void {
  mkdirSync(join(data, 'desktop'));
  writeFileSync(join(data, 'desktop', 'desk.json'), '{}');
  writeFileSync(join(data, 'settings.json'), '{}');
}

/** Flips one byte in some entries of the first leaf page of the index; returns the hashes of those entries. */
function flipIndexEntries(max: number): string[] {
  const raw = new Database(database());
  const pageSize = raw.pragma('page_size', { simple: true }) as number;
  const root = raw.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'content_hash'").pluck().get();
  const stored = raw.prepare('SELECT hash FROM content').pluck().all() as Buffer[];
  raw.close();
  const bytes = readFileSync(database());
  const isLeaf = (page: number) => bytes[(page - 1) * pageSize] === 0x0a;
  const firstChild = (page: number) =>
    bytes.readUInt32BE((page - 1) * pageSize + bytes.readUInt16BE((page - 1) * pageSize + 12));
  let page = root as number;
  while (!isLeaf(page)) page = firstChild(page);
  const begin = (page - 1) * pageSize;
  const flipped: string[] = [];
  for (const hash of stored) {
    const at = bytes.subarray(begin, begin + pageSize).indexOf(hash);
    if (at === -1 || flipped.length === max) continue;
    // In the middle of the hash, so that the order of the entries stays the same.
    bytes[begin + at + 16] = (bytes[begin + at + 16] ?? 0) ^ 0x04;
    flipped.push(hash.toString('hex'));
  }
  writeFileSync(database(), bytes);
  return flipped;
}

/** Runs the housekeeping of some hours. */
async function hoursPass(hours: number): Promise<void> {
  for (let minute = 0; minute < hours * 60; minute++) {
    vi.advanceTimersByTime(60_000);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  }
}

/** Opens the folder and closes it again. */
async function open(): Promise<void> {
  await (await openCommunity()).close();
}

function openCommunity(): Promise<Service> {
  return openService({ data, settings: TEST_SETTINGS, now: () => clock.seconds * 1000 });
}

function replaceDatabase(put: () => void): void {
  rmSync(database());
  put();
}

function database(): string {
  return join(data, DATABASE_FILE);
}

function log(): string {
  return join(data, `${DATABASE_FILE}-wal`);
}

function copy(): string {
  return join(data, 'log-of-the-run');
}

function blobs(): string[] {
  const entries = readdirSync(join(data, 'content', 'blobs'), { recursive: true, encoding: 'utf8' });
  return entries.filter((entry) => entry.length > 60).toSorted();
}
