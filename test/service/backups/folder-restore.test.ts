import { existsSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { restoreBackup } from '../../../electron/backup/restore';
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

test('a damaged database is refused and changes nothing', async () => {
  const world = await twoBackups();
  writeFileSync(
    join(repositoryOf(world.folder), 'backups', '2026-01-06T08-00-00Z', 'courtyard.db'),
    Buffer.alloc(100_000, 'nothing'),
  );
  const there = join(temporaryFolder(), 'there');
  await expect(restoreBackup(there, world.folder, START)).rejects.toThrow(/cannot be|not a database|newer/);
  expect(existsSync(there)).toBe(false);
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
