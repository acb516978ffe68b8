import type { Page } from '@playwright/test';
import { afterAll, beforeAll, it } from 'vitest';
import { expectOf, testBrowser } from '../../support/browser/browser';
import { fixture } from '../../support/fixtures';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
let server: TestServer;
let ann: TestPerson;

beforeAll(async () => {
  server = await testServer();
  [ann] = (await server.people('Ann', 'Ben')) as [TestPerson, TestPerson];
});
afterAll(() => server.close());

const emojiOf = (page: Page, place: number) => page.getByLabel(`Emoji of sticker ${place}`);
const button = (page: Page, name: string) => page.getByRole('button', { name });

it('a sticker pack is made and arranged by keyboard, and the focus stays at the sticker', async () => {
  const { ID } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  const page = await browser.open(server, ann, { at: `#/chats/${ID}` });
  await button(page, 'Emoji').click();
  await page.getByRole('radio', { name: 'Stickers' }).click();
  await button(page, 'New pack').click();
  await page.getByLabel('Pack name').fill('Yard cats');
  await page.keyboard.press('Enter');
  const picture = { mimeType: 'image/jpeg', buffer: fixture('turned.jpg') };
  await page
    .locator('input[type=file][aria-label="Add pictures"]')
    .setInputFiles(['first.jpg', 'second.jpg', 'third.jpg'].map((name) => ({ name, ...picture })));
  await emojiOf(page, 3).waitFor();
  await emojiOf(page, 1).fill('🐱');
  await emojiOf(page, 1).press('Tab');
  await expectOf(button(page, 'Move sticker 1 back')).toBeFocused();
  await page.keyboard.press('Enter');
  await expectOf(emojiOf(page, 2)).toHaveValue('🐱');
  await expectOf(button(page, 'Move sticker 2 back')).toBeFocused();
  await page.keyboard.press('Enter');
  await expectOf(button(page, 'Move sticker 3 forward')).toBeFocused();
  await button(page, 'Remove sticker 1').press('Enter');
  await expectOf(emojiOf(page, 2)).toHaveValue('🐱');
  await expectOf(emojiOf(page, 3)).toHaveCount(0);
  await expectOf(button(page, 'Remove sticker 1')).toBeFocused();
});
