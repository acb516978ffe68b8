import type { Page, Request, Route } from '@playwright/test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { boxOf, expectOf, testBrowser } from '../../support/browser/browser';
import { upload } from '../../support/content';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
let server: TestServer;
let ann: TestPerson;
let folder: string;
let count = 0;

beforeAll(async () => {
  server = await testServer();
  folder = mkdtempSync(join(tmpdir(), 'courtyard-uploads-'));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  [ann] = (await server.people(`Ann${++count}`)) as [TestPerson];
});

/** A file on this disk, of so many bytes. */
function fileOf(name: string, size = 1000): string {
  const path = join(folder, name);
  writeFileSync(path, Buffer.alloc(size, name));
  return path;
}

async function choose(page: Page, paths: string[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Upload', exact: true }).click(),
  ]);
  await chooser.setFiles(paths);
}

/** The own files by the service that runs now. */
async function names(): Promise<string[]> {
  const files = await server.now.as(ann.session, ann).call('files.list', { limit: 100 });
  return files.map(({ Name }) => Name).sort();
}

/** Counts the uploads of which the page has stored why they were refused. */
function countStoredRefusals(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('courtyard.uploads');
        opening.onsuccess = () => {
          const all = opening.result.transaction('uploads').objectStore('uploads').getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve((all.result as { refusal?: unknown }[]).filter(({ refusal }) => refusal).length);
          };
        };
      }),
  );
}

/** Lets so many pieces pass; those after them wait until they are let go, by the same page or by none. */
async function holdAfter(page: Page, pieces: number) {
  const held: Route[] = [];
  const sent: Request[] = [];
  let isHolding = true;
  await page.route('**/uploads/*', async (route) => {
    const isPiece = route.request().method() === 'PATCH';
    if (isPiece) sent.push(route.request());
    if (isPiece && isHolding && sent.length > pieces) held.push(route);
    else await route.continue();
  });
  return {
    /** How many wait. */
    waiting: () => held.length,
    offsets: () => sent.map((request) => Number(request.headers()['upload-offset'])),
    letGo: async () => {
      isHolding = false;
      // Those of a page that has gone have gone with it.
      await Promise.all(held.splice(0).map((route) => route.continue().catch(() => undefined)));
    },
  };
}

/**
 * What the browser keeps for a reload: each by its name, whether its bytes are there, and whether it is paused. Runs in
 * the page.
 */
function storedUploads(): Promise<[string, boolean, boolean][]> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('courtyard.uploads');
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(['uploads', 'bytes']);
      const all = transaction.objectStore('uploads').getAll();
      const bytes = transaction.objectStore('bytes').getAllKeys();
      transaction.oncomplete = () => {
        opening.result.close();
        const found = all.result as { id: string; name: string; isPaused: boolean; at: number }[];
        found.sort((one, other) => one.at - other.at);
        resolve(found.map(({ id, name, isPaused }) => [name, bytes.result.includes(id), isPaused]));
      };
    };
  });
}

const MEGABYTE = 1024 * 1024;

describe('uploads', () => {
  it('resume automatically after a reload', async () => {
    const page = await browser.open(server, ann, { at: '#/files' });
    const hold = await holdAfter(page, 1);
    await choose(page, [fileOf('big.bin', 3 * MEGABYTE)]);
    await expectOf.poll(hold.waiting).toBe(1);
    await choose(page, [fileOf('small.txt')]);
    await expectOf.poll(hold.waiting).toBe(2);
    await expectOf
      .poll(() => page.evaluate(storedUploads))
      .toEqual([
        ['big.bin', true, false],
        ['small.txt', true, false],
      ]);
    await page.reload();
    await hold.letGo();
    await expectOf.poll(names).toEqual(['big.bin', 'small.txt']);
    const [first = NaN, ...rest] = hold.offsets();
    expect(first).toBe(0);
    expect(Math.max(...rest)).toBeGreaterThanOrEqual(MEGABYTE);
    const [big] = await server.now.as(ann.session, ann).call('files.list', { query: 'big' });
    expect(big?.Size).toBe(3 * MEGABYTE);
  });

  it('ask for the file again when its bytes were not stored, and match it by name, size and date', async () => {
    const page = await browser.open(server, ann, { at: '#/files' });
    const hold = await holdAfter(page, 1);
    const path = fileOf('huge.bin', 3 * MEGABYTE);
    await choose(page, [path]);
    await expectOf.poll(hold.waiting).toBe(1);
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open('courtyard.uploads');
          opening.onsuccess = () => {
            const transaction = opening.result.transaction('bytes', 'readwrite');
            transaction.objectStore('bytes').clear();
            transaction.oncomplete = () => resolve();
          };
        }),
    );
    await page.reload();
    await hold.letGo();
    await expectOf(page.getByText('Choose this file again to continue')).toBeVisible();
    await choose(page, [path]);
    await expectOf.poll(names).toEqual(['huge.bin']);
    expect(hold.offsets().filter((offset) => offset === 0)).toEqual([0]);
  });

  it('show why they were rejected, and stay in the list', async () => {
    const page = await browser.open(server, ann, { at: '#/files' });
    await page.route('**/uploads', (route) =>
      route.fulfill({ status: 413, body: JSON.stringify({ detail: 'too_large', message: 'No.' }) }),
    );
    await choose(page, [fileOf('too big.bin')]);
    const card = page.getByRole('region', { name: 'Uploads' });
    await expectOf(card.getByText('Too large, or your storage is full', { exact: true })).toBeVisible();
    await page.unroute('**/uploads');
    await card.getByRole('button', { name: 'Retry too big.bin' }).click();
    await expectOf.poll(names).toEqual(['too big.bin']);
  });

  it('are all counted in sight on a phone, also in Ukrainian', async () => {
    const phone = { width: 390, height: 844, isTouched: true };
    const page = await browser.open(server, ann, { at: '#/files', language: 'uk', ...phone });
    await page.route('**/uploads', (route) =>
      route.fulfill({ status: 413, body: JSON.stringify({ detail: 'too_large', message: 'No.' }) }),
    );
    const files = ['one.bin', 'two.bin', 'three.bin'].map((name) => fileOf(name));
    await page.locator('input[type=file]').first().setInputFiles(files);
    const counts = page.getByRole('region', { name: 'Вивантаження' }).getByText(/^готово 0 з 3 · /);
    await expectOf(counts).toContainText('3');
    const hidden = await counts.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(hidden).toBe(0);
  });

  it('offer no retry of what would be rejected again, and close without asking', async () => {
    const page = await browser.open(server, ann, { at: '#/files' });
    const refusal = { detail: 'too_large', message: 'No.', fields: { size: 'is over 10 bytes' } };
    await page.route('**/uploads', (route) => route.fulfill({ status: 413, body: JSON.stringify(refusal) }));
    await choose(page, [fileOf('far too big.bin')]);
    const card = page.getByRole('region', { name: 'Uploads' });
    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload();
      await expectOf(card.getByText('This file is too large. The limit is 10 bytes.')).toBeVisible();
      // It is stored just after it is shown.
      await expectOf.poll(() => countStoredRefusals(page)).toBe(1);
      await expectOf(
        card.getByRole('button', { name: 'Remove far too big.bin from the list' }),
      ).toBeVisible();
      await expectOf(card.getByRole('button', { name: /^Retry/ })).toHaveCount(0);
      await expectOf(card.getByRole('progressbar', { name: /far too big/ })).toHaveCount(0);
    }
    await card.getByRole('button', { name: 'Close' }).click();
    await expectOf(card).toBeHidden();
  });

  it('leave the last files of the list to be scrolled above them', async () => {
    for (let number = 10; number < 30; number++) {
      const input = { filename: `${number}.txt` };
      await upload(server.now.service, ann.session, 'files.upload', Buffer.from('x'), input);
    }
    const page = await browser.open(server, ann, { at: '#/files' });
    await expectOf(page.getByRole('row').filter({ hasText: '29.txt' })).toBeVisible();
    await holdAfter(page, 0);
    await choose(
      page,
      ['one', 'two', 'three', 'four'].map((name) => fileOf(name)),
    );
    const panel = page.getByRole('region', { name: 'Uploads' });
    await expectOf(panel.getByRole('listitem')).toHaveCount(4);
    await page.getByRole('grid').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    const { y } = await boxOf(panel);
    const last = await boxOf(page.getByRole('row').filter({ hasText: '10.txt' }));
    expect(last.y + last.height).toBeLessThanOrEqual(y);
  });

  it('show that they begin by a whole bar, which no reduced motion can turn into a share', async () => {
    const page = await browser.open(server, ann, { at: '#/files' });
    await holdAfter(page, 0);
    await choose(page, [fileOf('begins.bin')]);
    const bar = page.getByRole('region', { name: 'Uploads' }).getByRole('progressbar');
    await expectOf(bar).toBeVisible();
    const { width } = await boxOf(bar);
    expect((await boxOf(bar.locator('div'))).width).toBe(width);
  });

  it('move away from a field that they would cover', async () => {
    const page = await browser.open(server, ann, { at: '#/files', width: 900, height: 500 });
    const hold = await holdAfter(page, 0);
    await choose(page, [fileOf('slow.txt')]);
    const card = page.getByRole('region', { name: 'Uploads' });
    await expectOf(card.getByText('slow.txt')).toBeVisible();
    await page.evaluate(() => (location.hash = '#/settings/profile'));
    await expectOf(card.getByText('slow.txt')).toBeHidden();
    await expectOf(card.getByRole('progressbar', { name: 'Uploads' })).toBeVisible();
    await hold.letGo();
    await expectOf.poll(names).toEqual(['slow.txt']);
  });

  it('leave the focus on the button that paused one, and on the next when one is cancelled', async () => {
    const page = await browser.open(server, ann, { at: '#/files' });
    const hold = await holdAfter(page, 0);
    await choose(page, [fileOf('one.txt'), fileOf('two.txt')]);
    await expectOf.poll(hold.waiting).toBe(2);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await button('Pause one.txt').press('Enter');
    await expectOf(button('Resume one.txt')).toBeFocused();
    await button('Cancel one.txt').press('Enter');
    await expectOf(button('Pause two.txt')).toBeFocused();
  });

  it('are counted all and listed around the view, however many they are', async () => {
    const page = await browser.open(server, ann, { at: '#/files' });
    const hold = await holdAfter(page, 0);
    await choose(
      page,
      Array.from({ length: 1000 }, (_, index) => fileOf(`photo ${index}.bin`, 10)),
    );
    const card = page.getByRole('region', { name: 'Uploads' });
    await expectOf(card.getByText('0 of 1000 done')).toBeVisible();
    await expectOf(card.getByText('photo 0.bin')).toBeVisible();
    expect(await card.getByRole('listitem').count()).toBeLessThan(50);
    await expectOf.poll(() => hold.waiting()).toBe(3);
    await card.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expectOf(card).toBeHidden();
  });

  it('can be collapsed to one line, and stay above every view', async () => {
    const page = await browser.open(server, ann, { at: '#/files' });
    const hold = await holdAfter(page, 0);
    await choose(page, [fileOf('slow.txt')]);
    const card = page.getByRole('region', { name: 'Uploads' });
    await card.getByRole('button', { name: 'Show less' }).click();
    await expectOf(card.getByText('slow.txt')).toBeHidden();
    await page
      .getByRole('link', { name: /^People/ })
      .first()
      .click();
    await expectOf(card.getByRole('progressbar', { name: 'Uploads' })).toBeVisible();
    await card.getByRole('button', { name: 'Show all uploads' }).click();
    await expectOf(card.getByText('slow.txt')).toBeVisible();
    await hold.letGo();
    await expectOf.poll(names).toEqual(['slow.txt']);
  });
});
