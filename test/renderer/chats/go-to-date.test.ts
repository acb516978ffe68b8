import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectOf, testBrowser } from '../../support/browser/browser';
import { messageList, messageWith } from '../../support/browser/chat';
import { sendMany } from '../../support/messages';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
let server: TestServer;
let ann: TestPerson;
let yard: number;

beforeAll(async () => {
  server = await testServer();
  [ann] = (await server.people('Ann')) as [TestPerson];
  ({ ID: yard } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' }));
  const texts = Array.from({ length: 120 }, (_, index) => `Number ${index + 1}.`);
  await sendMany(server, ann, yard, texts);
});
afterAll(() => server.close());

it('a day is chosen by keyboard from the menu of a chat, whose first message then has the focus', async () => {
  const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
  await expectOf(messageWith(page, 'Number 120.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Go to date' }).press('Enter');
  const month = page.getByRole('dialog', { name: 'Go to date' });
  const today = month.locator('[aria-current=date]');
  await expectOf(today).toBeFocused();
  await expectOf(month.getByRole('button', { name: 'Next month' })).toBeDisabled();
  // There are no messages in the future.
  await page.keyboard.press('ArrowRight');
  await expectOf(today).toBeFocused();
  await page.keyboard.press('PageUp');
  // The month before, whose six weeks show today too while this month is young.
  await expectOf(month.getByRole('button', { name: 'Next month' })).toBeEnabled();
  await expectOf(month.getByRole('gridcell', { selected: true }).getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  await expectOf(month).toBeHidden();
  await expectOf(messageWith(page, 'Number 1.')).toBeFocused();
  await expectOf(messageWith(page, 'Number 1.')).toBeInViewport();
});

it('the date above a message opens the calendar, and Escape returns to it', async () => {
  const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
  const [first] = (await ann.call('dialogs.messages', { dialog_id: yard, after_id: 1, limit: 1 })).map(
    ({ ID }) => ID,
  );
  await page.goto(`${server.url}/#/chats/${yard}/${first ?? 0}`);
  // The jump to the message focuses it only once the list stands still.
  await expectOf(messageWith(page, 'Number 1.')).toBeFocused();
  const label = messageList(page).getByRole('button', { name: 'Today, go to another date' });
  await label.click();
  const month = page.getByRole('dialog', { name: 'Go to date' });
  await expectOf(month.locator('[aria-current=date]')).toBeFocused();
  await page.keyboard.press('Escape');
  await expectOf(label).toBeFocused();
  // No shortcut of the message below.
  await page.keyboard.press('Delete');
  expect(await messageWith(page, 'Number 1.').count()).toBe(1);
  await page.keyboard.press('ArrowDown');
  await expectOf(messageWith(page, 'Number 2.')).toBeFocused();
});
