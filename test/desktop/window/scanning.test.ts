import { expect as playwrightExpect, type Locator, type Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { jpegOf, photoOf, putFilm } from '../../support/media/codes';
import { seriousViolations } from '../../support/browser/axe';
import { sharedCommunity } from '../../support/shared';
import { testDesktop, type Desktop } from '../desktop';

const expectOf = playwrightExpect.configure({ timeout: 40_000 });

const folder = mkdtempSync(join(tmpdir(), 'courtyard-film-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Chromium's fake camera; with a video file it shows the file's content. */
const FAKE = '--use-fake-device-for-media-stream';
const film = join(folder, 'film.y4m');

/** Shows a QR code to the camera. */
function show(text: string): void {
  putFilm(film, photoOf(text, { noise: 12 }));
}

interface Watched {
  lights: MediaStreamTrack[];
}

/** Opens the window in which QR codes are scanned, in the program as it starts. */
async function scanner({ page }: Desktop): Promise<{ page: Page; window: Locator }> {
  page.setDefaultTimeout(30_000);
  await page.goto(new URL('/', page.url()).href);
  await page.reload();
  await page.getByRole('button', { name: 'Join one on your network' }).click();
  await page.evaluate(() => {
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    const lights: MediaStreamTrack[] = [];
    mediaDevices.getUserMedia = async (asked) => {
      const stream = await ask(asked);
      lights.push(...stream.getTracks());
      return stream;
    };
    Object.assign(window, { lights });
  });
  await page.getByRole('button', { name: 'Scan QR code' }).click();
  return { page, window: page.getByRole('dialog', { name: 'Scan a community’s QR code' }) };
}

/** Returns how many cameras are in use, and the page's camera permission. */
function camera(page: Page): Promise<[number, string]> {
  return page.evaluate(async () => {
    const { lights } = window as unknown as Watched;
    const { state } = await navigator.permissions.query({ name: 'camera' });
    return [lights.filter(({ readyState }) => readyState === 'live').length, state];
  });
}

/** Makes the next camera request fail as if another program used the camera, which Chromium can't simulate. */
function refuseOnce(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia;
    mediaDevices.getUserMedia = () => {
      mediaDevices.getUserMedia = ask;
      return Promise.reject(new DOMException('Could not start video source', 'NotReadableError'));
    };
  });
}

const sight = (window: Locator) => window.getByLabel('Camera view');

describe('a camera', () => {
  show('https://example.org/menu');
  const desktop = testDesktop([FAKE, `--use-file-for-fake-video-capture=${film}`]);

  it('reports an unrelated code and keeps scanning', async () => {
    show('https://example.org/menu');
    const { page, window } = await scanner(desktop);
    await expectOf(window.getByRole('status')).toContainText('This QR code isn’t a Courtyard link');
    expect(await camera(page)).toEqual([1, 'granted']);
    show(`https://127.0.0.1:9/#/?key=${'3fa2c1d0'.repeat(8)}`);
    await expectOf(window).toBeHidden();
    await expectOf(page.getByText('No answer.', { exact: false })).toBeVisible();
  });

  it('uses the camera only while its window is open and visible', async () => {
    show('https://example.org/menu');
    const { page, window } = await scanner(desktop);
    await expectOf(sight(window)).toBeVisible();
    expect(await camera(page)).toEqual([1, 'granted']);
    const becomes = (state: DocumentVisibilityState) =>
      page.evaluate((state) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await becomes('hidden');
    await expectOf.poll(() => camera(page)).toEqual([0, 'denied']);
    await becomes('visible');
    await expectOf.poll(() => camera(page)).toEqual([1, 'granted']);
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expectOf(window).toBeHidden();
    await expectOf.poll(() => camera(page)).toEqual([0, 'denied']);
  });

  it('reports a camera in use by another program, and retries', async () => {
    show('https://example.org/menu');
    const { page, window } = await scanner(desktop);
    await expectOf(sight(window)).toBeVisible();
    await refuseOnce(page);
    await page.evaluate(() => {
      for (const track of (window as unknown as Watched).lights) track.dispatchEvent(new Event('ended'));
    });
    const alert = window.getByRole('alert');
    await expectOf(alert).toContainText('The camera is busy');
    await expectOf.poll(() => camera(page)).toEqual([0, 'denied']);
    await alert.getByRole('button', { name: 'Try again' }).click();
    // The camera is still busy, so the error and its button stay.
    await expectOf(alert).toContainText('Another app, such as a video call, may be using it');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expectOf(sight(window)).toBeVisible();
  });

  // Last, because it leads to another community.
  it('scans an invitation code and continues as from its link', async () => {
    const there = await sharedCommunity('Lypova 12');
    onTestFinished(() => there.close());
    const { Code } = await there.owner.call('admin.createInvite', {});
    show(`https://${there.address}/#/join/${Code}?key=${there.key}`);
    const { page } = await scanner(desktop);
    await expectOf(page.getByText(/^Verified/)).toBeVisible();
    await expectOf.poll(() => camera(page)).toEqual([0, 'denied']);
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await expectOf(page.getByRole('heading', { name: 'Lypova 12' })).toBeVisible();
    await expectOf(page.getByLabel('Your name')).toBeVisible();
  });
});

describe('two cameras', () => {
  const desktop = testDesktop([`${FAKE}=device-count=2`]);

  it('offers a choice of cameras', async () => {
    const { page, window } = await scanner(desktop);
    await expectOf(sight(window)).toBeVisible();
    const choice = window.getByRole('combobox', { name: 'Camera' });
    const isOf = () =>
      page.evaluate(() =>
        (window as unknown as Watched).lights.map(({ readyState, label }) => [readyState, label]),
      );
    const [[, first] = []] = await isOf();
    await expectOf(choice).toHaveText(first ?? '');
    await choice.click();
    const other = page.getByRole('option', { selected: false });
    const second = (await other.textContent())?.trim();
    await other.click();
    await expectOf.poll(isOf).toEqual([
      ['ended', first],
      ['live', second],
    ]);
    await expectOf(choice).toHaveText(second ?? '');
  });

  it('offers the other cameras when one fails', async () => {
    const { page, window } = await scanner(desktop);
    await expectOf(sight(window)).toBeVisible();
    await page.keyboard.press('Escape');
    await expectOf(window).toBeHidden();
    await refuseOnce(page);
    await page.getByRole('button', { name: 'Scan QR code' }).click();
    await expectOf(window.getByRole('alert')).toContainText('The camera is busy');
    await window.getByRole('combobox', { name: 'Camera' }).click();
    await page.getByRole('option').last().click();
    await expectOf(sight(window)).toBeVisible();
    await expectOf.poll(() => camera(page)).toEqual([1, 'granted']);
  });

  // Last, because the program would go on denying it.
  it('reports that the system denies the camera', async () => {
    const { page, window } = await scanner(desktop);
    await expectOf(sight(window)).toBeVisible();
    await page.keyboard.press('Escape');
    await desktop.inProgram(({ session: { defaultSession } }) => {
      defaultSession.setPermissionCheckHandler(() => false);
      defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
    }, null);
    await page.getByRole('button', { name: 'Scan QR code' }).click();
    await expectOf(window.getByRole('alert')).toContainText('No access to the camera');
  });
});

describe('no camera', () => {
  const desktop = testDesktop([`${FAKE}=device-count=0`]);

  it('reports a missing camera and accepts a picture of the code', async () => {
    const { page, window } = await scanner(desktop);
    await expectOf(window.getByRole('alert')).toContainText('No camera found');
    await expectOf.poll(() => camera(page)).toEqual([0, 'denied']);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      window.getByRole('button', { name: 'Choose a picture' }).click(),
    ]);
    const buffer = await jpegOf(photoOf(`https://127.0.0.1:9/#/?key=${'3fa2c1d0'.repeat(8)}`));
    await chooser.setFiles({ name: 'code.jpg', mimeType: 'image/jpeg', buffer });
    await expectOf(window).toBeHidden();
    await expectOf(page.getByText('No answer.', { exact: false })).toBeVisible();
  });
});
