// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  keyOf,
  Restore,
  type RestoreSource,
  type RestoreState,
} from '../../../../renderer/settings/storage/restore.svelte';
import { AppError } from '../../../../shared/errors';
import { fakeHost } from '../../../support/hosts/fake-host';
import { openPage, settled } from '../page';

const idle: RestoreState = {
  Possible: true,
  Choosable: true,
  Restarts: true,
  Checking: false,
  Failure: '',
  Checked: null,
  Requested: false,
  Undoing: false,
  Last: null,
};
const amounts = { People: 1, Messages: 1, Posts: 0, Files: 0, Size: 9, Missing: 0, NewestMessage: 5 };
const checked = {
  Source: 'local',
  Name: 'b',
  Timestamp: 7,
  Backup: amounts,
  Now: amounts,
  Lost: { People: 0, Messages: 0, Posts: 0 },
} as const;
const source = (fields: Partial<RestoreSource>): RestoreSource => ({
  ...{ Source: 'local', Name: 'b', Timestamp: 7, Size: 9, Encrypted: false, Sound: true },
  ...fields,
});

beforeEach(openPage);

test('selects the newest backup, or the one of a chosen folder', async () => {
  const chosen = source({ Source: 'chosen', Name: 'c' });
  fakeHost.answer('admin.restoreSources', () => [source({}), source({ Name: 'a' })]);
  fakeHost.answer('admin.chooseRestoreSource', () => [source({}), chosen]);
  const restore = new Restore();
  await restore.open();
  expect(restore.source?.Name).toBe('b');
  await restore.choose('folder');
  expect(restore.selected).toBe(keyOf(chosen));
});

test('shows the result of a check only for the backup that was checked', async () => {
  fakeHost.answer('admin.restore', () => ({ ...idle, Checked: checked }));
  fakeHost.answer('admin.restoreSources', () => [source({}), source({ Name: 'a' })]);
  fakeHost.answer('admin.checkRestore', () => ({ ...idle, Checking: true }));
  const restore = new Restore();
  await restore.open();
  await restore.load();
  expect(restore.checked).toBeNull();
  await restore.check();
  expect([restore.isRunning, restore.checked]).toEqual([true, null]);
  await restore.load();
  expect([restore.isRunning, restore.checked]).toEqual([false, checked]);
  restore.selected = keyOf(source({ Name: 'a' }));
  expect(restore.checked).toBeNull();
});

test('waits for the host to restart, while calls fail', async () => {
  const state: { now: RestoreState | null } = { now: { ...idle, Checked: checked } };
  fakeHost.answer('admin.restore', () => {
    if (!state.now) throw new AppError('server_error');
    return state.now;
  });
  fakeHost.answer('admin.restoreBackup', () => ({ ...idle, Requested: true }));
  const restore = new Restore();
  await restore.load();
  expect(await restore.restore()).toBe(true);
  for (const answer of [{ ...idle, Requested: true }, idle, null]) {
    state.now = answer;
    await restore.load();
    expect(restore.isRestarting).toBe(true);
  }
  const last = {
    Outcome: 'restored',
    Timestamp: 9,
    Backup: 7,
    Reason: '',
    Aside: 'a',
    UndoUntil: 99,
  } as const;
  state.now = { ...idle, Last: last };
  await restore.load();
  expect([restore.isRestarting, restore.state?.Last]).toEqual([false, last]);
});

test('shows a restore from another window once the host is back', async () => {
  fakeHost.answer('admin.restore', () => idle);
  const restore = new Restore();
  onTestFinished(restore.follow());
  await settled();
  expect(restore.state?.Last).toBeNull();
  const last = {
    Outcome: 'restored',
    Timestamp: 9,
    Backup: 7,
    Reason: '',
    Aside: 'a',
    UndoUntil: 99,
  } as const;
  fakeHost.answer('admin.restore', () => ({ ...idle, Last: last }));
  fakeHost.send({ Type: 'reset', Log: 'log', Seq: 2 });
  await settled();
  expect(restore.state?.Last).toEqual(last);
});

test('cancels a restore that waits for a restart by hand', async () => {
  const before = { ...idle, Restarts: false };
  fakeHost.answer('admin.restore', () => ({ ...before, Requested: true }));
  fakeHost.answer('admin.cancelRestore', () => ({ ...before, Checked: checked }));
  const restore = new Restore();
  await restore.load();
  expect(await restore.cancel()).toBe(true);
  expect([restore.isRestarting, restore.state?.Requested]).toEqual([false, false]);
});

test('shows what is there when nothing is left to cancel', async () => {
  fakeHost.answer('admin.restore', () => idle);
  fakeHost.answer('admin.cancelRestore', () => {
    throw new AppError('conflict');
  });
  const restore = new Restore();
  expect(await restore.cancel()).toBe(false);
  expect([restore.changing.error?.code, restore.state]).toEqual(['conflict', idle]);
});

test('does not wait for a host that has to be restarted by hand', async () => {
  fakeHost.answer('admin.undoRestore', () => ({ ...idle, Restarts: false, Requested: true }));
  const restore = new Restore();
  await restore.undo();
  expect([restore.isRestarting, restore.state?.Requested]).toEqual([false, true]);
});
