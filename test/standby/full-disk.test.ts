import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import type { CopyProgress } from '../../electron/standby/copy/copy-progress';
import { smallDisk } from '../support/small-disk';
import { hostInProcess, standbyInProcess } from './in-process';
import { contentsOf, hashOfDatabase } from './machines';

/** Only a user who may mount can create one. */
const disk = smallDisk(16);
afterAll(() => disk?.remove());

test.skipIf(!disk)(
  'a standby whose disk is full says so, the host goes on, and with space again it catches up',
  async () => {
    const host = await hostInProcess();
    const { ID: dialog_id } = await host.owner.call('dialogs.create', { name: 'Yard', type: 'group' });
    const folder = join(disk!.path, 'standby');
    const seen: CopyProgress[] = [];
    const standby = await standbyInProcess(folder, await host.link(), (progress) => seen.push(progress));
    await standby.inStep;
    await host.inStep();

    disk!.fill();
    const write = () => host.owner.call('dialogs.send', { dialog_id, text: 'x'.repeat(3_000) });
    await vi.waitUntil(async () => {
      await write();
      return (await host.state()).Problem === 'disk_full';
    });
    expect((await host.stateWhen(({ State }) => State !== 'in_step')).Problem).toBe('disk_full');
    expect(seen.some(({ status, problem }) => status === 'failed' && problem === 'disk_full')).toBe(true);
    expect(host.noted.filter((line) => line === 'the standby cannot store what it gets')).toHaveLength(1);
    expect((await write()).ID).toBeGreaterThan(0);

    disk!.free();
    expect(await host.inStep()).toMatchObject({ Problem: '' });
    await host.stop();
    await standby.stop();
    expect(contentsOf(folder)).toEqual(contentsOf(host.data));
    expect(hashOfDatabase(folder)).toBe(hashOfDatabase(host.data));
  },
);

test.skipIf(!disk)('a standby on a full disk stops, and continues there later', async () => {
  const host = await hostInProcess();
  const { ID: dialog_id } = await host.owner.call('dialogs.create', { name: 'Yard', type: 'group' });
  const folder = join(disk!.path, 'stopped');
  const first = await standbyInProcess(folder, await host.link());
  await first.inStep;
  disk!.fill();
  await first.stop();
  expect(await first.ended).toBeNull();
  disk!.free();
  await host.owner.call('dialogs.send', { dialog_id, text: 'meanwhile' });
  const second = await standbyInProcess(folder, await host.link());
  await second.inStep;
  await host.inStep();
});
