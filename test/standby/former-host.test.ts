import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
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
async function hostFrom(folder: string): Promise<Service> {
  const service = await openService({
    data: folder,
    settings: TEST_SETTINGS,
    machine: new LoneMachine(),
    logger,
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
