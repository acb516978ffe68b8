import type { Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copiedBy, expectOf, testBrowser, type WindowOptions } from '../../support/browser/browser';
import { jpegOf, photoOf, type Shot } from '../../support/media/codes';
import { asked, hindrancesIn, joiningPage } from '../../support/browser/joining';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
let server: TestServer;
let olena: TestPerson;

beforeAll(async () => {
  server = await testServer();
  [olena] = (await server.people('Olena')) as [TestPerson];
});
afterAll(() => server.close());

const LINK = `https://192.168.1.5:8701/#/join/K7QM-2FXA-9TWD?key=${'3fa2c1d0'.repeat(8)}`;

/** The window in which codes are read, of a program that lends no camera. */
async function scanner(
  options: WindowOptions = {},
  prepare?: (page: Page) => Promise<unknown>,
): Promise<{ page: Page; window: Locator }> {
  const page = await joiningPage(browser, server, {}, options);
  await prepare?.(page);
  return { page, window: await openScanner(page) };
}

async function openScanner(page: Page): Promise<Locator> {
  await page.locator('form').getByRole('button').first().click();
  const window = page.getByRole('dialog');
  await expectOf(window).toBeVisible();
  return window;
}

/** Chooses a file in it, as a person does. */
async function choose(page: Page, bytes: Buffer, name = 'code.jpg', mimeType = 'image/jpeg'): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('dialog').getByRole('button', { name: 'Choose a picture' }).click(),
  ]);
  await chooser.setFiles({ name, mimeType, buffer: bytes });
}

const photoFile = (text: string, shot?: Shot) => jpegOf(photoOf(text, shot));

/** Pastes a picture into the window. */
function paste(page: Page, bytes: Buffer): Promise<unknown> {
  return page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
    document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData }));
  }, bytes.toString('base64'));
}

const wentTo = (page: Page, address: string) =>
  expectOf.poll(() => asked(page)).toContain(JSON.stringify({ action: 'preview', address }));

describe('a picture of a code', () => {
  it('opens its link, however it was taken', async () => {
    const shots: [string, Shot][] = [
      ['by hand', {}],
      ['turned on its side', { turned: 1.4 }],
      ['from the side', { aslant: 0.6 }],
      ['in the dark', { noise: 60 }],
      ['large, with the code far away', { width: 2400, height: 1800, size: 0.2 }],
      ['small', { width: 240, height: 180, size: 0.9, turned: 0, aslant: 0, noise: 8 }],
    ];
    const { page, window } = await scanner();
    for (const [how, shot] of shots) {
      if (await window.isHidden()) await openScanner(page);
      const link = LINK.replace(
        'K7QM',
        `K7Q${String.fromCharCode(65 + shots.findIndex(([name]) => name === how))}`,
      );
      await choose(page, await photoFile(link, shot));
      await expectOf(window, how).toBeHidden();
      await expectOf(page.getByLabel('Address or link')).toHaveValue(link);
      await wentTo(page, link);
    }
  });

  it('can be a pasted screenshot of our own pages', async () => {
    const { page, window } = await scanner();
    for (const theme of ['light', 'dark'] as const) {
      const pages = await browser.open(server, olena, { at: '#/settings/invitations', theme });
      await pages.getByRole('button', { name: 'Create invitation' }).click();
      await pages.getByRole('img', { name: /^QR code: invitation/ }).scrollIntoViewIfNeeded();
      const copy = pages.getByRole('button', { name: 'Copy link' }).first();
      const link = await copiedBy(pages, () => copy.click());
      if (await window.isHidden()) await openScanner(page);
      await paste(page, await pages.screenshot());
      await expectOf(window).toBeHidden();
      await wentTo(page, link);
    }
  });

  it('is rejected if it has no community link, no code or is not a picture, and the next one works', async () => {
    const { page, window } = await scanner();
    for (const text of ['https://example.org/menu', 'WIFI:S:Garden;T:WPA;P:secret;;', '4006381333931']) {
      // So small a code has nothing by which a look from the side could be told.
      await choose(page, await photoFile(text, { aslant: 0 }));
      await expectOf(window.getByRole('status')).toContainText('This QR code isn’t a Courtyard link');
    }
    expect((await asked(page)).filter((act) => act.includes('preview'))).toEqual([]);
    await choose(page, await photoFile(LINK, { size: 0.01 }));
    await expectOf(window.getByRole('status')).toContainText('No QR code found in this picture');
    await choose(page, Buffer.from('no picture at all'), 'code.png', 'image/png');
    await expectOf(window.getByRole('status')).toContainText('isn’t a picture');
    const link = 'courtyard://join/K7QM-2FXA-9TWD?at=192.168.1.5:8701';
    await choose(page, await photoFile(link));
    await wentTo(page, link);
  });
});

it('loads the code reader with the first picture', async () => {
  const page = await joiningPage(browser, server, {});
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.reload();
  await expectOf(page.getByRole('button', { name: 'Scan QR code' })).toBeVisible();
  const isOfCodes = (url: string) => /\/ScanWindow-|code-worker/.test(url);
  expect(fetched.filter(isOfCodes)).toEqual([]);
  await page.getByRole('button', { name: 'Scan QR code' }).click();
  await expectOf(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await expectOf.poll(() => fetched.filter(isOfCodes).length).toBeGreaterThan(1);
});

it('gives advice when the code reader fails to load', async () => {
  const { page, window } = await scanner({}, (page) => page.route(/code-worker/, (route) => route.abort()));
  await choose(page, await photoFile(LINK));
  await expectOf(window.getByRole('status')).toContainText('Paste the link instead');
});

it('forbids the camera in a browser', async () => {
  const page = await browser.open(server, null);
  const policy = await page.evaluate(async () => (await fetch('/')).headers.get('permissions-policy'));
  expect(policy?.split(', ')).toEqual(expect.arrayContaining(['camera=()', 'microphone=(self)']));
});

it.each([
  ['light', 1280, 'en'],
  ['dark', 390, 'uk'],
  ['light', 390, 'trial'],
] as const)(
  'gives advice without a camera, is accessible and fits in the window (%s, %i px, %s)',
  async (theme, width, language) => {
    const { page, window } = await scanner({ theme, width, language });
    await expectOf(window.getByRole('alert')).toBeVisible();
    if (language === 'en') {
      await expectOf(window.getByRole('alert')).toContainText('No access to the camera');
      await expectOf(window.getByRole('alert')).toContainText('choose a picture of the code');
    }
    expect(await hindrancesIn(page)).toEqual([[], true]);
  },
);
