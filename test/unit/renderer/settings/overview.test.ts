// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { CommunityOverview } from '../../../../renderer/settings/community/overview.svelte';
import { AppError } from '../../../../shared/errors';
import { fakeHost } from '../../../support/hosts/fake-host';
import { openPage } from '../page';

const backup = { Name: '', Size: 0, Content: 0, Compared: 0, Problems: [], Missing: 0 };
const folder = {
  ...{
    Folder: '',
    Fixed: false,
    Choosable: false,
    ByDatabase: false,
    Encrypted: false,
    SameDisk: false,
    Every: 24,
    WarnAfter: 48,
  },
  ...{ LastGood: 0, Overdue: false, Failure: '' as const, Retry: 0, Progress: null, Backups: [] },
};

const PARTS = [
  'admin.activity',
  'admin.storage',
  'admin.sharing',
  'admin.invites',
  'admin.health',
  'admin.backups',
  'admin.backupFolder',
] as const;

beforeEach(async () => {
  await openPage();
  for (const name of PARTS)
    fakeHost.answer(name, () => {
      throw new AppError('access_denied');
    });
});

test('names the newest good backup of both places, and whether another disk has one', async () => {
  fakeHost.answer('admin.backups', () => [
    { ...backup, Timestamp: 30, Sound: false },
    { ...backup, Timestamp: 20, Sound: true },
  ]);
  fakeHost.answer('admin.backupFolder', () => folder);
  const overview = new CommunityOverview();
  await overview.load();
  expect(overview.backup).toEqual({ newest: 20, otherDisk: 'none' });
  fakeHost.answer('admin.backupFolder', () => ({ ...folder, LastGood: 25, Overdue: true }));
  await overview.load();
  expect(overview.backup).toEqual({ newest: 25, otherDisk: 'overdue' });
  fakeHost.answer('admin.backupFolder', () => ({ ...folder, ByDatabase: true }));
  await overview.load();
  expect(overview.backup).toBeNull();
});

test('a section that fails to load leaves the others', async () => {
  const week = { Timestamp: 1, Messages: 3, Posts: 1, Joined: 2 };
  fakeHost.answer('admin.activity', () => ({ Weeks: [week], Newest: null }));
  const overview = new CommunityOverview();
  expect(overview.max).toBe(1);
  await overview.load();
  expect([overview.max, overview.storage]).toEqual([4, null]);
});
