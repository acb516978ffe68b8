import { expect, test, vi } from 'vitest';
import { parseLink } from '../../electron/standby/link';
import type { CopyProgress } from '../../electron/standby/copy/copy-progress';
import { upload } from '../support/content';
import { hostInProcess, standbyInProcess } from './in-process';

test('a standby reports how much of the copy it has, and since when its host is offline', async () => {
  const host = await hostInProcess();
  const { service } = host.now;
  const bytes = Buffer.alloc(300_000, 'plan');
  await upload(service, host.owner.session, 'files.upload', bytes, { filename: 'plan.txt' });
  const link = await host.link();
  expect(parseLink(link)?.size).toBeGreaterThan(bytes.length + 100_000);

  const seen: CopyProgress[] = [];
  const standby = await standbyInProcess(host.folder('standby'), link, (progress) => seen.push(progress));
  await standby.inStep;
  await vi.waitUntil(() => seen.at(-1)?.status === 'in_step');
  const copying = seen.filter(({ status }) => status === 'copying');
  expect(seen.map(({ status }) => status).filter((status, at, all) => status !== all[at - 1])).toEqual([
    'behind',
    'copying',
    'in_step',
  ]);
  const amounts = copying.map(({ done }) => done);
  expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
  expect(amounts.at(-1)).toBeGreaterThan(bytes.length);
  for (const { done, total } of copying) expect(done).toBeLessThanOrEqual(total);

  await host.stop();
  await vi.waitUntil(() => seen.at(-1)?.status === 'gone');
  expect(seen.at(-1)?.since).toBeGreaterThan(0);
  await vi.waitUntil(() => standby.noted.length > 0, { timeout: 10_000 });
  const before = seen.length;
  await host.restart();
  await vi.waitUntil(() => seen.at(-1)?.status === 'in_step', { timeout: 10_000 });
  expect(seen.slice(before).map(({ status }) => status)).not.toContain('copying');
  expect(seen.at(-1)?.since).toBe(0);
  expect(standby.noted).toEqual([
    'the host does not answer: the standby goes on trying',
    'the host answers again',
  ]);

  await standby.stop();
  await host.stop();
  const later: CopyProgress[] = [];
  await standbyInProcess(host.folder('standby'), link, (progress) => later.push(progress));
  await vi.waitUntil(() => later.length > 0);
  expect(later).toMatchObject([{ status: 'gone', since: expect.closeTo(Date.now() / 1000, -2) as number }]);
});

test('a standby that never reached its host reports no contact', async () => {
  const host = await hostInProcess();
  const link = await host.link();
  await host.stop();
  const seen: CopyProgress[] = [];
  await standbyInProcess(host.folder('standby'), link, (progress) => seen.push(progress));
  await vi.waitUntil(() => seen.length > 0);
  expect(seen).toEqual([{ status: 'gone', problem: null, done: 0, total: 0, since: 0 }]);
});
