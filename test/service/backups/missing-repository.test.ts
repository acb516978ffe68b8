import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  chooseFolder,
  expectFailure,
  folderWorld,
  nextBackup,
  PASSPHRASE,
  repositoryOf,
} from './folder-world';
import { temporaryFolder } from '../../support/temporary-folder';

test.each([undefined, PASSPHRASE])(
  'a folder without its backups begins anew when the owner wants it (%s)',
  async (backupPassphrase) => {
    const folder = temporaryFolder();
    const settings = { backupFolder: folder, ...(backupPassphrase !== undefined && { backupPassphrase }) };
    const world = await folderWorld({ settings });
    const [admin] = await world.t.people('Ben');
    await world.ann.call('admin.setRole', { user_id: admin.id, role: 'admin' });
    expect((await nextBackup(world, 0)).Failure).toBe('');
    rmSync(repositoryOf(folder), { recursive: true });
    expectFailure(await nextBackup(world), 'no_backups', world.t.clock.seconds);
    expect((await admin.refused('admin.runBackupFolder', { anew: true })).code).toBe('access_denied');
    await world.ann.call('admin.runBackupFolder', { anew: true });
    await world.t.service.settled();
    const state = await world.ann.call('admin.backupFolder', {});
    expect([state.Failure, state.LastGood, state.Backups.length]).toEqual(['', world.t.clock.seconds, 1]);
  },
);

test('a folder without its backups is chosen again if its passphrase is known to nobody but the owner', async () => {
  const world = await folderWorld();
  await chooseFolder(world, PASSPHRASE);
  rmSync(repositoryOf(world.folder), { recursive: true });
  expectFailure(await nextBackup(world), 'no_backups', world.t.clock.seconds);
  const error = await world.ann.refused('admin.runBackupFolder', { anew: true });
  expect([error.code, error.message]).toEqual([
    'conflict',
    expect.stringContaining('choose the folder again'),
  ]);
  await world.ann.call('admin.changeBackupFolder', { off: true });
  expect((await chooseFolder(world, PASSPHRASE)).Failure).toBe('');
});

test('a folder is said to be on the disk of the community', async () => {
  const world = await folderWorld();
  expect((await chooseFolder(world)).SameDisk).toBe(true);
  await world.ann.call('admin.changeBackupFolder', { off: true });
  expect((await world.ann.call('admin.backupFolder', {})).SameDisk).toBe(false);
});
