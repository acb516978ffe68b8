import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectOf, testBrowser } from '../support/browser/browser';
import { testServer, type TestServer } from '../support/server';
import type { TestPerson } from '../support/service';

const browser = testBrowser();
let server: TestServer;
let olena: TestPerson;
let taras: TestPerson;

beforeAll(async () => {
  server = await testServer();
  [olena, taras] = (await server.people('Olena', 'Taras')) as [TestPerson, TestPerson];
});
afterAll(() => server.close());

describe('the keyboard focus', () => {
  it('stays in the settings when what had it is removed', async () => {
    const page = await browser.open(server, olena, { at: '#/settings/sessions' });
    const revoke = (name: string) => page.getByRole('button', { name: `Revoke ${name}`, exact: true });
    for (const name of ['First', 'Second']) {
      await page.getByRole('button', { name: 'Create token' }).press('Enter');
      const field = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
      await field.fill(name);
      await field.press('Enter');
      await page.getByRole('button', { name: 'Done' }).press('Enter');
      await expectOf(revoke(name)).toBeVisible();
    }
    for (const [gone, focused] of [
      ['First', revoke('Second')],
      ['Second', page.getByRole('button', { name: 'Create token' })],
    ] as const) {
      await revoke(gone).press('Enter');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).press('Enter');
      await expectOf(revoke(gone)).toHaveCount(0);
      await expectOf(focused).toBeFocused();
    }
  });

  it('moves to the next filter when one is removed, and to the content after the last', async () => {
    const page = await browser.open(server, olena, { at: '#/people?list=find' });
    await page.getByRole('switch', { name: 'With a picture' }).press('Space');
    await page.getByRole('switch', { name: 'Online now' }).press('Space');
    const chips = page
      .getByRole('main')
      .getByRole('listitem')
      .getByRole('button', { name: /^Remove/ });
    await expectOf(chips).toHaveCount(2);
    await chips.first().press('Enter');
    await expectOf(chips).toHaveCount(1);
    await expectOf(chips).toBeFocused();
    await page.keyboard.press('Enter');
    await expectOf(chips).toHaveCount(0);
    await expectOf(page.getByRole('main')).toBeFocused();
  });

  it('moves to the first notification once all are read', async () => {
    await taras.call('people.subscribe', { user: String(olena.id) });
    const page = await browser.open(server, olena, { at: '#/notifications' });
    const all = page.getByRole('button', { name: 'Mark all as read' });
    await all.press('Enter');
    await expectOf(all).toHaveCount(0);
    await expectOf(page.getByRole('main').getByRole('link').first()).toBeFocused();
  });

  it('enters the panel of notifications, and returns to the bell or goes to the opened view', async () => {
    const [ihor] = (await server.people('Ihor')) as [TestPerson];
    await taras.call('people.subscribe', { user: String(ihor.id) });
    const page = await browser.open(server, ihor, { at: '#/people' });
    const bell = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: /^Notifications/ });
    const panel = page.getByRole('complementary', { name: 'Notifications' });
    await bell.press('Enter');
    await expectOf(panel).toBeFocused();
    const link = panel.getByRole('link', { name: /^New: Taras/ });
    await expectOf(link).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expectOf(bell).toBeFocused();
    await bell.press('Enter');
    await link.press('Enter');
    await expectOf(page.getByRole('heading', { name: /^Taras/ })).toBeVisible();
    await expectOf(page.getByRole('main')).toBeFocused();
  });

  it('moves to the input or the mute button once a group or channel is joined', async () => {
    for (const [type, join, role, name] of [
      ['group', 'Join group', 'textbox', 'Message'],
      ['channel', 'Join channel', 'button', 'Mute'],
    ] as const) {
      const { ID } = await olena.call('dialogs.create', { name: `Open ${type}`, type });
      const page = await browser.open(server, taras, { at: `#/chats/${ID}` });
      await page.getByRole('button', { name: join }).press('Enter');
      await expectOf(page.getByRole(role, { name, exact: true })).toBeFocused();
    }
  });

  it('stays in the bar of pinned messages when the list closes because one is left', async () => {
    const { ID } = await olena.call('dialogs.create', { name: 'Pins', type: 'group' });
    for (const text of ['First', 'Second']) {
      const sent = await olena.call('dialogs.send', { dialog_id: ID, text });
      await olena.call('dialogs.pinMessage', { message_id: sent.ID });
    }
    const page = await browser.open(server, olena, { at: `#/chats/${ID}` });
    await page.getByRole('button', { name: 'Show all pinned messages' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Unpin' }).first().press('Enter');
    await expectOf(page.getByRole('button', { name: /^Pinned message First/ })).toBeFocused();
  });

  it('stays in a scheduled message that moves down the list, and in the list when one is removed', async () => {
    const { ID } = await olena.call('dialogs.create', { name: 'Later', type: 'group' });
    const tomorrow = Math.floor(Date.now() / 1000) + 86_400;
    for (const [index, text] of ['First', 'Second', 'Third'].entries())
      await olena.call('dialogs.send', { dialog_id: ID, text, timestamp: tomorrow + index * 86_400 });
    const page = await browser.open(server, olena, { at: `#/chats/${ID}` });
    await page.getByRole('button', { name: /^Schedule/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Scheduled messages' }).press('Enter');
    const rows = page.getByRole('dialog').getByRole('listitem');
    await rows.first().getByRole('button', { name: 'Edit' }).press('Enter');
    const later = new Date((tomorrow + 1.5 * 86_400) * 1000).toISOString().slice(0, 16);
    await page.getByLabel('Date and time').fill(later);
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await expectOf(rows.nth(1)).toContainText('First');
    await expectOf(rows.nth(1).getByRole('button', { name: 'Edit' })).toBeFocused();
    await rows.nth(1).getByRole('button', { name: 'Remove' }).press('Enter');
    await expectOf(rows).toHaveCount(2);
    await expectOf(rows.last().getByRole('button', { name: 'Edit' })).toBeFocused();
  });
});
