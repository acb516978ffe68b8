import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxOf, expectOf, holdAnswers, testBrowser } from '../../support/browser/browser';
import { chatInList, chooseFromMenu, messageInput, messageWith } from '../../support/browser/chat';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
let server: TestServer;
let olena: TestPerson;
let taras: TestPerson;

beforeAll(async () => {
  server = await testServer();
  [olena, taras] = (await server.people('Olena', 'Taras')) as [TestPerson, TestPerson];
});
afterAll(() => server.close());

/** A new group of Olena with messages. */
async function groupOf(name: string, ...texts: string[]): Promise<number> {
  const { ID } = await olena.call('dialogs.create', { name, type: 'group' });
  await olena.call('dialogs.join', { dialog_id: ID, user_id: String(taras.id) });
  for (const text of texts) await olena.call('dialogs.send', { dialog_id: ID, text });
  return ID;
}

const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });

describe('the keyboard focus', () => {
  it('moves to the next message when one is deleted, and back from Undo', async () => {
    const group = await groupOf('Deleted by keyboard', 'First', 'Second', 'Third');
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    await messageWith(page, 'Second').focus();
    await page.keyboard.press('Delete');
    await expectOf(messageWith(page, 'Third')).toBeFocused();
    await undo(page).focus();
    await page.keyboard.press('Enter');
    await expectOf(messageWith(page, 'Second')).toBeVisible();
    await expectOf(messageWith(page, 'Third')).toBeFocused();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await expectOf(messageWith(page, 'Third')).toHaveCount(0);
    await expectOf(messageWith(page, 'Second')).toBeFocused();
  });

  it('moves to the next chat when one is archived, and to the next folder when one is deleted', async () => {
    await groupOf('Kept here', 'A');
    const first = await groupOf('In the middle', 'B');
    const second = await groupOf('On top', 'C');
    await olena.call('dialogs.createFolder', { name: 'Work', dialogs: [first] });
    await olena.call('dialogs.createFolder', { name: 'Home', dialogs: [second] });
    const page = await browser.open(server, olena);
    await chatInList(page, 'On top').focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Archive' }).press('Enter');
    await expectOf(chatInList(page, 'On top')).toHaveCount(0);
    await expectOf(chatInList(page, 'In the middle')).toBeFocused();
    await page.getByRole('radio', { name: 'Work' }).focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Delete folder' }).press('Enter');
    await expectOf(page.getByRole('radio', { name: 'Home' })).toBeFocused();
  });

  it('goes to the chat list when a group is left in its side panel, and when the only folder is deleted', async () => {
    await groupOf('Stays', 'A');
    const left = await groupOf('Is left', 'B');
    await taras.call('dialogs.createFolder', { name: 'Only', dialogs: [left] });
    const page = await browser.open(server, taras, { at: `#/chats/${left}` });
    await page.getByRole('button', { name: 'Chat info' }).press('Enter');
    await page.locator('aside').getByRole('button', { name: 'Leave' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).press('Enter');
    await expectOf(chatInList(page, 'Is left')).toHaveCount(0);
    await expectOf(page.getByRole('list', { name: 'Your chats' }).getByRole('link').first()).toBeFocused();
    await page.getByRole('radio', { name: 'Only' }).focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Delete folder' }).press('Enter');
    await expectOf(page.getByRole('radio', { name: 'Only' })).toHaveCount(0);
    await expectOf(page.getByRole('list', { name: 'Your chats' }).getByRole('link').first()).toBeFocused();
  });

  it('on a button at a message leaves the shortcuts of the message at work', async () => {
    const group = await groupOf('Shortcuts', 'Above', 'Below');
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    const reply = page.getByRole('button', { name: 'Reply', exact: true });
    await messageWith(page, 'Below').focus();
    await reply.focus();
    await page.keyboard.press('ArrowUp');
    await expectOf(messageWith(page, 'Above')).toBeFocused();
    await reply.focus();
    await page.keyboard.press('s');
    await expectOf(page.getByText('1 selected')).toBeVisible();
  });

  it('moves to the next attachment when one is removed, and to the message field after the last', async () => {
    const page = await browser.open(server, olena, { at: `#/chats/${await groupOf('Attached')}` });
    await messageInput(page).waitFor();
    const chooser = page.locator('input[type=file]').last();
    const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
    await chooser.setInputFiles([file('one.txt'), file('two.txt')]);
    const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` });
    await remove('one.txt').press('Enter');
    await expectOf(remove('one.txt')).toHaveCount(0);
    await expectOf(remove('two.txt')).toBeFocused();
    await page.keyboard.press('Enter');
    await expectOf(remove('two.txt')).toHaveCount(0);
    await expectOf(messageInput(page)).toBeFocused();
  });

  it('stays at a failed attachment when its upload is repeated', async () => {
    const page = await browser.open(server, olena, { at: `#/chats/${await groupOf('Repeated')}` });
    await messageInput(page).waitFor();
    await page.route('**/uploads', (route) =>
      route.fulfill({
        status: 413,
        json: { detail: 'too_large', message: 'Your storage is full.', fields: {} },
      }),
    );
    const chooser = page.locator('input[type=file]').last();
    await chooser.setInputFiles({ name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from('one') });
    const retry = page.getByRole('button', { name: 'Retry one.txt' });
    await retry.waitFor();
    await page.unroute('**/uploads');
    await retry.press('Enter');
    await expectOf(retry).toHaveCount(0);
    await expectOf(page.getByRole('button', { name: 'Remove one.txt' })).toBeFocused();
  });

  it('moves to the message when the last reaction of a kind is removed', async () => {
    const group = await groupOf('Reactions', 'First');
    const { ID } = await olena.call('dialogs.send', { dialog_id: group, text: 'Second' });
    for (const emoji of ['👍', '🎉']) await olena.call('dialogs.react', { message_id: ID, emoji });
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    const reaction = (emoji: string) => messageWith(page, 'Second').getByRole('button', { name: emoji });
    for (const emoji of ['👍', '🎉']) {
      await reaction(emoji).press('Enter');
      await expectOf(reaction(emoji)).toHaveCount(0);
      await expectOf(messageWith(page, 'Second')).toBeFocused();
    }
  });

  it('goes to the message field when text follows a message deleted with the mouse', async () => {
    const group = await groupOf('Typed after a click', 'Words');
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    await chooseFromMenu(page, messageWith(page, 'Words'), 'Delete');
    await expectOf(messageWith(page, 'Words')).toHaveCount(0);
    await page.keyboard.type('Hi');
    await expectOf(messageInput(page)).toHaveValue('Hi');
  });
});

describe('forms by keyboard', () => {
  it('clear the search, and reach the chats below it, when something is forwarded', async () => {
    const group = await groupOf('Forwarded from', 'Pass it on');
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    await messageWith(page, 'Pass it on').focus();
    await page.keyboard.press('f');
    const window = page.getByRole('dialog', { name: 'Send to' });
    await expectOf(window.getByRole('button', { name: 'Saved messages' })).toBeVisible();
    const search = window.getByRole('searchbox');
    await search.fill('Nobody');
    await page.keyboard.press('Escape');
    await expectOf(search).toHaveValue('');
    await search.fill('Nobody');
    await window.getByRole('button', { name: 'Clear search' }).press('Enter');
    await expectOf(search).toHaveValue('');
    await expectOf(search).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expectOf(window.getByRole('button', { name: 'Saved messages' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  it('lead from the name of a new group to its members', async () => {
    const page = await browser.open(server, olena);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: 'New group' }).click();
    const window = page.getByRole('dialog', { name: 'New group' });
    await window.getByRole('textbox', { name: 'Name' }).fill('With members');
    await page.keyboard.press('Enter');
    await expectOf(window.getByRole('searchbox', { name: 'Find people' })).toBeFocused();
  });

  it('change a scheduled message, and return to the message field once one is scheduled', async () => {
    const group = await groupOf('Later');
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    await messageInput(page).fill('Tomorrow');
    const clock = page.getByRole('button', { name: /chedule/ }).first();
    await clock.press('Enter');
    await page.getByRole('menuitem', { name: 'Schedule…' }).press('Enter');
    await page.getByRole('button', { name: 'Tomorrow morning' }).press('Enter');
    await expectOf(messageInput(page)).toBeFocused();
    await clock.press('Enter');
    await page.getByRole('menuitem', { name: 'Scheduled messages' }).press('Enter');
    const window = page.getByRole('dialog', { name: 'Scheduled messages' });
    await window.getByRole('button', { name: 'Edit' }).press('Enter');
    await expectOf(window.getByRole('textbox', { name: 'Text' })).toBeFocused();
    await window.getByRole('button', { name: 'Save' }).press('Enter');
    await expectOf(window.getByRole('button', { name: 'Edit' })).toBeFocused();
  });

  it('lead from a removed scheduled message to the next one, and back to the message field', async () => {
    const group = await groupOf('Much later');
    const tomorrow = Math.floor(Date.now() / 1000) + 86_400;
    for (const [index, text] of ['One', 'Two', 'Three'].entries())
      await olena.call('dialogs.send', { dialog_id: group, text, timestamp: tomorrow + index * 60 });
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    await page.getByRole('button', { name: 'Scheduled: 3' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Scheduled messages' }).press('Enter');
    const window = page.getByRole('dialog', { name: 'Scheduled messages' });
    const entry = (text: string) => window.getByRole('listitem').filter({ hasText: text });
    await entry('One').getByRole('button', { name: 'Remove' }).press('Enter');
    await expectOf(entry('Two').getByRole('button', { name: 'Edit' })).toBeFocused();
    await entry('Two').getByRole('button', { name: 'Send now' }).press('Enter');
    await expectOf(entry('Three').getByRole('button', { name: 'Edit' })).toBeFocused();
    await entry('Three').getByRole('button', { name: 'Remove' }).press('Enter');
    await expectOf(entry('Three')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expectOf(messageInput(page)).toBeFocused();
  });
});

describe('a jump to a message', () => {
  it('leaves the focus in a dialog that was opened while it was loading', async () => {
    const group = await groupOf('Long ago');
    const { ID: first } = await olena.call('dialogs.send', { dialog_id: group, text: 'The first one' });
    for (let count = 0; count < 60; count++)
      await olena.call('dialogs.send', { dialog_id: group, text: `Later ${count}` });
    await olena.call('dialogs.send', { dialog_id: group, text: 'An answer', replyTo: first });
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    await expectOf(messageWith(page, 'An answer')).toBeVisible();
    const around = await holdAnswers(page, /around_id=/);
    await messageWith(page, 'An answer')
      .getByRole('button', { name: /The first one/ })
      .click();
    await around.taken;
    await page.getByRole('button', { name: 'Emoji' }).click();
    const search = page.getByRole('dialog').getByRole('combobox');
    await expectOf(search).toBeFocused();
    around.letGo();
    await expectOf(messageWith(page, 'The first one')).toBeInViewport();
    await expectOf(page.locator('.highlighted')).toHaveCount(0);
    await page.keyboard.type('heart');
    await expectOf(search).toHaveValue('heart');
  });
});

describe('the emoji picker', () => {
  it('leaves the keyboard to the message into which it inserts, and goes once that is written on', async () => {
    const group = await groupOf('Faces', 'Who comes?');
    // The picker shows its emoji once the browser is idle.
    const page = await browser.open(server, olena, { at: `#/chats/${group}`, loadsAhead: true });
    await messageWith(page, 'Who comes?').focus();
    await page.keyboard.press('r');
    await expectOf(messageInput(page)).toBeFocused();
    await page.keyboard.type('Me');
    const picker = page.getByRole('dialog', { name: 'Emoji' });
    const open = page.getByRole('button', { name: 'Emoji', exact: true });
    await open.click();
    const emoji = picker.getByRole('menuitem', { name: /grinning face/ }).first();
    for (const text of ['Me😀', 'Me😀😀']) {
      await emoji.click();
      await expectOf(messageInput(page)).toHaveValue(text);
      await expectOf(messageInput(page)).toBeFocused();
    }
    await page.keyboard.press('Escape');
    await expectOf(picker).toHaveCount(0);
    await expectOf(page.getByText('Reply to Olena')).toBeVisible();
    await open.click();
    await emoji.click();
    await expectOf(messageInput(page)).toHaveValue('Me😀😀😀');
    await page.keyboard.press('Control+z');
    await expectOf(messageInput(page)).toHaveValue('Me😀😀');
    await expectOf(picker).toHaveCount(0);
    await page.keyboard.type(' too');
    await page.keyboard.press('Enter');
    await expectOf(messageWith(page, 'Me😀😀 too')).toBeVisible();
  });
});

describe('the menu of a message', () => {
  it('shows its last entry whole on a low phone', async () => {
    const group = await groupOf('Low', 'Of Olena');
    const page = await browser.open(server, olena, {
      at: `#/chats/${group}`,
      language: 'uk',
      width: 390,
      height: 700,
    });
    await page.getByRole('group').filter({ hasText: 'Of Olena' }).focus();
    await page.keyboard.press('Shift+F10');
    const last = page.getByRole('menuitem').last();
    await expectOf(last).toBeVisible();
    const [entry, menu] = [await boxOf(last), await boxOf(page.getByRole('menu'))];
    expect(entry.y + entry.height).toBeLessThanOrEqual(menu.y + menu.height);
  });
});
