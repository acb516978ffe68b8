import { afterAll, beforeAll, expect, it } from 'vitest';
import { copiedBy, expectOf, testBrowser } from '../../support/browser/browser';
import { chooseFromMenu, messageWith } from '../../support/browser/chat';
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
  for (const text of ['One', 'Two', 'Three', 'Four', 'Five'])
    await ann.call('dialogs.send', { dialog_id: yard, text });
});
afterAll(() => server.close());

it('messages are selected as a range by a click with Shift, and the arrow keys move on from there', async () => {
  const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
  const bar = page.getByRole('toolbar', { name: 'Selected messages' });
  await chooseFromMenu(page, messageWith(page, 'Four'), 'Select');
  await expectOf(bar).toContainText('1 selected');
  // The checkbox covers the message.
  await messageWith(page, 'Two').click({ modifiers: ['Shift'], force: true });
  await expectOf(bar).toContainText('3 selected');
  expect(await page.evaluate(() => String(getSelection()))).toBe('');
  await page.keyboard.press('ArrowUp');
  await expectOf(messageWith(page, 'One')).toBeFocused();
  await page.keyboard.press('Space');
  await expectOf(bar).toContainText('4 selected');
  await messageWith(page, 'Three').click({ modifiers: ['Shift'], force: true });
  await expectOf(bar).toContainText('3 selected');
});

it('the menu of a message copies what was selected in it, and nothing that was selected in another one', async () => {
  const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
  await expectOf(messageWith(page, 'Five')).toBeInViewport();
  await messageWith(page, 'Two').evaluate((message) => {
    const text = [...message.querySelector('p')!.childNodes].find((node) => node.textContent === 'Two')!;
    getSelection()?.setBaseAndExtent(text, 0, text, 2);
  });
  const copied = (text: string) =>
    copiedBy(page, async () => {
      const row = messageWith(page, text).locator('xpath=ancestor::*[@data-key]');
      await messageWith(page, text).hover();
      await row.getByRole('button', { name: 'Message actions' }).click();
      await page.getByRole('menuitem', { name: 'Copy' }).first().click();
    });
  expect(await copied('Two')).toBe('Tw');
  expect(await copied('Four')).toBe('Four');
});
