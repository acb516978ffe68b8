import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectOf, testBrowser } from '../../support/browser/browser';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
let server: TestServer;
let ann: TestPerson;
let ben: TestPerson;
let yard: number;

beforeAll(async () => {
  server = await testServer();
  [ann, ben] = (await server.people('Ann', 'Ben')) as [TestPerson, TestPerson];
  ({ ID: yard } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' }));
  await ann.call('dialogs.join', { dialog_id: yard, user_id: String(ben.id) });
});
afterAll(() => server.close());

it('a message of someone else is reported to the admins from its menu', async () => {
  const { ID } = await ann.call('dialogs.send', { dialog_id: yard, text: 'Cheap watches' });
  await ben.call('dialogs.send', { dialog_id: yard, text: 'No, thank you' });
  const page = await browser.open(server, ben, { at: `#/chats/${yard}` });
  const bubble = (text: string) => page.getByRole('group', { name: /,/ }).filter({ hasText: text });
  const report = page.getByRole('menuitem', { name: 'Report' });
  await bubble('No, thank you').click({ button: 'right' });
  await expectOf(page.getByRole('menuitem', { name: 'Select' })).toBeVisible();
  await expectOf(report).toHaveCount(0);
  await page.keyboard.press('Escape');
  await bubble('Cheap watches').click({ button: 'right' });
  await report.click();
  const window = page.getByRole('dialog', { name: 'Report message' });
  await window.getByRole('textbox', { name: 'What happened?' }).fill('An advertisement');
  await window.getByRole('button', { name: 'Report', exact: true }).click();
  await expectOf(page.getByText('Reported. Thank you.')).toBeVisible();
  const [reported] = await ann.call('admin.reports', { open: true });
  expect(reported).toMatchObject({ Item: { Type: 'message', ID }, Reason: 'An advertisement' });
});
