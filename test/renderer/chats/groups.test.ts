import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxOf, copiedBy, expectOf, loseAnswers, testBrowser } from '../../support/browser/browser';
import {
  chatInList,
  chooseFromMenu,
  messageInput,
  messageList,
  messageWith,
  sendMessage,
} from '../../support/browser/chat';
import { fixture } from '../../support/fixtures';
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

/** A new group of both. */
async function groupOf(name: string): Promise<number> {
  const { ID } = await olena.call('dialogs.create', { name, type: 'group' });
  await olena.call('dialogs.join', { dialog_id: ID, user_id: String(taras.id) });
  return ID;
}

describe('groups and channels', () => {
  it('can be archived, opened from the archive, and restored', async () => {
    await groupOf('Old choir');
    const page = await browser.open(server, olena);
    await chooseFromMenu(page, chatInList(page, 'Old choir'), 'Archive');
    await expectOf(chatInList(page, 'Old choir')).toHaveCount(0);
    await page.getByRole('button', { name: /^Archived chats/ }).click();
    await chatInList(page, 'Old choir').click();
    await expectOf(messageList(page)).toHaveAccessibleName('Messages in Old choir');
    await chooseFromMenu(page, chatInList(page, 'Old choir'), 'Unarchive');
    await page.getByRole('button', { name: 'Back to all chats' }).click();
    await expectOf(chatInList(page, 'Old choir')).toBeVisible();
  });

  it('show all actions beside a long message of someone else', async () => {
    const dialog_id = await groupOf('Long words');
    await taras.call('dialogs.send', { dialog_id, text: 'A message of many words. '.repeat(20) });
    const page = await browser.open(server, olena, { at: `#/chats/${dialog_id}`, width: 1000, height: 800 });
    await messageWith(page, 'A message of many words').hover();
    const last = await boxOf(page.getByRole('button', { name: 'Message actions' }));
    expect(last.x + last.width).toBeLessThanOrEqual(1000);
  });

  it('are created once when the answer is lost and the button is pressed again', async () => {
    const page = await browser.open(server, olena);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: 'New group' }).click();
    const window = page.getByRole('dialog', { name: 'New group' });
    await window.getByRole('textbox', { name: 'Name' }).fill('Only one');
    const search = window.getByRole('searchbox', { name: 'Find people' });
    await search.fill('taras');
    await expectOf(window.getByRole('listitem')).toHaveText([/Taras/]);
    await search.press('Enter');
    await expectOf(window.getByRole('button', { name: /Taras/ })).toHaveAttribute('aria-pressed', 'true');
    await expectOf(search).toHaveValue('');
    await expectOf(window.getByText('1 person selected: Taras')).toBeVisible();
    await loseAnswers(page, '**/dialogs');
    await window.getByRole('button', { name: 'Create' }).click();
    await expectOf(window.getByRole('alert')).toBeVisible();
    await window.getByRole('button', { name: 'Create' }).click();
    await expectOf(messageList(page)).toHaveAccessibleName('Messages in Only one');
    const made = (await olena.call('dialogs.list', {})).filter(({ Name }) => Name === 'Only one');
    expect(made).toHaveLength(1);
  });

  it('with many members find one of them by name, whose role the owner changes there', async () => {
    const dialog_id = await groupOf('The whole street');
    const neighbours = await server.people(...Array.from({ length: 19 }, (_, index) => `Neighbour ${index}`));
    for (const { id } of neighbours) await olena.call('dialogs.join', { dialog_id, user_id: String(id) });
    const page = await browser.open(server, olena, { at: `#/chats/${dialog_id}` });
    await page.getByRole('button', { name: 'Chat info' }).last().click();
    const panel = page.getByRole('complementary', { name: 'Chat info' });
    const rows = panel.getByRole('list', { name: 'Members' }).getByRole('listitem');
    await expectOf(panel.getByRole('button', { name: 'Show all members' })).toBeVisible();
    await panel.getByRole('searchbox', { name: 'Find a member' }).fill('neighbour 18');
    await expectOf(rows).toHaveText(/Neighbour 18/);
    await rows.getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Make admin' }).click();
    await expectOf(rows).toContainText('Admin');
    // With the next one removed there are so few that no search would be offered, but what was typed stays.
    await panel.getByRole('searchbox', { name: 'Find a member' }).fill('neighbour 17');
    await expectOf(rows).toHaveText(/Neighbour 17/);
    await rows.getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Remove', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expectOf(panel.getByText('Nothing found')).toBeVisible();
    await panel.getByRole('searchbox', { name: 'Find a member' }).fill('');
    await expectOf(rows.first()).toContainText('Olena');
    await panel.getByRole('button', { name: 'Show all members' }).click();
    await expectOf(rows.filter({ hasText: 'Neighbour 18' })).toContainText('Admin');
  });

  it('are created with members, and joined by an invitation', async () => {
    const one = await browser.open(server, olena);
    await one.getByRole('button', { name: 'New', exact: true }).click();
    await one.getByRole('menuitem', { name: 'New group' }).click();
    const window = one.getByRole('dialog', { name: 'New group' });
    await window.getByRole('textbox', { name: 'Name' }).fill('Book club');
    await window.getByRole('switch', { name: /^Private/ }).click();
    await window.getByRole('button', { name: 'Create' }).click();
    await expectOf(messageList(one)).toHaveAccessibleName('Messages in Book club');
    await one.getByRole('button', { name: 'Chat info' }).last().click();
    await one.getByRole('button', { name: 'Invitations' }).click();
    const invitations = one.getByRole('dialog', { name: 'Invitations' });
    await invitations.getByRole('button', { name: 'New invitation' }).click();
    await invitations.getByRole('button', { name: 'Show QR code' }).click();
    await expectOf(invitations.getByRole('img', { name: 'QR code: invitation to Book club' })).toBeVisible();
    const copy = invitations.getByRole('button', { name: 'Copy link' });
    const link = await copiedBy(one, () => copy.click());
    await invitations.getByRole('button', { name: 'Revoke' }).click();
    const question = one.getByRole('alertdialog', { name: 'Revoke this invitation?' });
    await question.getByRole('button', { name: 'Keep it' }).click();
    await expectOf(question).toHaveCount(0);
    await invitations.getByRole('button', { name: 'Close' }).click();

    const other = await browser.open(server, taras);
    await other.getByRole('button', { name: 'New', exact: true }).click();
    await other.getByRole('menuitem', { name: 'Join with an invitation' }).click();
    await other.getByRole('textbox', { name: 'Code or link' }).fill(link);
    await other.getByRole('button', { name: 'Continue' }).click();
    await other.getByRole('button', { name: 'Join', exact: true }).click();
    await expectOf(messageList(other)).toHaveAccessibleName('Messages in Book club');
    await sendMessage(other, 'I am in');
    await expectOf(messageWith(one, 'I am in')).toBeVisible();
    await expectOf(one.getByRole('complementary', { name: 'Chat info' }).getByText('Taras')).toBeVisible();

    await one.getByRole('button', { name: 'Actions for Taras' }).click();
    await one.getByRole('menuitem', { name: 'Restrict writing' }).press('ArrowRight');
    await one.getByRole('menuitem', { name: 'Until I allow it' }).press('Enter');
    await expectOf(one.getByRole('complementary').getByText('Can’t write')).toBeVisible();
    await expectOf(other.getByText('An admin has stopped you from writing here.')).toBeVisible();
    await one.getByRole('button', { name: 'Actions for Taras' }).click();
    await one.getByRole('menuitem', { name: 'Allow writing again' }).click();
    await sendMessage(other, 'Sorry');
    await one.getByRole('button', { name: 'Actions for Taras' }).click();
    await one.getByRole('menuitem', { name: 'Make admin' }).click();
    await expectOf(one.getByRole('complementary').getByText('Admin')).toBeVisible();
    await one.getByRole('button', { name: 'Actions for Taras' }).click();
    await one.getByRole('menuitem', { name: 'Remove', exact: true }).click();
    await one.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expectOf(chatInList(other, 'Book club')).toHaveCount(0);
  });

  it('show that they were deleted, and appear again with a member who returns', async () => {
    const group = await groupOf('Soon deleted');
    const { ID: closed } = await olena.call('dialogs.create', {
      name: 'Closed',
      type: 'group',
      private: true,
    });
    await olena.call('dialogs.join', { dialog_id: closed, user_id: String(taras.id) });
    const page = await browser.open(server, taras, { at: `#/chats/${group}` });
    await expectOf(messageInput(page)).toBeVisible();
    await olena.call('dialogs.remove', { dialog_id: group });
    await expectOf(page.getByText('Chat not found')).toBeVisible();

    await page.goto(`${server.url}/#/chats/${closed}`);
    await messageInput(page).fill('Half a sentence');
    await olena.call('dialogs.leave', { dialog_id: closed, user_id: String(taras.id) });
    await expectOf(page.getByText('Chat not found')).toBeVisible();
    const unsent = page.getByRole('region', { name: 'Not sent' });
    expect(await copiedBy(page, () => unsent.getByRole('button', { name: 'Copy' }).click())).toBe(
      'Half a sentence',
    );
    await unsent.getByRole('button', { name: 'Discard' }).click();
    await expectOf(unsent).toHaveCount(0);
    await olena.call('dialogs.send', { dialog_id: closed, text: 'Said meanwhile' });
    await olena.call('dialogs.join', { dialog_id: closed, user_id: String(taras.id) });
    await expectOf(messageWith(page, 'Said meanwhile')).toBeVisible();
    await sendMessage(page, 'Back again');
    await expectOf(messageWith(page, 'Back again').getByText('Sent', { exact: true })).toBeAttached();
  });

  it('can get a picture while edited, which all members see', async () => {
    const group = await groupOf('Orchard');
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    const other = await browser.open(server, taras);
    await expectOf(chatInList(other, 'Orchard').locator('img')).toHaveCount(0);
    await chatInList(page, 'Orchard').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const form = page.getByRole('dialog', { name: 'Edit group' });
    const picture = { name: 'tree.jpg', mimeType: 'image/jpeg', buffer: fixture('turned.jpg') };
    await form.getByLabel('Change chat photo').last().setInputFiles([picture]);
    const window = page.getByRole('dialog', { name: 'Chat photo' });
    await window.getByRole('button', { name: 'Save' }).click();
    await expectOf(form.locator('img')).toBeVisible();
    await expectOf(chatInList(other, 'Orchard').locator('img')).toBeVisible();
    await form.getByRole('button', { name: 'Save' }).click();
    await expectOf(form).toHaveCount(0);
    await expectOf(chatInList(page, 'Orchard').locator('img')).toBeVisible();
  });

  it('let only admins write in a channel, and preview a public one before joining', async () => {
    const { ID } = await olena.call('dialogs.create', { name: 'Quarter news', type: 'channel' });
    await olena.call('dialogs.send', { dialog_id: ID, text: 'Water is off on Thursday' });
    const page = await browser.open(server, taras);
    await page.getByRole('searchbox', { name: 'Search chats and people' }).fill('quarter');
    await page
      .getByRole('list', { name: 'Groups and channels' })
      .getByRole('link', { name: /Quarter news/ })
      .click();
    await page.getByRole('button', { name: 'Join channel' }).click();
    await expectOf(messageWith(page, 'Water is off')).toBeVisible();
    await expectOf(page.getByText('Only admins can post here.')).toBeVisible();
    await expectOf(messageInput(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Mute' }).click();
    await expectOf(page.getByRole('button', { name: 'Unmute' })).toBeVisible();
  });

  it('can be pinned, muted, navigated and left by keyboard', async () => {
    const [group, next] = [await groupOf('Left soon'), await groupOf('Next to it')];
    await olena.call('dialogs.send', { dialog_id: group, text: 'Bye' });
    const page = await browser.open(server, taras, { at: `#/chats/${group}` });
    await expectOf(messageWith(page, 'Bye')).toBeVisible();
    await expectOf(chatInList(page, 'Next to it')).toBeVisible();
    await page.keyboard.press('Alt+ArrowDown');
    await expectOf(messageList(page)).toHaveAccessibleName('Messages in Next to it');
    expect(page.url()).toContain(`#/chats/${next}`);
    await chatInList(page, 'Left soon').focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Pin' }).press('Enter');
    await expectOf(chatInList(page, 'Left soon').getByText('Pinned')).toBeAttached();
    await chooseFromMenu(page, chatInList(page, 'Left soon'), 'Leave');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expectOf(chatInList(page, 'Left soon')).toHaveCount(0);
  });
});

describe('a narrow window', () => {
  it('shows one pane with a back button, in Ukrainian too', async () => {
    const group = await groupOf('Вузько');
    const page = await browser.open(server, olena, { width: 390, height: 844, language: 'uk' });
    await page.getByRole('link').filter({ hasText: 'Вузько' }).click();
    await expectOf(page.getByRole('heading', { name: 'Чати' })).toBeHidden();
    await page.getByRole('textbox', { name: 'Повідомлення' }).fill('Привіт');
    await page.getByRole('button', { name: 'Надіслати' }).click();
    await expectOf(page.getByRole('group').filter({ hasText: 'Привіт' })).toBeVisible();
    await page.getByRole('button', { name: 'Назад до чатів' }).click();
    await expectOf(page.getByRole('heading', { name: 'Чати' })).toBeVisible();
    expect(new URL(page.url()).hash).not.toContain(String(group));
  });
});
