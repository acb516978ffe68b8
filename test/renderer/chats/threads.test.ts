import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousViolationsInBothThemes } from '../../support/browser/axe';
import { expectOf, testBrowser } from '../../support/browser/browser';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
let server: TestServer;
let ann: TestPerson;
let ben: TestPerson;
let dialog_id: number;
let thread: number;

beforeAll(async () => {
  server = await testServer();
  [ann, ben] = (await server.people('Ann', 'Ben')) as [TestPerson, TestPerson];
  ({ ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' }));
  await ann.call('dialogs.join', { dialog_id, user_id: String(ben.id) });
  ({ ID: thread } = await ann.call('dialogs.send', { dialog_id, text: 'Who paints the gate?' }));
});
afterAll(() => server.close());

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Thread' });

describe('a thread', () => {
  it('is opened, answered in and closed beside the chat, and covers it on a phone', async () => {
    const page = await browser.open(server, ann, { at: `#/chats/${dialog_id}` });
    const root = page.getByRole('group', { name: /,/ }).filter({ hasText: 'Who paints the gate?' });
    await root.first().focus();
    await page.keyboard.press('t');
    const panel = panelOf(page);
    const box = panel.getByRole('textbox', { name: 'Reply in thread' });
    await expectOf(box).toBeFocused();
    await box.fill('I do');
    await box.press('Enter');
    await expectOf(panel.getByText('I do')).toBeVisible();
    await expectOf(panel.getByText('1 reply')).toBeVisible();
    expect(await seriousViolationsInBothThemes(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Close thread' }).click();
    await expectOf(panel).toBeHidden();
    await expectOf(page.getByText('I do')).toBeHidden();

    const { ID } = await ben.call('dialogs.send', { dialog_id, thread, text: 'Me too' });
    const note = page.getByRole('link', { name: /2 replies.*1 unread reply/ });
    await note.click();
    await expectOf(panel.getByText('Me too')).toBeVisible();
    await expectOf.poll(async () => (await replies(ann)).Unread).toBe(0);
    for (const [label, isFollowing] of [
      ['Unfollow thread', false],
      ['Follow thread', true],
    ] as const) {
      await panel.getByRole('button', { name: 'More' }).first().click();
      await page.getByRole('menuitem', { name: label, exact: true }).click();
      await expectOf.poll(async () => (await replies(ann)).Following).toBe(isFollowing);
    }
    await page.goBack();
    await expectOf(panel).toBeHidden();
    await expectOf(page.getByRole('link', { name: '2 replies' })).not.toContainText('unread');

    const phone = await browser.open(server, ann, {
      at: `#/chats/${dialog_id}/${ID}?thread=${thread}`,
      width: 390,
      height: 844,
    });
    await expectOf(panelOf(phone).getByText('Me too')).toBeVisible();
    expect(await panelOf(phone).evaluate((panel) => panel.getBoundingClientRect().width)).toBe(390);
  });

  it('gets what is pasted while one of its messages has the focus, and the chat beside it does not', async () => {
    const page = await browser.open(server, ann, { at: `#/chats/${dialog_id}?thread=${thread}` });
    const message = panelOf(page).getByRole('group', { name: /^You,/ }).first();
    await message.evaluate((element) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['Some words'], 'pasted.txt', { type: 'text/plain' }));
      element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    });
    await expectOf(panelOf(page).getByRole('list', { name: 'Attachments' })).toContainText('pasted');
    await expectOf(page.getByRole('list', { name: 'Attachments' })).toHaveCount(1);
  });

  it('opens for a hit of the search of the chat, which keeps the keyboard', async () => {
    const { ID: shed } = await ann.call('dialogs.create', { name: 'Shed', type: 'group' });
    for (const text of ['The paint is turquoise', 'Turquoise is fine']) {
      const root = await ann.call('dialogs.send', { dialog_id: shed, text: 'Which one?' });
      await ann.call('dialogs.send', { dialog_id: shed, thread: root.ID, text });
    }
    const page = await browser.open(server, ann, { at: `#/chats/${shed}` });
    await expectOf(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
    await page.keyboard.press('Control+f');
    const search = page.getByRole('searchbox', { name: 'Search in this chat' });
    await search.fill('turquoise');
    for (const text of ['Turquoise is fine', 'The paint is turquoise']) {
      await expectOf(panelOf(page).getByText(text)).toBeInViewport();
      await expectOf(panelOf(page).getByRole('textbox', { name: 'Reply in thread' })).toBeVisible();
      await expectOf(search).toBeFocused();
      await page.keyboard.press('Enter');
    }
  });

  it('makes way for the search of the chat in a window where it would cover it', async () => {
    const page = await browser.open(server, ann, { at: `#/chats/${dialog_id}`, width: 800 });
    await page.getByRole('link', { name: /2 replies/ }).click();
    await expectOf(panelOf(page).getByRole('textbox', { name: 'Reply in thread' })).toBeFocused();
    await page.keyboard.press('Control+f');
    await expectOf(panelOf(page)).toHaveCount(0);
    const search = page.getByRole('searchbox', { name: 'Search in this chat' });
    await expectOf(search).toBeFocused();
    await page.keyboard.type('gate');
    await expectOf(page.getByText('1 of 1')).toBeVisible();
    await page.getByRole('button', { name: 'Chat info' }).click();
    const panel = page.getByRole('complementary', { name: 'Chat info' });
    await expectOf(panel).toBeVisible();
    await page.keyboard.press('Control+f');
    await expectOf(panel).toHaveCount(0);
    await expectOf(search).toBeFocused();
  });

  it('leads back on a phone to the search that opened it, without the on-screen keyboard', async () => {
    const { ID: shed } = await ann.call('dialogs.create', { name: 'Tool shed', type: 'group' });
    const root = await ann.call('dialogs.send', { dialog_id: shed, text: 'Which one?' });
    await ann.call('dialogs.send', { dialog_id: shed, thread: root.ID, text: 'The lilac one' });
    const page = await browser.open(server, ann, {
      at: `#/chats/${shed}`,
      width: 390,
      height: 844,
      isTouched: true,
    });
    await page.getByRole('button', { name: 'Search in this chat' }).tap();
    const search = page.getByRole('searchbox', { name: 'Search in this chat' });
    await search.fill('lilac');
    await expectOf(panelOf(page).getByText('The lilac one')).toBeVisible();
    await page.goBack();
    await expectOf(panelOf(page)).toHaveCount(0);
    await expectOf(search).toHaveValue('lilac');
    await expectOf(page.getByRole('textbox', { name: 'Message' })).not.toBeFocused();
    await page.goBack();
    await expectOf(search).toHaveCount(0);
    await expectOf(page).toHaveURL(new RegExp(`#/chats/${shed}$`));
    await expectOf(page.getByRole('textbox', { name: 'Message' })).not.toBeFocused();
  });
});

async function replies(person: TestPerson) {
  const { Replies } = await person.call('dialogs.message', { message_id: thread });
  if (!Replies) throw new Error('there are no replies');
  return Replies;
}
