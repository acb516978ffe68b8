import type { Locator } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectOf, testBrowser } from '../../support/browser/browser';
import {
  chatInList,
  chooseFromMenu,
  messageInput,
  messageWith,
  sendMessage,
} from '../../support/browser/chat';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
let server: TestServer;
let olena: TestPerson;
let taras: TestPerson;
let dialog: number;

beforeAll(async () => {
  server = await testServer();
  [olena, taras] = (await server.people('Olena', 'Taras')) as [TestPerson, TestPerson];
  ({ ID: dialog } = await olena.call('dialogs.createPrivate', { user_id: taras.id }));
  await taras.call('dialogs.send', { dialog_id: dialog, text: 'Buy my vacuum cleaner' });
});
afterAll(() => server.close());

describe('blocking', () => {
  it('a person from their chat ends writing there, until they are unblocked in its place', async () => {
    const page = await browser.open(server, olena, { at: `#/chats/${dialog}` });
    const other = await browser.open(server, taras, { at: `#/chats/${dialog}` });
    const online = other.getByRole('button', { name: /^Olena/ }).getByText('online', { exact: true });
    await expectOf(online).toBeVisible();
    await chooseFromMenu(page, chatInList(page, 'Taras'), 'Block');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
    await expectOf(page.getByText('Taras is blocked')).toBeVisible();
    await expectOf(messageInput(page)).toHaveCount(0);
    await expectOf(online).toHaveCount(0);
    await expectOf(messageInput(other)).toBeVisible();
    const header = other.locator('header').getByRole('button', { name: 'Olena' });
    const name = header.getByText('Olena', { exact: true });
    expect(await middleOf(name)).toBeCloseTo(await middleOf(header), 0);
    await messageInput(other).fill('Only 900');
    await other.keyboard.press('Enter');
    await expectOf(other.getByRole('alert')).toContainText(
      'Not sent: Olena doesn’t accept messages from you.',
    );
    await other.getByRole('alert').getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Unblock' }).click();
    await expectOf(messageInput(page)).toBeFocused();
    await sendMessage(page, 'How much is it?');
    await expectOf(messageWith(other, 'How much is it?')).toBeVisible();
    await expectOf(online).toBeVisible();
  });

  it('puts a person on a list in the settings, from which they can be unblocked', async () => {
    const page = await browser.open(server, olena, { at: '#/settings/privacy' });
    const group = page.getByRole('region', { name: 'Blocked people' });
    await expectOf(group.getByText('You haven’t blocked anyone.')).toBeVisible();
    await olena.call('people.block', { user: String(taras.id) });
    await expectOf(group.getByRole('link', { name: 'Taras' })).toBeVisible();
    await group.getByRole('button', { name: 'Unblock Taras' }).click();
    await expectOf(group.getByText('You haven’t blocked anyone.')).toBeVisible();
    const again = await olena.call('people.get', { user: String(taras.id) });
    expect(again).not.toHaveProperty('Blocked');
  });

  it('a person leaves a way to unblock them on their page', async () => {
    await olena.call('people.block', { user: String(taras.id) });
    const page = await browser.open(server, olena, { at: `#/people/${taras.id}` });
    await expectOf(page.getByText('Taras is blocked')).toBeVisible();
    const tabs = page.getByRole('navigation', { name: 'Profile sections' });
    const friends = page.getByRole('complementary', { name: 'Friends and gifts' });
    await expectOf(tabs.or(friends)).toHaveCount(0);
    await page.getByRole('button', { name: 'Unblock' }).click();
    await expectOf(tabs).toBeVisible();
    await expectOf(page.getByRole('button', { name: 'Add friend' })).toBeVisible();
    await expectOf(page.getByText('Taras is blocked')).toHaveCount(0);
  });
});

/** Returns the vertical center of an element. */
async function middleOf(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not shown.');
  return box.y + box.height / 2;
}
