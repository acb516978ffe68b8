import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openService } from '../../electron/service';
import { ContentFetcher } from '../../electron/standby/host/content-fetcher';
import { ContentSender } from '../../electron/standby/host/content-sender';
import { becomeStandby } from '../../electron/standby/succession/former-host';
import { promoteStandby } from '../../electron/standby/succession/promote';
import { contentFiles, upload } from '../support/content';
import { LoneMachine } from '../support/machine';
import { TEST_SETTINGS } from '../support/service';
import { untilPasses } from '../support/waiting';
import { follow, hostInProcess, standbyInProcess, type Host } from './in-process';

const logger = pino({ enabled: false });

/** The stored files of a data folder, by their path in it; the trash doesn't count. */
const blobsOf = (folder: string) => contentFiles(folder).filter((path) => path.startsWith('blobs'));

const uploadTo = (host: Host, text: string | Buffer) =>
  upload(host.now.service, host.owner.session, 'files.upload', Buffer.from(text));

/** A host with files, one of several parts, and a standby that had them all and isn't running. */
async function paired() {
  const host = await hostInProcess();
  for (const text of ['one', 'two', Buffer.alloc(200_000, 3)]) await uploadTo(host, text);
  const link = await host.link();
  const copy = host.folder('standby');
  const standby = await standbyInProcess(copy, link);
  await standby.inStep;
  await standby.stop();
  const stored = blobsOf(host.data);
  expect(blobsOf(copy)).toEqual(stored);
  return { host, copy, link, stored };
}

test('a new host gets the files that had not arrived in its copy from the former host once that is its standby', async () => {
  const host = await hostInProcess();
  for (const text of ['one', 'two']) await uploadTo(host, text);
  const wanting = vi.spyOn(ContentSender.prototype, 'wanted').mockReturnValue();
  const copy = host.folder('standby');
  const standby = await standbyInProcess(copy, await host.link());
  await host.stateWhen(({ State, Behind }) => State === 'behind' && Behind === 6);
  await standby.stop();
  wanting.mockRestore();
  await host.stop();
  await promoteStandby(copy, { standbyPort: null, hosts: [], logger });
  const successor = await openService({
    ...{ data: copy, settings: TEST_SETTINGS, machine: new LoneMachine(), logger },
  });
  onTestFinished(() => successor.close());
  await successor.standby.begin();
  expect(blobsOf(copy)).toEqual([]);

  await host.restart();
  await expect.poll(() => host.now.service.hosting.successor).not.toBeNull();
  await host.stop();
  const former = follow(await becomeStandby(host.data, null));
  await former.inStep;
  await untilPasses(() => expect(blobsOf(copy)).toHaveLength(2));
  expect(blobsOf(copy)).toEqual(blobsOf(host.data));
});

test('a host gets files that it lost or that were cut off back from its standby', async () => {
  const { host, copy, link, stored } = await paired();
  const bytes = stored.map((path) => readFileSync(join(host.data, 'content', path)));
  const [lost = '', cut = ''] = stored;
  rmSync(join(host.data, 'content', lost));
  writeFileSync(join(host.data, 'content', cut), '');
  const standby = await standbyInProcess(copy, link);
  await standby.inStep;
  await untilPasses(() =>
    expect(stored.map((path) => readFileSync(join(host.data, 'content', path)))).toEqual(bytes),
  );
  await untilPasses(() => expect(host.noted).toContain('the standby had files that this host lacked'));
  expect(contentFiles(host.data).filter((path) => path.startsWith('partial'))).toEqual([]);
});

test('a host stores no file of its standby that is damaged there, and gets the others', async () => {
  const { host, copy, link, stored } = await paired();
  for (const path of stored) rmSync(join(host.data, 'content', path));
  const [damaged = '', ...others] = stored;
  writeFileSync(join(copy, 'content', damaged), 'damaged');
  const standby = await standbyInProcess(copy, link);
  await standby.inStep;
  await untilPasses(() => expect(host.noted).toContain('the standby had files that this host lacked'));
  expect(contentFiles(host.data)).toEqual(others);
  expect(host.noted).toContain('a file that this host lacks is damaged on the standby too');
  // New files go on to the standby.
  await uploadTo(host, 'later');
  await untilPasses(() => expect(blobsOf(copy)).toHaveLength(stored.length + 1));
});

test('asks a standby of an earlier version for nothing', async () => {
  const { host, copy, link } = await paired();
  const offered = vi.spyOn(ContentFetcher.prototype, 'offered');
  const { parse } = JSON;
  vi.spyOn(JSON, 'parse').mockImplementation((text: string, reviver) => {
    const parsed: unknown = parse(text, reviver);
    if (typeof parsed === 'object' && parsed !== null && 'returnsContents' in parsed)
      Reflect.deleteProperty(parsed, 'returnsContents');
    return parsed;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const standby = await standbyInProcess(copy, link);
  await standby.inStep;
  await host.inStep();
  expect(offered).not.toHaveBeenCalled();
});
