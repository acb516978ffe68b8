import type { Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxOf, expectOf, testBrowser } from '../../support/browser/browser';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
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
  const send = async (caption: string) => {
    const { ID } = await upload(server.now.service, ann.session, 'photos.upload', fixture('turned.jpg'), {
      caption,
    });
    await ann.call('dialogs.send', { dialog_id: yard, photos_list: [ID] });
  };
  await send('Everyone who painted the gate. '.repeat(30));
  await send('The bench');
});
afterAll(() => server.close());

const photoIn = (page: Page, caption: string) =>
  page.getByRole('button', { name: new RegExp(`^Photo: ${caption}`) });
const shown = (viewer: Locator) =>
  viewer.locator('.pswp__item[aria-hidden=false] img:not([aria-hidden])').last();

describe('the photo viewer', () => {
  it('opens once and unzoomed by a double click, by which it then zooms even a small photo', async () => {
    const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
    await photoIn(page, 'The bench').dblclick();
    const viewer = page.getByRole('dialog');
    await expectOf(viewer).toHaveCount(1);
    const small = await boxOf(shown(viewer));
    await shown(viewer).dblclick();
    await expectOf.poll(async () => (await boxOf(shown(viewer))).width).toBeGreaterThan(small.width * 1.5);
    await page.keyboard.press('z');
    await expectOf.poll(async () => (await boxOf(shown(viewer))).width).toBeCloseTo(small.width);
    await page.keyboard.press('Escape');
    await expectOf(viewer).toHaveCount(0);
  });

  it('scrolls a long caption by the wheel and by the arrow keys, and zooms by the wheel elsewhere', async () => {
    const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
    await photoIn(page, 'Everyone').click();
    const viewer = page.getByRole('dialog');
    const small = await boxOf(shown(viewer));
    const caption = viewer.locator('p').filter({ hasText: 'Everyone' });
    const scrolled = () => caption.evaluate((one) => one.scrollTop);
    await caption.hover();
    await page.mouse.wheel(0, 40);
    await expectOf.poll(scrolled).toBe(40);
    await caption.focus();
    await page.keyboard.press('ArrowDown');
    await expectOf.poll(scrolled).toBeGreaterThan(40);
    expect((await boxOf(shown(viewer))).width).toBeCloseTo(small.width);
    await shown(viewer).hover();
    await page.mouse.wheel(0, -300);
    await expectOf.poll(async () => (await boxOf(shown(viewer))).width).toBeGreaterThan(small.width * 1.5);
  });

  it('zooms by Z on a keyboard of another alphabet', async () => {
    const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
    await photoIn(page, 'The bench').click();
    const viewer = page.getByRole('dialog');
    const small = await boxOf(shown(viewer));
    await viewer.evaluate((one) =>
      one.dispatchEvent(new KeyboardEvent('keydown', { key: 'я', code: 'KeyZ', bubbles: true })),
    );
    await expectOf.poll(async () => (await boxOf(shown(viewer))).width).toBeGreaterThan(small.width * 1.5);
  });

  it('is not left for the search of the chat behind it', async () => {
    const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
    await photoIn(page, 'The bench').click();
    await expectOf(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Control+f');
    await page.keyboard.press('Escape');
    await expectOf(page.getByRole('dialog')).toHaveCount(0);
    await expectOf(photoIn(page, 'The bench')).toBeFocused();
    await expectOf(page.getByRole('searchbox', { name: 'Search in this chat' })).toHaveCount(0);
  });

  it('closes to show a photo in its chat, also where the page has that address already', async () => {
    const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
    const viewer = page.getByRole('dialog');
    for (const time of ['first', 'second']) {
      await photoIn(page, 'The bench').click();
      await viewer.getByRole('link', { name: /Show in chat/ }).click();
      await expectOf(viewer, time).toHaveCount(0);
      await expectOf(photoIn(page, 'The bench'), time).toBeInViewport();
    }
  });
});
