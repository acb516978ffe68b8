// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { followOpenReports } from '../../../renderer/views/open-reports.svelte';
import { places } from '../../../renderer/views/places';
import { Report } from '../../../shared/contract/hosting/admin';
import { Author } from '../../../shared/contract/records';
import { fakeHost } from '../../support/hosts/fake-host';
import { recordOf } from '../record-of';
import { openPage, settled } from './page';

beforeEach(openPage);

const report = (ID: number) => recordOf(Report, { ID, User: recordOf(Author, { ID: 70 + ID }) });
const settings = () => places().find(({ view }) => view === 'settings')!;

test('the settings show how many reports are open, for as long as they are followed', async () => {
  fakeHost.answer('admin.reports', () => [report(1), report(2)]);
  const end = await followOpenReports();
  await settled();
  expect(settings()).toMatchObject({ count: 2, news: '2 open reports' });
  end();
  expect(settings()).toMatchObject({ count: 0, news: '' });
});
