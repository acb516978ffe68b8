import type { Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectOf, testBrowser } from '../../support/browser/browser';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
let server: TestServer;
let ann: TestPerson;
let ben: TestPerson;
let count = 0;

beforeAll(async () => {
  server = await testServer();
  [ben] = (await server.people('Ben')) as [TestPerson];
});
afterAll(() => server.close());
beforeEach(async () => {
  [ann] = (await server.people(`Ann${++count}`)) as [TestPerson];
});

/** Twenty seconds of film, which every Chromium plays. */
function put(filename: string) {
  return upload(server.now.service, ann.session, 'videos.upload', fixture('long.webm'), { filename });
}

function placeIn(page: Page): Promise<number> {
  return page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
}

function isPaused(page: Page): Promise<boolean> {
  return page.locator('video').evaluate((video: HTMLVideoElement) => video.paused);
}

describe('videos', () => {
  it('can be uploaded, and get a thumbnail from their beginning', async () => {
    const page = await browser.open(server, ann, { at: '#/videos' });
    await expectOf(page.getByText('No videos yet')).toBeVisible();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Upload', exact: true }).click(),
    ]);
    await chooser.setFiles({ name: 'Bench.webm', mimeType: 'video/webm', buffer: fixture('video.webm') });
    const link = page.getByRole('link', { name: /^Watch Bench/ });
    await expectOf.poll(async () => (await ann.call('videos.list', {}))[0]?.Preview).toBeGreaterThan(0);
    const picture = link.locator('img');
    await expectOf
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
  });

  it('play over the view by mouse and keyboard, and close with Escape, which restores the focus', async () => {
    await put('Fence');
    const video = await put('Bench');
    const page = await browser.open(server, ann, { at: '#/videos' });
    const link = page.getByRole('link', { name: /^Watch Bench/ }).first();
    await link.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Bench' });
    await expectOf(dialog).toBeVisible();
    expect(page.url()).toMatch(new RegExp(`#/videos/${video.ID}$`));
    await expectOf
      .poll(() => page.locator('video').evaluate((one: HTMLVideoElement) => one.readyState))
      .toBeGreaterThan(1);
    await expectOf(dialog).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('m');
    await expectOf(dialog.getByRole('button', { name: 'Unmute' })).toBeAttached();
    // While the film stands still its controls do not hide.
    await page.locator('video').evaluate((one: HTMLVideoElement) => one.pause());
    await dialog.getByRole('button', { name: 'Speed 1×' }).click();
    expect(await page.locator('video').evaluate((one: HTMLVideoElement) => one.playbackRate)).toBe(1.25);
    await dialog.getByRole('complementary').getByRole('link', { name: /Fence/ }).click();
    const next = page.getByRole('dialog', { name: 'Fence' });
    await expectOf(next).toBeVisible();
    await page.keyboard.press('Escape');
    await expectOf(next).toBeHidden();
    await expectOf(dialog).toBeHidden();
    expect(page.url()).toMatch(/#\/videos$/);
  });

  it('keep their keys in full screen and after it', async () => {
    await put('Bench');
    const page = await browser.open(server, ann, { at: '#/videos' });
    await page.getByRole('link', { name: /^Watch Bench/ }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Bench' });
    await expectOf(dialog).toBeFocused();
    const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
    const hasSound = () => page.locator('video').evaluate((video: HTMLVideoElement) => !video.muted);
    await page.keyboard.press('f');
    await expectOf.poll(isFull).toBe(true);
    await page.keyboard.press('m');
    await expectOf.poll(hasSound).toBe(false);
    await page.keyboard.press('f');
    await expectOf.poll(isFull).toBe(false);
    await page.keyboard.press('m');
    await expectOf.poll(hasSound).toBe(true);
    await page.keyboard.press('Escape');
    await expectOf(dialog).toBeHidden();
  });

  it('keep Tab among their controls in full screen', async () => {
    await put('Gate');
    const page = await browser.open(server, ann, { at: '#/videos' });
    await page
      .getByRole('link', { name: /^Watch Gate/ })
      .first()
      .press('Enter');
    await expectOf(page.getByRole('dialog', { name: 'Gate' })).toBeFocused();
    await page.keyboard.press('f');
    await expectOf(page.getByRole('button', { name: 'Exit full screen' })).toBeVisible();
    const reached = () =>
      page.evaluate(() => {
        const { activeElement, body, fullscreenElement } = document;
        if (activeElement === body) return 'page';
        return fullscreenElement?.contains(activeElement)
          ? activeElement?.getAttribute('aria-label')
          : 'behind';
      });
    const seen = new Set<string | null | undefined>();
    for (const key of [...Array<string>(12).fill('Tab'), ...Array<string>(12).fill('Shift+Tab')]) {
      await page.keyboard.press(key);
      seen.add(await reached());
    }
    expect(seen).toContain('Exit full screen');
    expect(seen).not.toContain('behind');
    await page.evaluate(() => document.exitFullscreen());
    await expectOf(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible();
    // It is outside what filled the screen.
    const send = page.getByRole('button', { name: 'Send', exact: true });
    await send.focus();
    await expectOf(send).toBeFocused();
  });

  it('can be opened again once the host answers', async () => {
    const video = await put('Swing');
    const page = await browser.open(server, ben, { at: '#/videos' });
    const address = `**/video/${video.ID}`;
    const body = JSON.stringify({ detail: 'server_error', message: 'A disk is broken.' });
    await page.route(address, (route) => route.fulfill({ status: 500, body }));
    await page.goto(`${server.url}/#/videos/${video.ID}`);
    await expectOf(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await page.unroute(address);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectOf(page.getByText('Deleted', { exact: true })).toBeVisible();
  });

  it('resume at the last position on any device, or at the time in the address', async () => {
    const video = await put('Choir');
    await ann.call('account.updatePreferences', {
      [`watched.${video.ID}`]: [10, 1],
    });
    const page = await browser.open(server, ann, { at: '#/videos' });
    await page.getByRole('region', { name: 'Continue watching' }).getByRole('link').click();
    // It is offered for five seconds.
    const resumed = page.getByRole('status').filter({ hasText: /^Resumed at/ });
    await resumed.getByRole('button', { name: 'Start over' }).click();
    await expectOf(page.getByText(/^Resumed at/)).toBeHidden();
    // The window that begins last pauses the other one.
    await expectOf.poll(() => isPaused(page)).toBe(false);
    const other = await browser.open(server, ann, { at: `#/videos/${video.ID}?t=5` });
    await expectOf.poll(() => placeIn(other)).toBeGreaterThanOrEqual(5);
    await expectOf(other.getByText(/^Resumed at/)).toBeHidden();
    // It begins to play after it is at its place; a pause before that would not last.
    await expectOf.poll(() => isPaused(other)).toBe(false);
    await other.locator('video').evaluate((one: HTMLVideoElement) => {
      one.pause();
      one.currentTime = 7;
    });
    await expectOf.poll(() => placeIn(other)).toBe(7);
    await expectOf(other.getByRole('slider', { name: 'Position' })).toHaveValue('7');
    await other.getByRole('button', { name: 'Close video' }).click();
    const kept = async () => (await ann.call('account.preferences', {}))[`watched.${video.ID}`];
    await expectOf.poll(kept).toEqual([7, expect.any(Number)]);
  });

  it('do not begin after they were left, however long their position takes', async () => {
    const video = await put('Slow choir');
    const page = await browser.open(server, ann, { at: '#/files' });
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    await page.route('**/settings/preferences', async (route) => {
      asked.resolve();
      await answer.promise;
      await route.continue();
    });
    const answered = page.waitForResponse('**/settings/preferences');
    await page.evaluate((id) => (location.hash = `#/videos/${id}`), video.ID);
    await asked.promise;
    await expectOf(page.locator('video')).toHaveCount(1);
    await expectOf
      .poll(() => page.locator('video').evaluate((one: HTMLVideoElement) => one.readyState))
      .toBeGreaterThan(0);
    await page.evaluate(() => (location.hash = '#/files'));
    await expectOf(page.locator('video')).toHaveCount(0);
    answer.resolve();
    await answered;
    await expectOf(page.getByText('No files yet')).toBeVisible();
  });

  it('play from a message, and return to its place in the chat', async () => {
    const video = await put('Sent over');
    const { ID: dialog_id } = await ann.call('dialogs.createPrivate', { user_id: ben.id });
    const attachments = [{ Type: 'video' as const, Item: video.ID }];
    await ann.call('dialogs.send', { dialog_id, text: 'Watch this', attachments });
    const page = await browser.open(server, ben, { at: `#/chats/${dialog_id}` });
    await page.getByRole('link', { name: /^Watch Sent over/ }).click();
    await expectOf(page.getByRole('dialog', { name: 'Sent over' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expectOf(page.getByRole('dialog')).toHaveCount(0);
    await expectOf(page).toHaveURL(`${server.url}/#/chats/${dialog_id}`);
    await expectOf(page.getByText('Watch this').first()).toBeVisible();
  });

  it('can be renamed, described, deleted with undo, and sent to a chat', async () => {
    const video = await put('Old name');
    const { ID: dialog_id } = await ann.call('dialogs.createPrivate', { user_id: ben.id });
    const page = await browser.open(server, ann, { at: '#/videos' });
    await page.getByRole('button', { name: 'More for Old name' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('New name');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Sung twice');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: /^Watch New name/ }).click();
    await expectOf(page.getByText('Sung twice')).toBeVisible();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const asked = page.getByRole('dialog', { name: 'Send to' });
    // Nobody has written in their chat yet: the person is found.
    await asked.getByLabel('Search chats and people').fill('Ben');
    await asked.getByRole('button', { name: 'Ben' }).click();
    await asked.getByRole('button', { name: 'Send', exact: true }).click();
    await expectOf(page.getByText('Sent to Ben')).toBeVisible();
    expect(await ben.call('dialogs.messages', { dialog_id })).toMatchObject([
      { Attachments: [{ Type: 'video', Item: { ID: video.ID, Name: 'New name' } }] },
    ]);
    const other = await browser.open(server, ben, { at: `#/videos/${video.ID}` });
    await expectOf(other.getByRole('dialog', { name: 'New name' })).toBeVisible();
    await expectOf(asked).toBeHidden();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More for New name' }).last().click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expectOf(page.getByText('No videos yet')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectOf(page.getByRole('link', { name: /^Watch New name/ }).last()).toBeVisible();
  });
});
