import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxOf, expectOf, testBrowser, type WindowOptions } from '../support/browser/browser';
import { upload } from '../support/content';
import { fixture } from '../support/fixtures';
import { jpegOf } from '../support/media/codes';
import { sine } from '../support/media/sounds';
import { testServer, type TestServer } from '../support/server';
import type { TestPerson } from '../support/service';

const browser = testBrowser();
let server: TestServer;
let rosa: TestPerson;
let dialog: number;

beforeAll(async () => {
  server = await testServer();
  [rosa] = (await server.people('Rosa')) as [TestPerson];
  dialog = (await rosa.call('dialogs.create', { name: 'Yard', type: 'group' })).ID;
});
afterAll(() => server.close());

/** Pixels of a finger, as the tokens have it. */
const FINGER = 44;
const onTablet = (at: string, options: WindowOptions = {}) =>
  browser.open(server, rosa, { at, width: 820, height: 1180, isTouched: true, ...options });
const onPhoneSideways = (at: string) => onTablet(at, { width: 844, height: 390 });

describe('a tablet', () => {
  it('has controls as large as those of a phone, and names no keys', async () => {
    const page = await onTablet('#/files');
    for (const name of ['Upload', 'New folder', 'Documents', 'Tiles']) {
      const button = page.getByRole('button', { name, exact: true });
      const { height } = await boxOf(button);
      // The reach of a small button is larger than what is drawn.
      const reach = await button.evaluate(
        (it) => -2 * (parseFloat(getComputedStyle(it, '::after').top) || 0),
      );
      expect(height + reach, name).toBeGreaterThanOrEqual(FINGER);
    }
    await page.goto(`${server.url}/#/search`);
    await expectOf(page.getByRole('option', { name: /^Chats/ })).toBeVisible();
    await expectOf(page.locator('kbd').filter({ visible: true })).toHaveCount(0);
  });

  it('shows the controls of a video with the first tap, and pauses it with the second', async () => {
    const video = await upload(server.now.service, rosa.session, 'videos.upload', fixture('long.webm'), {
      filename: 'Bench',
    });
    const page = await onTablet(`#/videos/${video.ID}`);
    const film = page.locator('video');
    const isPaused = () => film.evaluate((it: HTMLVideoElement) => it.paused);
    await expectOf.poll(isPaused).toBe(false);
    const position = page
      .getByRole('slider', { name: 'Position' })
      .locator('xpath=ancestor::*[contains(@class, "over")]');
    await expectOf(position).toHaveCSS('opacity', '0');
    await film.tap();
    await expectOf(position).toHaveCSS('opacity', '1');
    expect(await isPaused()).toBe(false);
    await film.tap();
    await expectOf.poll(isPaused).toBe(true);
    await film.tap();
    await expectOf.poll(isPaused).toBe(false);
    await expectOf(position).toHaveCSS('opacity', '1');
  });
});

describe('a phone held sideways', () => {
  it('leaves room for playlists and for the position in a track while one plays', async () => {
    await upload(server.now.service, rosa.session, 'music.upload', sine(0, 60, { rate: 8_000 }), {
      name: 'Dew',
      author: 'The Yard',
    });
    await rosa.call('music.createPlaylist', { name: 'Songs for the washing' });
    const page = await onPhoneSideways('#/music');
    const player = page.getByRole('region', { name: 'Player' });
    await page.getByRole('list', { name: 'Tracks', exact: true }).getByText('Dew', { exact: true }).tap();
    await expectOf(player.getByRole('button', { name: 'Pause' })).toBeVisible();
    const { width } = await boxOf(player.getByRole('slider', { name: 'Position' }));
    expect(width).toBeGreaterThan(100);
    await page.getByRole('link', { name: 'Songs for the washing' }).tap();
    await expectOf(page.getByRole('heading', { name: 'Songs for the washing' })).toBeVisible();
  });

  it('fills the height with a photo', async () => {
    const photo = await upload(
      server.now.service,
      rosa.session,
      'photos.upload',
      await jpegOf({ width: 600, height: 600, greys: Buffer.alloc(600 * 600, 128) }),
      {},
    );
    await rosa.call('dialogs.send', { dialog_id: dialog, text: 'The lime', photos_list: [photo.ID] });
    const page = await onPhoneSideways(`#/chats/${dialog}`);
    await page
      .getByRole('button', { name: 'The lime' })
      .or(page.getByRole('button', { name: /^Photo/ }))
      .first()
      .tap();
    const picture = page.locator('.pswp__img:not(.pswp__img--placeholder)').first();
    await expectOf.poll(async () => Math.round((await boxOf(picture)).height)).toBe(390);
  });
});
