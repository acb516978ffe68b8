import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxOf, clickWhenStill, copiedBy, expectOf, testBrowser } from '../../support/browser/browser';
import {
  chatInList,
  chooseFromMenu,
  messageInput,
  messageList,
  messageWith,
  sendMessage,
} from '../../support/browser/chat';
import { tabTo } from '../../support/browser/keys';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
let server: TestServer;
let olena: TestPerson;
let taras: TestPerson;

beforeAll(async () => {
  server = await testServer();
  [olena, taras] = (await server.people('Olena', 'Taras')) as [TestPerson, TestPerson];
  await taras.call('account.updateProfile', { link: 'taras' });
});
afterAll(() => server.close());

/** A new group of both. */
async function groupOf(name: string): Promise<number> {
  const { ID } = await olena.call('dialogs.create', { name, type: 'group' });
  await olena.call('dialogs.join', { dialog_id: ID, user_id: String(taras.id) });
  return ID;
}

describe('two people', () => {
  it('find each other and chat live', async () => {
    const one = await browser.open(server, olena);
    const other = await browser.open(server, taras);
    await one.route(/users\/find/, (route) =>
      route.fulfill({ status: 500, json: { detail: 'server_error' } }),
    );
    await one.getByRole('searchbox', { name: 'Search chats and people' }).fill('tara');
    const again = one.getByRole('button', { name: 'Try again' });
    await expectOf(again).toBeVisible();
    await one.unrouteAll();
    await again.click();
    await one.getByRole('list', { name: 'People' }).getByRole('button', { name: /Taras/ }).click();
    await messageInput(one).pressSequentially('Hello');
    await messageInput(one).press('Enter');

    const row = chatInList(other, 'Olena');
    await expectOf(row).toContainText('Hello');
    await expectOf(row.getByRole('img', { name: '1 unread' })).toBeVisible();
    await row.click();
    await expectOf(messageWith(other, 'Hello')).toBeVisible();
    await expectOf(messageWith(one, 'Hello').getByText('Read', { exact: true })).toBeAttached();

    await messageInput(other).pressSequentially('Hi');
    await expectOf(messageList(one).getByText('typing…')).toBeVisible();
    await messageInput(other).press('Enter');
    await expectOf(messageWith(one, 'Hi')).toBeVisible();
    await expectOf(messageList(one).getByText('typing…')).toBeHidden();
  });

  it('reply, edit, react and delete, and both see it live', async () => {
    const group = await groupOf('Acts');
    const one = await browser.open(server, olena, { at: `#/chats/${group}` });
    const other = await browser.open(server, taras, { at: `#/chats/${group}` });
    await sendMessage(one, 'First **words**');
    await expectOf(messageWith(other, 'First words').locator('strong')).toHaveText('words');

    await chooseFromMenu(other, messageWith(other, 'First words'), 'Reply');
    await sendMessage(other, 'An answer');
    await expectOf(
      messageWith(one, 'An answer').getByRole('button', { name: /In reply to Olena/ }),
    ).toContainText('First words');

    await messageInput(one).press('ArrowUp');
    await expectOf(messageInput(one)).toHaveValue('First **words**');
    await messageInput(one).press('Home');
    await messageInput(one).pressSequentially('Other, not ');
    await expectOf(messageInput(one)).toHaveValue('Other, not First **words**');
    await messageInput(one).press('Enter');
    await expectOf(messageWith(other, 'Other, not First words')).toContainText('edited');

    const copied = await copiedBy(one, () => chooseFromMenu(one, messageWith(one, 'An answer'), 'Copy'));
    expect(copied).toBe('An answer');

    await messageWith(one, 'An answer').hover();
    await one.getByRole('button', { name: 'React', exact: true }).click();
    await one.getByRole('button', { name: 'React with 🎉' }).click();
    const reaction = messageWith(other, 'An answer').getByRole('button', { name: /🎉 1/ });
    await expectOf(reaction).toHaveAttribute('aria-pressed', 'false');
    await reaction.click();
    await expectOf(messageWith(one, 'An answer').getByRole('button', { name: /🎉 2/ })).toBeVisible();

    await chooseFromMenu(other, messageWith(other, 'An answer'), 'Delete');
    await other.getByRole('button', { name: 'Undo' }).click();
    await expectOf(messageWith(other, 'An answer')).toBeVisible();
    await messageWith(other, 'An answer').hover();
    await other.getByRole('button', { name: 'Message actions' }).click();
    await other.getByRole('menuitem', { name: 'Delete' }).click();
    await expectOf(messageWith(other, 'An answer')).toHaveCount(0);
    await messageWith(other, 'Other, not First words').hover();
    await expectOf(other.getByRole('button', { name: 'React', exact: true })).toBeVisible();
    // Leaving the conversation ends the time to bring it back.
    await other.goto(`${server.url}/#/people`);
    await expectOf(messageWith(one, 'An answer')).toHaveCount(0);
  });
});

describe('text that is typed beside the message box', () => {
  it('goes into it after a click on a message or beside a menu, and pasted text too', async () => {
    const group = await groupOf('Beside');
    await taras.call('dialogs.send', { dialog_id: group, text: 'Whose bench is this?' });
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    const question = messageWith(page, 'Whose bench');
    await question.click();
    // By the keyboard alone, S would choose the message.
    await page.keyboard.type('So');
    await expectOf(messageInput(page)).toBeFocused();
    await expectOf(messageInput(page)).toHaveValue('So');
    await question.click({ button: 'right' });
    await boxOf(page.getByRole('menu'));
    await page.mouse.click(900, 200);
    await expectOf(page.getByRole('menu')).toHaveCount(0);
    await page.keyboard.type('on');
    await expectOf(messageInput(page)).toHaveValue('Soon');
    await messageInput(page).press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+c');
    await page.keyboard.press('End');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('ControlOrMeta+v');
    await expectOf(messageInput(page)).toHaveValue('SoonSoon');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('?');
    await expectOf(page.getByRole('dialog')).toBeVisible();
  });
});

describe('the keyboard', () => {
  it('moves through messages with arrow keys as one tab stop, and returns to the composer', async () => {
    const group = await groupOf('Keys');
    await taras.call('dialogs.send', { dialog_id: group, text: 'Older, with https://example.org' });
    await taras.call('dialogs.send', { dialog_id: group, text: 'Newer, for @taras' });
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    const [older, newer] = [messageWith(page, 'Older'), messageWith(page, 'Newer')];
    await expectOf(newer).toBeVisible();
    await expectOf(messageInput(page)).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expectOf(page.getByRole('button', { name: 'Attach' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expectOf(newer).toBeFocused();
    await page.keyboard.press('Tab');
    await expectOf(newer.getByRole('link', { name: '@taras' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowUp');
    await expectOf(older).toBeFocused();
    await page.keyboard.press('r');
    await expectOf(messageInput(page)).toBeFocused();
    await expectOf(page.getByText('Reply to Taras')).toBeVisible();
    await page.keyboard.press('Escape');
    await expectOf(page.getByText('Reply to Taras')).toHaveCount(0);
    // Ctrl+F on a Ukrainian keyboard.
    await messageInput(page).dispatchEvent('keydown', { key: 'а', code: 'KeyF', ctrlKey: true });
    await expectOf(page.getByRole('searchbox', { name: 'Search in this chat' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expectOf(messageInput(page)).toBeFocused();
  });

  it('can open a chat, write, mention, reply, react, send a file and switch chats', async () => {
    const [group, next] = [await groupOf('Only keys'), await groupOf('After it')];
    await taras.call('dialogs.send', { dialog_id: group, text: 'Whose ladder is this?' });
    const page = await browser.open(server, olena);
    const { keyboard } = page;
    const question = messageWith(page, 'Whose ladder');
    await expectOf(chatInList(page, 'Only keys')).toBeVisible();
    await tabTo(page, chatInList(page, 'Only keys'));
    await keyboard.press('Enter');
    await expectOf(question).toBeVisible();
    await expectOf(messageInput(page)).toBeFocused();
    await keyboard.type('I will ask @ta');
    await expectOf(page.getByRole('option', { name: /Taras/ })).toHaveAttribute('aria-selected', 'true');
    await keyboard.press('Enter');
    await expectOf(messageInput(page)).toHaveValue('I will ask @taras ');
    await keyboard.press('Enter');
    const mention = messageWith(page, 'I will ask').getByRole('link', { name: '@taras' });
    await expectOf(mention).toHaveAttribute('href', '#/people/taras');

    await tabTo(page, messageWith(page, 'I will ask'), 'Shift+Tab');
    await keyboard.press('ArrowUp');
    await expectOf(question).toBeFocused();
    await keyboard.press('r');
    await expectOf(messageInput(page)).toBeFocused();
    await keyboard.type('It is mine');
    await keyboard.press('Enter');
    await expectOf(
      messageWith(page, 'It is mine').getByRole('button', { name: /In reply to Taras/ }),
    ).toBeVisible();

    await tabTo(page, question, 'Shift+Tab');
    await tabTo(page, page.getByRole('button', { name: 'React', exact: true }));
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: '👍' }).first());
    await keyboard.press('Enter');
    await expectOf(question.getByRole('button', { name: /👍/ })).toHaveAttribute('aria-pressed', 'true');

    // Asked for early: the browser is told of it while the focus moves.
    const choosing = page.waitForEvent('filechooser');
    await tabTo(page, page.getByRole('button', { name: 'Attach' }));
    await keyboard.press('Enter');
    await expectOf(page.getByRole('menuitem', { name: 'Photo or file' })).toBeFocused();
    await keyboard.press('Enter');
    await (
      await choosing
    ).setFiles([{ name: 'ladder.txt', mimeType: 'text/plain', buffer: Buffer.from('3 m') }]);
    await tabTo(page, messageInput(page));
    await keyboard.press('Enter');
    await expectOf(messageWith(page, 'ladder.txt')).toBeVisible();

    await keyboard.press('Alt+ArrowDown');
    await expectOf(messageList(page)).toHaveAccessibleName('Messages in After it');
    expect(page.url()).toContain(`#/chats/${next}`);
  });
});

describe('message text', () => {
  it('is formatted by the toolbar and by shortcuts, and a table is pasted aligned', async () => {
    const group = await groupOf('Formatted');
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    const { keyboard } = page;
    await messageInput(page).fill('Mind the step');
    await messageInput(page).press('ControlOrMeta+a');
    const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
    await clickWhenStill(toolbar.getByRole('button', { name: 'Bold' }));
    await expectOf(messageInput(page)).toHaveValue('**Mind the step**');
    await keyboard.press('ControlOrMeta+i');
    await expectOf(messageInput(page)).toHaveValue('**_Mind the step_**');
    await keyboard.press('ControlOrMeta+z');
    await expectOf(messageInput(page)).toHaveValue('**Mind the step**');
    await keyboard.press('End');
    await expectOf(toolbar).toHaveCount(0);
    await messageInput(page).evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', '<table><tr><td>Nails<td>40<tr><td>Saw<td>1</table>');
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await keyboard.press('Enter');
    const sent = messageWith(page, 'Mind the step');
    await expectOf(sent.locator('strong')).toHaveText('Mind the step');
    await expectOf(sent.locator('pre')).toHaveText('Nails  40\nSaw     1');
  });

  it('is counted near the limit, stays as a draft per chat in two windows, and is removed from both when sent', async () => {
    const [here, there] = [await groupOf('Written here'), await groupOf('Written there')];
    await olena.call('dialogs.send', { dialog_id: there, text: 'Said before' });
    const one = await browser.open(server, olena, { at: `#/chats/${here}` });
    const other = await one.context().newPage();
    await other.goto(`${server.url}/#/chats/${there}`);
    await expectOf(chatInList(one, 'Written there')).toContainText(/Said before.*Sent/);
    await messageInput(one).fill('Said here');
    await messageInput(other).fill('ї'.repeat(4000));
    await expectOf(other.getByText('96 characters left')).toBeAttached();
    await messageInput(other).fill('🙂'.repeat(4097));
    await expectOf(other.getByText('1 character too many')).toBeAttached();
    await expectOf(other.getByRole('button', { name: 'Send' })).toBeDisabled();
    await messageInput(other).fill('Said there');
    await expectOf(chatInList(one, 'Written there')).toContainText('Draft: Said there');
    await expectOf(chatInList(one, 'Written there')).not.toContainText('Sent');
    await other.goto(`${server.url}/#/chats/${here}`);
    await expectOf(messageInput(other)).toHaveValue('Said here');
    await one.reload();
    await expectOf(messageInput(one)).toHaveValue('Said here');

    await messageInput(one).press('Enter');
    await expectOf(messageWith(other, 'Said here')).toBeVisible();
    await expectOf(messageInput(other)).toHaveValue('');
  });

  it('is sent once when two windows of one person retry it after a rejection', async () => {
    const group = await groupOf('Refused once');
    const one = await browser.open(server, taras, { at: `#/chats/${group}` });
    await expectOf(messageInput(one)).toBeVisible();
    await one.route(/\/dialogs\/\d+\/messages$/, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 403, json: { detail: 'access_denied', message: 'No.' } })
        : route.continue(),
    );
    await sendMessage(one, 'Once only');
    const reason = 'Not sent: You don’t have permission to do this.';
    const note = (page: Page) => page.getByRole('alert').filter({ hasText: reason });
    await expectOf(note(one)).toBeVisible();
    const other = await one.context().newPage();
    await other.goto(`${server.url}/#/chats/${group}`);
    await expectOf(note(other)).toBeVisible();
    await one.unrouteAll();
    await note(one).getByRole('button', { name: 'Retry' }).click();
    await expectOf(messageWith(other, 'Once only').getByText('Sent', { exact: true })).toBeAttached();
    await expectOf(note(other)).toHaveCount(0);
  });
});
