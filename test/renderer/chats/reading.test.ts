import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { boxOf, clickWhenStill, expectOf, testBrowser } from '../../support/browser/browser';
import { messageInput, messageList, messageWith } from '../../support/browser/chat';
import { readAll, sendMany } from '../../support/messages';
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

async function createGroup(name: string): Promise<number> {
  const { ID } = await taras.call('dialogs.create', { name, type: 'group' });
  await taras.call('dialogs.join', { dialog_id: ID, user_id: String(olena.id) });
  return ID;
}

const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name} ${index + 1}.`);

/** Makes the page believe that another program has the focus, or that it has it again. */
const setFocused = (page: Page, isFocused: boolean) =>
  page.evaluate((isFocused) => {
    document.hasFocus = () => isFocused;
    dispatchEvent(new Event(isFocused ? 'focus' : 'blur'));
  }, isFocused);

describe('reading a chat', () => {
  it('begins where it was left, however much arrived while another program had the focus', async () => {
    const group = await createGroup('Left open');
    await sendMany(server, taras, group, numbered('Old', 30));
    await readAll(olena, group);
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    await expectOf(messageWith(page, 'Old 30.')).toBeInViewport();
    await setFocused(page, false);
    await sendMany(server, taras, group, numbered('New', 40));
    await expectOf(messageList(page).getByRole('separator', { name: 'New messages' })).toBeInViewport();
    await expectOf(page.getByRole('button', { name: 'Jump to latest message, 40 unread' })).toBeVisible();
    await setFocused(page, true);
    await expectOf(
      page.getByRole('button', { name: /^Jump to latest message, [1-3]\d unread/ }),
    ).toBeVisible();
    await expectOf(messageWith(page, 'New 1.')).toBeInViewport();
    await page.getByRole('button', { name: /^Jump to latest message/ }).click();
    await expectOf(messageWith(page, 'New 40.')).toBeInViewport();
    await taras.call('dialogs.send', { dialog_id: group, text: 'And then' });
    await expectOf(messageWith(page, 'And then')).toBeInViewport();
  });

  it('closes the search by Escape from its arrows as well', async () => {
    const group = await createGroup('Searched');
    await sendMany(server, taras, group, numbered('Hammer', 3));
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    await expectOf(messageInput(page)).toBeFocused();
    await page.keyboard.press('Control+f');
    const search = page.getByRole('searchbox', { name: 'Search in this chat' });
    await search.fill('hammer');
    const older = page.getByRole('button', { name: 'Older result' });
    await older.click();
    await expectOf(page.getByText('2 of 3')).toBeVisible();
    await expectOf(older).toBeFocused();
    await page.keyboard.press('Escape');
    await expectOf(search).toHaveCount(0);
    await expectOf(messageInput(page)).toBeFocused();
  });

  it('goes from a reply to what it answers and back to where one read', async () => {
    const group = await createGroup('Answered late');
    const [source] = await sendMany(server, taras, group, numbered('Before', 120));
    await taras.call('dialogs.send', { dialog_id: group, text: 'Still true', replyTo: source });
    await sendMany(server, taras, group, numbered('After', 120));
    await readAll(olena, group);
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    await expectOf(messageWith(page, 'After 120.')).toBeInViewport();
    await page.keyboard.press('Control+f');
    await page.getByRole('searchbox', { name: 'Search in this chat' }).fill('Still true');
    await expectOf(messageWith(page, 'Still true')).toBeInViewport();
    await page.keyboard.press('Escape');
    await clickWhenStill(messageWith(page, 'Still true').getByRole('button', { name: /In reply to/ }));
    await expectOf(messageWith(page, 'Before 1.')).toBeInViewport();
    await page.getByRole('button', { name: 'Back to the reply' }).click();
    await expectOf(messageWith(page, 'Still true')).toBeInViewport();
    await expectOf(messageWith(page, 'Still true')).toBeFocused();
    await page.getByRole('button', { name: 'Jump to latest message' }).click();
    await expectOf(messageWith(page, 'After 120.')).toBeInViewport();
  });

  it('offers the actions of a message that is taller than the window beside the part in view', async () => {
    const group = await createGroup('Taller than all');
    const text = ['Begins here', ...Array.from({ length: 100 }, (_, line) => `line ${line}`)].join('\n');
    await taras.call('dialogs.send', { dialog_id: group, text });
    await taras.call('dialogs.send', { dialog_id: group, text: 'Below' });
    await readAll(olena, group);
    const react = (page: Page) => page.getByRole('button', { name: 'React', exact: true });
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    await expectOf(messageWith(page, 'Below')).toBeInViewport();
    const { x, y } = await boxOf(messageWith(page, 'Below'));
    await page.mouse.move(x + 20, y - 20);
    await expectOf(react(page)).toBeInViewport({ ratio: 1 });
    const phone = await browser.open(server, olena, {
      at: `#/chats/${group}`,
      width: 390,
      height: 844,
      isTouched: true,
    });
    await expectOf(messageWith(phone, 'Below')).toBeInViewport();
    const below = await boxOf(messageWith(phone, 'Below'));
    await phone.touchscreen.tap(below.x + 20, below.y - 20);
    await expectOf(react(phone)).toBeInViewport({ ratio: 1 });
  });

  it('goes on where it was left when the person comes back to the address of a message', async () => {
    const group = await createGroup('Come back');
    const ids = await sendMany(server, taras, group, numbered('Line', 120));
    await readAll(olena, group);
    const page = await browser.open(server, olena, { at: `#/chats/${group}/${ids[9]}` });
    await expectOf(messageWith(page, 'Line 10.')).toBeInViewport();
    await page.getByRole('button', { name: 'Jump to latest message' }).click();
    await expectOf(messageWith(page, 'Line 120.')).toBeInViewport();
    await page.evaluate(() => (location.hash = '#/people'));
    await expectOf(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();
    await page.goBack();
    await expectOf(messageWith(page, 'Line 120.')).toBeInViewport();
    await page.goForward();
    await expectOf(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();
    await page.evaluate((to) => (location.hash = to), `#/chats/${group}/${ids[9]}`);
    await expectOf(messageWith(page, 'Line 10.')).toBeInViewport();
  });
});
