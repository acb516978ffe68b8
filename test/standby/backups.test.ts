import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { restoreBackup } from '../../electron/backup/restore';
import type { ContentStore } from '../../electron/content/store';
import { StandbyBackups } from '../../electron/standby/copy/standby-backups';
import { upload } from '../support/content';
import { testService } from '../support/service';
import { temporaryFolder } from '../support/temporary-folder';
import { hostInProcess, standbyInProcess } from './in-process';

const DAY = 24 * 3600;

test('the standby makes backups of its copy if the owner wants them, which another machine restores', async () => {
  const host = await hostInProcess();
  const { ID: dialog_id } = await host.owner.call('dialogs.create', { name: 'Yard', type: 'group' });
  await host.owner.call('dialogs.send', { dialog_id, text: 'Hello' });
  const file = await upload(host.now.service, host.owner.session, 'files.upload', Buffer.from('hello'));
  const folder = host.folder('standby');
  const standby = await standbyInProcess(folder, await host.link());
  await standby.inStep;
  const kept = join(folder, 'standby-backups');
  expect((await host.state()).Backups).toEqual({ On: false, LastGood: 0, Overdue: false, Failure: '' });

  const { Backups } = await host.owner.call('admin.updateStandby', { backups: true });
  expect(Backups).toMatchObject({ On: true, LastGood: 0, Overdue: false });
  // The copy goes on while it is backed up.
  await host.owner.call('dialogs.send', { dialog_id, text: 'meanwhile' });
  const { Backups: made } = await host.stateWhen((state) => state.Backups.LastGood > 0);
  expect(made).toEqual({ On: true, LastGood: expect.any(Number) as number, Overdue: false, Failure: '' });
  await host.inStep();
  await standby.stop();
  await host.stop();

  const there = host.folder('elsewhere');
  const { missing } = await restoreBackup(there, kept, made.LastGood);
  expect(missing).toEqual([]);
  const restored = await testService({ data: there, clock: host.now.clock });
  const owner = restored.as(host.owner.session, host.owner);
  const texts = (await owner.call('dialogs.messages', { dialog_id })).map(({ Text }) => Text);
  expect(texts).toContain('Hello');
  expect(await owner.call('files.list', {})).toMatchObject([{ ID: file.ID }]);
  expect((await restored.service.verify()).missing).toEqual([]);
});

test('a folder for backups that cannot be made is tried again', async () => {
  const folder = temporaryFolder();
  const blocked = join(folder, 'standby-backups');
  writeFileSync(blocked, '');
  const warned = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const backups = new StandbyBackups({
    folder,
    content: { withoutSweep: (work: () => Promise<unknown>) => work() } as unknown as ContentStore,
    snapshot: () => {
      begun.resolve();
      return Promise.reject(new Error('no copy'));
    },
    onMade: () => undefined,
    logger: pino({ level: 'warn' }, { write: () => warned.resolve() }),
  });
  onTestFinished(() => backups.close());
  backups.set({ type: 'backups', every: 24, community: 1 });
  await warned.promise;
  rmSync(blocked);
  backups.setInStep(true);
  await begun.promise;
});

test('admins are warned if the standby has made no good backup for two days, also while it is away', async () => {
  const host = await hostInProcess();
  const standby = await standbyInProcess(host.folder('standby'), await host.link());
  await standby.inStep;
  await host.owner.call('admin.updateStandby', { backups: true });
  await host.stateWhen((state) => state.Backups.LastGood > 0);
  await standby.stop();
  await host.stateWhen(({ State }) => State === 'gone');
  await host.restart();
  const notified = async () =>
    (await host.owner.call('people.notifications', {})).filter(({ Type }) => Type === 'old_backups');

  host.now.clock.seconds += DAY;
  await host.now.service.settled();
  expect((await host.state()).Backups.Overdue).toBe(false);
  host.now.clock.seconds += 2 * DAY;
  expect((await host.state()).Backups).toMatchObject({ On: true, Overdue: true });
  await host.now.service.settled();
  await host.now.service.settled();
  expect(await notified()).toHaveLength(1);

  await host.owner.call('admin.updateStandby', { backups: false });
  expect((await host.stateWhen(({ Backups }) => !Backups.On)).Backups.Overdue).toBe(false);
});

test('no backups of the copy are made or scheduled unless the owner wants them', async () => {
  const host = await hostInProcess();
  const folder = host.folder('standby');
  const standby = await standbyInProcess(folder, await host.link());
  await standby.inStep;
  await host.owner.call('admin.updateStandby', { wait: true });
  await host.inStep();
  expect(existsSync(join(folder, 'standby-backups'))).toBe(false);
  expect((await host.state()).Backups.On).toBe(false);
});
