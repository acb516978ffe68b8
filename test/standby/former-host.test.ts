import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { restoreBackup } from '../../electron/backup/restore';
import { openService, type Service } from '../../electron/service';
import { becomeStandby } from '../../electron/standby/succession/former-host';
import { promoteStandby } from '../../electron/standby/succession/promote';
import { contentFiles, upload } from '../support/content';
import { LoneMachine } from '../support/machine';
import { TEST_SETTINGS } from '../support/service';
import { hostInProcess, standbyInProcess } from './in-process';

const logger = pino({ enabled: false });

const promote = (folder: string) => promoteStandby(folder, { standbyPort: null, hosts: [], logger });

/** Hosts the community of a folder until the test ends. */
async function hostFrom(folder: string, restart?: () => void): Promise<Service> {
  const service = await openService({
    data: folder,
    settings: TEST_SETTINGS,
    machine: new LoneMachine(),
    logger,
    ...(restart && { restart }),
  });
  onTestFinished(() => service.close());
  await service.standby.begin();
  return service;
}

/** A host, and the folder of its standby, which has everything and isn't running. */
async function paired() {
  const host = await hostInProcess();
  const copy = host.folder('standby');
  const standby = await standbyInProcess(copy, await host.link());
  await standby.inStep;
  await host.inStep();
  await standby.stop();
  return { host, copy };
}

test('a former host that is promoted before it followed its successor replaces it with a later term', async () => {
  const { host, copy } = await paired();
  const { Log: log } = await host.owner.call('sync.begin', {});
  await promote(copy);
  await host.stop();
  await (await becomeStandby(host.data, null)).close();
  await promote(host.data);

  const successor = await hostFrom(copy);
  const again = await hostFrom(host.data);
  // The successor went on with the event log, so its numbers mean something else from then on.
  expect((await successor.call(host.owner.session, 'sync.begin', {})).Log).toBe(log);
  expect((await again.call(host.owner.session, 'sync.begin', {})).Log).not.toBe(log);
  await expect.poll(() => successor.hosting.successor).toMatchObject({ how: 'takeover', term: 3 });
});

test('a former host keeps the files that only it has beside its own database', async () => {
  const { host, copy } = await paired();
  const bytes = Buffer.from('only on the former host');
  await upload(host.now.service, host.owner.session, 'files.upload', bytes);
  await host.stop();
  await promote(copy);
  await hostFrom(copy);
  await host.restart();
  await expect.poll(() => host.now.service.hosting.successor).not.toBeNull();
  await host.stop();

  await (await becomeStandby(host.data, null)).close();
  const aside = readdirSync(host.data).find((name) => name.startsWith('standby-own-data-')) ?? '';
  const own = contentFiles(join(host.data, aside)).map((path) => basename(path));
  expect(own).toEqual([createHash('sha256').update(bytes).digest('hex')]);
});

test('a former host whose successor is lost hosts the community again, and replaces it should it return', async () => {
  const { host, copy } = await paired();
  const { session } = host.owner;
  const { ID: dialog_id } = await host.owner.call('dialogs.create', { name: 'Yard', type: 'group' });
  const { Log: log } = await host.owner.call('sync.begin', {});
  await promote(copy);
  await host.stop();
  const lost = await hostFrom(copy);
  const { promise: restarted, resolve: restart } = Promise.withResolvers<void>();
  const former = await hostFrom(host.data, restart);
  const { Successor } = await former.call(session, 'admin.standby', {});
  expect(Successor).toMatchObject({ How: 'move', CanHostAgain: true });
  await expect(former.call(session, 'admin.hostAgain', {})).rejects.toThrow('The new host answers');
  await lost.close();
  expect(await former.call(session, 'admin.hostAgain', {})).toEqual({ ok: true });
  await restarted;
  await former.close();

  const returned = await hostFrom(copy);
  const again = await hostFrom(host.data);
  await again.call(session, 'dialogs.send', { dialog_id, text: 'here again' });
  expect((await again.call(session, 'admin.standby', {})).Successor).toBeNull();
  expect((await again.call(session, 'sync.begin', {})).Log).not.toBe(log);
  await expect.poll(() => returned.hosting.successor).toMatchObject({ how: 'takeover', term: 3 });
});

test('a former host without a way to restart says so instead of hosting the community again', async () => {
  const { host, copy } = await paired();
  await promote(copy);
  expect((await host.state()).Successor?.CanHostAgain).toBe(false);
  await expect(host.owner.call('admin.hostAgain', {})).rejects.toMatchObject({ code: 'conflict' });
});

test('a former host that restored a backup is compared as a whole when it becomes the standby', async () => {
  const { host, copy } = await paired();
  const { Name } = await host.owner.call('admin.createBackup', {});
  await promote(copy);
  await host.stop();
  await restoreBackup(host.data, Name, Math.floor(Date.now() / 1000));
  const folder = await becomeStandby(host.data, null);
  expect(folder.record.ended).toBeNull();
  await folder.close();
});
