import fs, {
  existsSync,
  fstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listBackupsInFolder } from '../../../electron/backup/folder/folder-search';
import { extractBackup } from '../../../electron/backup/folder/folder-extraction';
import { restoreBackup } from '../../../electron/backup/restore';
import { upload } from '../../support/content';
import { START, testService } from '../../support/service';
import {
  chooseFolder,
  contentsOf,
  folderWorld,
  hashOf,
  nextBackup,
  openRestored,
  repositoryOf,
  type FolderWorld,
} from './folder-world';
import { temporaryFolder } from '../../support/temporary-folder';

const DAY = 24 * 3600;

/** A community with a backup before and one after a message. */
async function twoBackups(): Promise<FolderWorld> {
  const world = await folderWorld();
  await chooseFolder(world);
  await world.ann.call('dialogs.send', { dialog_id: world.dialog_id, text: 'Later' });
  await nextBackup(world);
  return world;
}

const textsOf = async (world: FolderWorld, data: string) =>
  (await contentsOf(await openRestored(world, data), world.dialog_id)).texts.map(([, text]) => text);

test.each<[string, (world: FolderWorld) => string, string | null, string[]]>([
  ['the newest backup of a folder', (world) => world.folder, null, ['Later', 'Hello']],
  ['of a repository', (world) => repositoryOf(world.folder), null, ['Later', 'Hello']],
  ['of a date', (world) => world.folder, '2026-01-05', ['Hello']],
  ['of a later date', (world) => world.folder, '2026-03-01', ['Later', 'Hello']],
  [
    'by its own path',
    (world) => join(repositoryOf(world.folder), 'backups', '2026-01-05T08-00-00Z'),
    null,
    ['Hello'],
  ],
])('restores %s', async (_what, pathOf, date, texts) => {
  const world = await twoBackups();
  const there = join(temporaryFolder(), 'there');
  const restored = await restoreBackup(there, pathOf(world), START, { date });
  expect([restored.previousData, restored.missing]).toEqual([null, []]);
  expect(await textsOf(world, there)).toEqual(texts);
  expect(readdirSync(there)).not.toContain('backups');
});

test('says what is missing', async () => {
  const world = await twoBackups();
  const there = join(temporaryFolder(), 'there');
  await expect(restoreBackup(there, world.folder, START, { date: '2025-12-31' })).rejects.toThrow(
    'There is no backup of 2025-12-31 or before',
  );
  expect(existsSync(there)).toBe(false);
});

test('replaces the data of a stopped host and keeps the previous data aside', async () => {
  const world = await twoBackups();
  await expect(restoreBackup(world.data, world.folder, START)).rejects.toThrow(/already running/);
  await world.t.service.close();
  const { previousData } = await restoreBackup(world.data, world.folder, START, { date: '2026-01-05' });
  expect(await textsOf(world, world.data)).toEqual(['Hello']);
  expect(existsSync(join(previousData ?? '', 'courtyard.db'))).toBe(true);
});

test.each([
  ['changed', Buffer.from('jello')],
  ['cut off', Buffer.from('he')],
])('replaces a stored file whose bytes were %s', async (_how, bytes) => {
  const world = await twoBackups();
  const hash = hashOf('hello');
  const stored = join(world.data, 'content', 'blobs', hash.slice(0, 2));
  writeFileSync(join(stored, hash), bytes);
  await world.t.service.close();
  expect((await restoreBackup(world.data, world.folder, START)).missing).toEqual([]);
  expect(readFileSync(join(stored, hash), 'utf8')).toBe('hello');
  expect(readdirSync(stored)).toEqual([hash]);
});

test('restores everything else if one file is damaged, and names that file', async () => {
  const world = await twoBackups();
  const hash = hashOf('hello');
  truncateSync(join(repositoryOf(world.folder), 'content', hash.slice(0, 2), hash), 2);
  const there = join(temporaryFolder(), 'there');
  const { missing } = await restoreBackup(there, world.folder, START);
  expect(missing).toEqual([`Stored content is missing: ${hash}.`]);
  const again = await testService({ data: there, clock: world.t.clock });
  expect((await again.service.verify()).missing).toEqual([hash]);
});

test('restores everything else if a sector of one file cannot be read', async () => {
  const world = await twoBackups();
  await upload(world.t.service, world.ann.session, 'files.upload', Buffer.from('later'));
  await nextBackup(world);
  const [newest] = listBackupsInFolder(world.folder);
  const [repository, hash] = [repositoryOf(world.folder), hashOf('hello')];
  const target = join(temporaryFolder(), 'there');
  failReadsOf(join(repository, 'content', hash.slice(0, 2), hash));
  const from = { repository, name: newest?.name ?? '', passphrase: null };
  expect(
    extractBackup(
      { kind: 'extract', ...from, target, blobs: join(temporaryFolder(), 'none') },
      () => undefined,
    ),
  ).toEqual([`Stored content is missing: ${hash}.`]);
  const later = hashOf('later');
  expect(readFileSync(join(target, 'content', 'blobs', later.slice(0, 2), later), 'utf8')).toBe('later');
  expect(existsSync(join(target, 'content', 'blobs', hash.slice(0, 2), hash))).toBe(false);
});

test('offers the other backups if the description of one cannot be read', async () => {
  const world = await twoBackups();
  const newest = join(repositoryOf(world.folder), 'backups', '2026-01-06T08-00-00Z');
  failReadsOf(join(newest, 'backup.json'));
  expect(listBackupsInFolder(world.folder).map(({ name }) => name)).toEqual(['2026-01-05T08-00-00Z']);
  const there = join(temporaryFolder(), 'there');
  expect((await restoreBackup(there, world.folder, START)).backup).toBe('2026-01-05T08-00-00Z');
});

test('a damaged database is refused, changes nothing, and the next older backup is named', async () => {
  const world = await twoBackups();
  writeFileSync(
    join(repositoryOf(world.folder), 'backups', '2026-01-06T08-00-00Z', 'courtyard.db'),
    Buffer.alloc(100_000, 'nothing'),
  );
  const there = join(temporaryFolder(), 'there');
  const restoring = restoreBackup(there, world.folder, START);
  await expect(restoring).rejects.toThrow(/--restore-date 2026-01-05T08-00-00Z/);
  expect(existsSync(there)).toBe(false);
  const older = await restoreBackup(there, world.folder, START, { date: '2026-01-05T08-00-00Z' });
  expect(older.backup).toBe('2026-01-05T08-00-00Z');
});

test('a new machine is the same community to those who pinned its key, and backs up to the same folder', async () => {
  const world = await twoBackups();
  const ben = await world.t.person('Ben');
  const { Key } = await world.ann.call('admin.sharing', {});
  await nextBackup(world, DAY);
  await world.t.service.close();
  rmSync(world.data, { recursive: true });
  const there = join(temporaryFolder(), 'there');
  await restoreBackup(there, world.folder, START);
  const again = await testService({
    data: there,
    clock: world.t.clock,
    chooseFolder: () => Promise.resolve(world.folder),
  });
  const ann = again.as(world.ann.session, world.ann);
  expect((await ann.call('admin.sharing', {})).Key).toBe(Key);
  expect((await again.as(ben.session, ben).call('people.me', {})).ID).toBe(ben.id);
  const state = await chooseFolder({ ...world, t: again, ann });
  expect([state.Failure, state.Backups.length]).toEqual(['', 4]);
});

/** Makes reads of a file fail in this process, as those of an unreadable sector do. */
function failReadsOf(path: string): void {
  const { ino } = statSync(path);
  const real = { readSync: fs.readSync, readFileSync: fs.readFileSync };
  const fail = (): never => {
    throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
  };
  vi.spyOn(fs, 'readSync').mockImplementation((...values) =>
    fstatSync(values[0]).ino === ino ? fail() : real.readSync(...values),
  );
  vi.spyOn(fs, 'readFileSync').mockImplementation((...values) =>
    values[0] === path ? fail() : real.readFileSync(...values),
  );
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
}
