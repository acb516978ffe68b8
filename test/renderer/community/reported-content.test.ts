import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectOf, testBrowser } from '../../support/browser/browser';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { seriousViolationsInBothThemes } from '../../support/browser/axe';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
let server: TestServer;
let olena: TestPerson;
let taras: TestPerson;
let iryna: TestPerson;

beforeAll(async () => {
  server = await testServer();
  [olena, taras, iryna] = (await server.people('Olena', 'Taras', 'Iryna')) as [
    TestPerson,
    TestPerson,
    TestPerson,
  ];
});
afterAll(() => server.close());

it('a new report shows at the settings on every page of an admin, not of a member', async () => {
  const admin = await browser.open(server, olena, { loadsAhead: true });
  const member = await browser.open(server, taras, { loadsAhead: true });
  await expectOf(admin.getByRole('link', { name: 'Settings', exact: true })).toBeVisible();
  await iryna.call('people.report', { user: String(taras.id), reason: 'Rude' });
  await expectOf(admin.getByRole('link', { name: 'Settings, 1 open report' })).toBeVisible();
  await expectOf(member.getByRole('link', { name: 'Settings', exact: true })).toBeVisible();
  const [open] = await olena.call('admin.reports', { open: true });
  await olena.call('admin.decideReport', { report_id: open!.ID, decision: 'dismissed' });
  await expectOf(admin.getByRole('link', { name: 'Settings', exact: true })).toBeVisible();
});

it('a reported post is shown with its photo, opened and deleted from its report', async () => {
  const photo = await upload(server.now.service, taras.session, 'photos.upload', fixture('picture.png'));
  const post = await taras.call('posts.create', {
    user: '@me',
    content: 'Cheap watches',
    photos_list: [photo.ID],
  });
  await iryna.call('people.reportItem', { Type: 'post', Item: post.ID, reason: 'An advertisement' });
  const page = await browser.open(server, olena, { at: '#/settings/reports' });
  const report = page.getByRole('listitem').filter({ hasText: 'An advertisement' });
  await expectOf(report.getByText('Cheap watches')).toBeVisible();
  expect(await seriousViolationsInBothThemes(page)).toEqual([]);
  await report.getByRole('button', { name: 'Reported photo' }).click();
  await expectOf(page.getByRole('dialog', { name: 'Photo' })).toBeVisible();
  await page.keyboard.press('Escape');
  await report.getByRole('link', { name: 'Open post' }).click();
  await expectOf(page.getByRole('article').getByText('Cheap watches')).toBeVisible();
  await page.goBack();

  const remove = report.getByRole('button', { name: 'Delete post' });
  await remove.click();
  await expectOf(remove).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await remove.click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Members' }).click();
  await expectOf.poll(async () => (await taras.call('posts.list', { user: '@me' })).length).toBe(0);
  await page.goBack();
  await expectOf(report.getByText('Deleted, or not visible to you')).toBeVisible();
  await expectOf(report.getByText('Cheap watches')).toBeVisible();
  await expectOf(report.getByRole('link', { name: 'Open post' })).toHaveCount(0);
});

it('a report of a private message shows its text only', async () => {
  const { ID: dialog_id } = await taras.call('dialogs.createPrivate', { user_id: iryna.id });
  const photo = await upload(server.now.service, taras.session, 'photos.upload', fixture('picture.png'));
  const { ID } = await taras.call('dialogs.send', {
    dialog_id,
    text: 'Only for you',
    photos_list: [photo.ID],
  });
  await iryna.call('people.reportItem', { Type: 'message', Item: ID, reason: 'Unwelcome' });
  const page = await browser.open(server, olena, { at: '#/settings/reports' });
  const report = page.getByRole('listitem').filter({ hasText: 'Unwelcome' });
  await expectOf(report.getByText('Only for you')).toBeVisible();
  await expectOf(report.getByText('Deleted, or not visible to you')).toBeVisible();
  await expectOf(report.getByRole('button', { name: 'Reported photo' })).toHaveCount(0);
  await expectOf(report.getByRole('link', { name: 'Open profile' })).toBeVisible();
});
