// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { Reports } from '../../../../renderer/settings/members/reports.svelte';
import { Report } from '../../../../shared/contract/hosting/admin';
import { Author } from '../../../../shared/contract/records';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { openPage } from '../page';

beforeEach(openPage);

const report = (ID: number) => recordOf(Report, { ID, User: recordOf(Author, { ID: 70 + ID }) });

test('a report that another admin closed meanwhile bans nobody', async () => {
  const reports = new Reports();
  fakeHost.answer('admin.reports', ({ open }) => (open ? [report(1), report(2)] : []));
  await reports.open.load();
  fakeHost.answer('admin.reports', ({ open }) => [report(open ? 2 : 1)]);
  expect(await reports.decide(report(1), 'banned', 'Spam')).toBe(true);
  expect(reports.deciding.error?.code).toBe('conflict');
  expect(fakeHost.inputsOf('admin.ban')).toEqual([]);
  expect(fakeHost.inputsOf('admin.decideReport')).toEqual([]);
  expect(reports.count).toBe(1);
});
