import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectOf, testBrowser } from '../support/browser/browser';
import { upload } from '../support/content';
import { fixture } from '../support/fixtures';
import { testServer, type TestServer } from '../support/server';
import type { TestPerson } from '../support/service';

const browser = testBrowser();
let server: TestServer;
let ada: TestPerson;
let yard: number;

beforeAll(async () => {
  server = await testServer();
  [ada] = (await server.people('Ada')) as [TestPerson];
  yard = (await ada.call('dialogs.create', { name: 'Yard', type: 'group' })).ID;
});
afterAll(() => server.close());

/** A window of a phone, at the list of chats and then in the yard. */
async function inYard(): Promise<Page> {
  const page = await onPhone('#/chats');
  await page.getByRole('link', { name: /Yard/ }).tap();
  await expectOf(conversation(page)).toBeVisible();
  await expectOverlays(page, 0);
  return page;
}

const onPhone = (at: string) => browser.open(server, ada, { at, width: 390, height: 844, isTouched: true });
const conversation = (page: Page) => page.getByRole('region', { name: 'Messages in Yard' });
const list = (page: Page) => page.getByRole('heading', { name: 'Chats', level: 1 });
const panel = (page: Page) => page.getByRole('complementary', { name: 'Chat info' });
const openPanel = (page: Page) => page.getByRole('button', { name: /^Yard/ }).tap();

/** Waits until the history has an entry for each of `count` open overlays: history steps take a while. */
const expectOverlays = (page: Page, count: number) =>
  expectOf.poll(() => page.evaluate(() => (history.state as { overlays: number }).overlays)).toBe(count);

describe('back on a phone', () => {
  it('closes whatever is open over a chat, the topmost first, before it leaves the chat', async () => {
    const { ID } = await upload(server.now.service, ada.session, 'photos.upload', fixture('turned.jpg'));
    await ada.call('dialogs.send', { dialog_id: yard, text: 'The gate', photos_list: [ID] });
    const page = await inYard();
    const photo = conversation(page).getByRole('button', { name: 'Photo' });
    const lightbox = page.locator('.pswp');
    for (let time = 0; time < 2; time++) {
      await photo.tap();
      await expectOf(lightbox).toBeVisible();
      await expectOverlays(page, 1);
      await page.goBack();
      await expectOf(lightbox).toHaveCount(0);
      await expectOf(conversation(page)).toBeVisible();
    }

    await page.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name: 'Delete group' }).tap();
    const question = page.getByRole('alertdialog');
    await expectOf(question).toBeVisible();
    await expectOverlays(page, 1);
    await page.goBack();
    await expectOf(question).toHaveCount(0);
    await expectOf(conversation(page)).toBeVisible();

    await page.getByRole('button', { name: 'Search in this chat' }).tap();
    const search = page.getByRole('search');
    await expectOf(search).toBeVisible();
    await expectOverlays(page, 1);
    await page.goBack();
    await expectOf(search).toHaveCount(0);
    await expectOf(conversation(page)).toBeVisible();

    await openPanel(page);
    await panel(page).getByRole('button', { name: 'Edit' }).tap();
    const edit = page.getByRole('dialog', { name: 'Edit group' });
    await edit.getByRole('combobox', { name: /Topic/ }).tap();
    await expectOverlays(page, 3);
    await page.keyboard.press('Escape');
    await expectOf(page.getByRole('listbox')).toHaveCount(0);
    await expectOverlays(page, 2);
    await page.keyboard.press('Escape');
    await expectOf(edit).toHaveCount(0);
    await expectOverlays(page, 1);
    await page.goBack();
    await expectOf(panel(page)).toHaveCount(0);
    await expectOf(conversation(page)).toBeVisible();

    await openPanel(page);
    await panel(page).getByRole('button', { name: 'Edit' }).tap();
    const again = page.getByRole('dialog', { name: 'Edit group' });
    await again.getByRole('combobox', { name: /Topic/ }).tap();
    const topics = page.getByRole('listbox');
    await expectOf(topics).toBeVisible();
    await expectOverlays(page, 3);
    await page.goBack();
    await expectOf(topics).toHaveCount(0);
    await expectOf(again).toBeVisible();
    await page.goBack();
    await expectOf(again).toHaveCount(0);
    await expectOf(panel(page)).toBeVisible();
    await page.goBack();
    await expectOf(panel(page)).toHaveCount(0);
    await expectOf(conversation(page)).toBeVisible();
    await page.goBack();
    await expectOf(list(page)).toBeVisible();
  });

  it('returns to a panel that led elsewhere, and skips overlays that were closed in another way, as does forward', async () => {
    const page = await inYard();
    await openPanel(page);
    await expectOverlays(page, 1);
    await panel(page).getByRole('link', { name: /Ada/ }).tap();
    await expectOf(page).toHaveURL(/#\/people\//);
    await page.goBack();
    await expectOf(panel(page)).toBeVisible();
    await expectOverlays(page, 1);
    await page.goBack();
    await expectOf(panel(page)).toHaveCount(0);
    await expectOf(conversation(page)).toBeVisible();

    await openPanel(page);
    await expectOverlays(page, 1);
    await panel(page).getByRole('button', { name: 'Close panel' }).tap();
    await expectOf(panel(page)).toHaveCount(0);
    await expectOverlays(page, 0);
    await page.goForward();
    await expectOverlays(page, 0);
    await expectOf(panel(page)).toHaveCount(0);
    await page.goBack();
    await expectOf(list(page)).toBeVisible();
    await page.goForward();
    await expectOf(conversation(page)).toBeVisible();
  });

  it('returns to a panel from a page that had no time to appear', async () => {
    const page = await inYard();
    await openPanel(page);
    await expectOverlays(page, 1);
    await page.evaluate(() => addEventListener('popstate', () => history.back(), { once: true }));
    const returned = page.waitForEvent('framenavigated', (frame) => frame.url().includes('#/chats/'));
    await panel(page).getByRole('link', { name: /Ada/ }).tap();
    await returned;
    await expectOverlays(page, 1);
    await expectOf(panel(page)).toBeVisible();
    await page.goBack();
    await expectOf(panel(page)).toHaveCount(0);
    await expectOf(conversation(page)).toBeVisible();
  });

  it('returns from a page that was opened from a menu, and forward opens it again', async () => {
    const page = await onPhone('#/chats');
    await expectOf(list(page)).toBeVisible();
    await page.getByRole('button', { name: /^More/ }).tap();
    await expectOverlays(page, 1);
    await page.getByRole('menuitem', { name: 'Videos' }).tap();
    const videos = page.getByRole('heading', { name: 'Videos', level: 1 });
    await expectOf(videos).toBeVisible();
    for (let time = 0; time < 2; time++) {
      await page.goBack();
      await expectOf(list(page)).toBeVisible();
      await expectOverlays(page, 0);
      await page.goForward();
      await expectOf(videos).toBeVisible();
    }
  });

  it('leads from the panel of a group that was deleted there to the list', async () => {
    const { ID } = await ada.call('dialogs.create', { name: 'Market', type: 'group' });
    const page = await onPhone('#/chats');
    await page.getByRole('link', { name: /Market/ }).tap();
    await page.getByRole('button', { name: /^Market/ }).tap();
    await expectOverlays(page, 1);
    await panel(page).getByRole('button', { name: 'Delete group' }).tap();
    await expectOverlays(page, 2);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).tap();
    await expectOf(list(page)).toBeVisible();
    await expectOverlays(page, 0);
    await expectOf(list(page)).toBeVisible();
    expect(page.url()).not.toContain(String(ID));
  });

  it('asks before discarding unsaved changes, then continues', async () => {
    const page = await onPhone('#/settings');
    await page.getByRole('link', { name: 'Profile' }).tap();
    const status = page.getByRole('textbox', { name: 'Status' });
    await status.fill('In the garden');
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await page.goBack();
    await expectOf(question).toBeVisible();
    await expectOverlays(page, 1);
    await page.goBack();
    await expectOf(question).toHaveCount(0);
    await expectOf(status).toHaveValue('In the garden');
    await expectOverlays(page, 0);
    await page.goBack();
    await question.getByRole('button', { name: 'Leave' }).tap();
    await expectOf(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    await expectOf(status).toHaveCount(0);
  });

  it('asks before it closes a filled form', async () => {
    const page = await inYard();
    await page.getByRole('button', { name: 'Attach' }).tap();
    await page.getByRole('menuitem', { name: 'Event' }).tap();
    const form = page.getByRole('dialog', { name: 'New event' });
    await form.getByRole('textbox', { name: 'Title' }).fill('Garden day');
    const about = form.getByRole('textbox', { name: 'Description' });
    await about.fill('Bring gloves');
    const question = page.getByRole('alertdialog', { name: 'Close without saving?' });
    await expectOverlays(page, 1);
    await page.goBack();
    await expectOf(question).toBeVisible();
    await expectOverlays(page, 2);
    await page.goBack();
    await expectOf(question).toHaveCount(0);
    await expectOf(about).toHaveValue('Bring gloves');
    await expectOverlays(page, 1);
    await page.goBack();
    await question.getByRole('button', { name: 'Close' }).tap();
    await expectOf(form).toHaveCount(0);
    await expectOverlays(page, 0);
    await page.goBack();
    await expectOf(list(page)).toBeVisible();
  });

  it('returns to the previous page after a reload with an open dialog', async () => {
    const page = await inYard();
    await page.getByRole('button', { name: 'More' }).tap();
    await expectOverlays(page, 1);
    await page.reload();
    await expectOf(conversation(page)).toBeVisible();
    await expectOverlays(page, 0);
    await page.goBack();
    await expectOf(list(page)).toBeVisible();
  });

  it('works after the browser has dropped a history entry', async () => {
    const page = await inYard();
    await page.getByRole('button', { name: 'More' }).tap();
    await expectOverlays(page, 1);
    await page.evaluate(() => {
      const go = history.go.bind(history);
      history.go = () => void (history.go = go);
    });
    await page.keyboard.press('Escape');
    await expectOf(page.getByRole('menu')).toHaveCount(0);
    await page.getByRole('button', { name: 'Back to chats' }).tap();
    await expectOf(list(page)).toBeVisible();
  });

  it('leaves the list of chats after the back arrow of a chat led there', async () => {
    const page = await onPhone('#/feed');
    await page.getByRole('link', { name: 'Chats' }).tap();
    await page.getByRole('link', { name: /Yard/ }).tap();
    await page.getByRole('button', { name: 'Back to chats' }).tap();
    await expectOf(list(page)).toBeVisible();
    await page.goBack();
    await expectOf(page.getByRole('heading', { name: 'Feed', level: 1 })).toBeVisible();
  });

  it('returns to the search with its results and scroll position, without searching again', async () => {
    for (let number = 1; number <= 8; number++)
      await ada.call('dialogs.send', { dialog_id: yard, text: `Lantern ${number}` });
    const page = await onPhone('#/search');
    await page.setViewportSize({ width: 390, height: 400 });
    await page.getByRole('combobox', { name: 'Search' }).fill('lantern');
    const hits = page.getByRole('option', { name: /Lantern/ });
    await expectOf(hits).toHaveCount(5);
    await hits.last().scrollIntoViewIfNeeded();
    const top = () => hits.last().evaluate((hit) => hit.closest('.found')?.scrollTop);
    const before = await top();
    expect(before).toBeGreaterThan(0);
    await hits.last().tap();
    await expectOf(conversation(page)).toBeVisible();
    let searches = 0;
    page.on('request', (request) => void (request.url().includes('/search') && searches++));
    await page.goBack();
    await expectOf(hits).toHaveCount(5);
    await expectOf.poll(top).toBe(before);
    expect(searches).toBe(0);
  });
});
