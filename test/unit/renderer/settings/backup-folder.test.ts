// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import {
  BackupFolderSettings,
  type BackupFolderUse,
} from '../../../../renderer/settings/storage/backup-folder.svelte';
import { fakeHost } from '../../../support/hosts/fake-host';
import { heldAnswer, openPage } from '../page';

const idle: BackupFolderUse = {
  ...{ Folder: '/usb', Fixed: false, Choosable: true, ByDatabase: false, Encrypted: false, SameDisk: false },
  ...{
    Every: 24,
    WarnAfter: 0,
    LastGood: 0,
    Overdue: false,
    Failure: '',
    Retry: 0,
    Progress: null,
    Backups: [],
  },
};
const running: BackupFolderUse = { ...idle, Progress: { Done: 0, Total: 0 } };

beforeEach(openPage);

test('a state that was read before a backup was started does not hide that it runs', async () => {
  const early = heldAnswer<BackupFolderUse>();
  fakeHost.answer('admin.backupFolder', early.handler);
  fakeHost.answer('admin.runBackupFolder', () => running);
  const settings = new BackupFolderSettings();
  const loading = settings.load();
  await early.asked;
  await settings.run();
  fakeHost.answer('admin.backupFolder', () => running);
  early.give(idle);
  await loading;
  expect(settings.isRunning).toBe(true);
});
