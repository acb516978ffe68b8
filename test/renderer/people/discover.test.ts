import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectOf, testBrowser } from '../../support/browser/browser';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
let server: TestServer;
let olena: TestPerson;
let taras: TestPerson;

beforeAll(async () => {
  server = await testServer();
  [olena, taras] = (await server.people('Olena', 'Taras')) as [TestPerson, TestPerson];
  await olena.call('dialogs.create', { name: 'Mountain walks', type: 'channel', topic: 8 });
});
afterAll(() => server.close());

it('a group with a topic and a country is created, discovered by them, and joined', async () => {
  const owner = await browser.open(server, olena, { at: '#/chats' });
  await owner.getByRole('button', { name: 'New', exact: true }).click();
  await owner.getByRole('menuitem', { name: 'New group' }).click();
  const form = owner.getByRole('dialog', { name: 'New group' });
  await form.getByLabel('Name').fill('Garden circle');
  await form.getByRole('combobox', { name: 'Topic' }).click();
  await owner.getByRole('option', { name: 'Hobbies' }).click();
  await form.getByRole('combobox', { name: 'Country' }).click();
  await owner.getByRole('option', { name: 'Ukraine' }).click();
  await form.getByRole('button', { name: 'Create' }).click();
  await expectOf(form).toBeHidden();

  const page = await browser.open(server, taras, { at: '#/chats', width: 390, height: 844 });
  await page.getByRole('button', { name: 'Discover groups and channels' }).click();
  await expectOf(page.getByRole('heading', { name: 'Discover' })).toBeVisible();
  await expectOf(page.getByText('2 chats')).toBeVisible();
  await page.getByRole('button', { name: 'Filters' }).click();
  const filters = page.getByRole('dialog', { name: 'Filters' });
  await filters.getByRole('combobox', { name: 'Topic' }).click();
  await page.getByRole('option', { name: 'Hobbies' }).click();
  await filters.getByRole('button', { name: 'Done' }).click();
  await expectOf(page.getByText('1 chat', { exact: true })).toBeVisible();
  await expectOf(page.getByRole('listitem').filter({ hasText: 'Garden circle' })).toContainText('Ukraine');
  await page.getByRole('button', { name: 'Join Garden circle' }).click();
  await expectOf(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  expect((await taras.call('dialogs.list', {})).map(({ Name }) => Name)).toEqual(['Garden circle']);
  await page.goBack();
  await page.getByRole('button', { name: 'Remove filter: Hobbies' }).click();
  await expectOf(page.getByRole('link', { name: 'Open' })).toBeVisible();
});
