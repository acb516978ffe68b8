import Database from 'better-sqlite3';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fold, sortKeyOf } from '../../electron/database/folding';
import { DATABASE_FILE } from '../../electron/database/open';
import { expectOf, testBrowser } from '../support/browser/browser';
import { upload } from '../support/content';
import { testServer, type TestServer } from '../support/server';
import type { TestPerson } from '../support/service';
import { sine } from '../support/media/sounds';

// A busy machine takes long for so many; how long is nothing that is tested here.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });
const expectSoonerOrLater = expectOf.configure({ timeout: 300_000 });

/** Of each, beside the one that was uploaded. */
const MANY = 10_000;
const CHATS = 1_000;
/** More of them than a window of this size shows at once must not be in the page. */
const MAX_ROWS = 200;

const browser = testBrowser();
let server: TestServer;
let ann: TestPerson;

beforeAll(async () => {
  server = await testServer();
  [ann] = (await server.people('Ann')) as [TestPerson];
  const { service } = server.now;
  const { ID: track } = await upload(service, ann.session, 'music.upload', sine(0, 1), {
    name: 'Track 0',
    author: 'The Yard',
  });
  const { ID: file } = await upload(service, ann.session, 'files.upload', Buffer.from('The plan'), {
    filename: 'file 00000.txt',
  });
  const { ID: chat } = await ann.call('dialogs.create', { type: 'group', name: 'Chat 0' });
  await server.stop();
  multiply(track, file);
  multiplyChats(chat);
  await server.restart();
});
afterAll(() => server.close());

/** Stores so many more rows over the same bytes: what is tried is lists, not uploads. */
function multiply(track: number, file: number): void {
  const raw = new Database(join(server.data, DATABASE_FILE));
  const content = copyOf(raw, 'content', 'id', ['id']);
  const tracks = copyOf(raw, 'track', 'id', ['id', 'name']);
  const files = copyOf(raw, 'file', 'id', ['id', 'code', 'name', 'name_folded', 'name_order']);
  const placed = raw.prepare(
    'INSERT INTO playlist_track (playlist_id, position, track_id) SELECT playlist_id, position - @place, @id FROM playlist_track WHERE track_id = @from',
  );
  const first = Math.max(track, file);
  raw.transaction(() => {
    for (let place = 1; place <= MANY; place++) {
      const id = first + place;
      content.run({ id, from: track });
      tracks.run({ id, from: track, name: `Track ${place}` });
      placed.run({ id, from: track, place });
      const other = first + MANY + place;
      const name = `file ${String(place).padStart(5, '0')}.txt`;
      content.run({ id: other, from: file });
      files.run({
        id: other,
        from: file,
        code: `amounts${place}`,
        name,
        name_folded: fold(name),
        name_order: sortKeyOf(name),
      });
    }
  })();
  raw.close();
}

function multiplyChats(chat: number): void {
  const raw = new Database(join(server.data, DATABASE_FILE));
  const dialogs = copyOf(raw, 'dialog', 'id', ['id', 'name', 'last_message_id']);
  const members = copyOf(raw, 'member', 'dialog_id', ['id', 'dialog_id']);
  raw.transaction(() => {
    for (let place = 1; place <= CHATS; place++) {
      const id = chat + 1_000 + 2 * place;
      dialogs.run({ id, name: `Chat ${place}`, last_message_id: 0, from: chat });
      members.run({ id: id + 1, dialog_id: id, from: chat });
    }
  })();
  raw.close();
}

/** Prepares copying the row whose column `by` is `@from`, with other values in the columns `changes`. */
function copyOf(raw: Database.Database, table: string, by: string, changes: string[]): Database.Statement {
  const columns = raw.pragma(`table_info(${table})`) as { name: string }[];
  const values = columns.map(({ name }) => (changes.includes(name) ? `@${name}` : name));
  return raw.prepare(`INSERT INTO ${table} SELECT ${values.join(', ')} FROM ${table} WHERE ${by} = @from`);
}

describe('a list of a thousand chats', () => {
  it('has only the visible ones in the page, down to the last one, which keys reach', async () => {
    const page = await browser.open(server, ann, { at: '#/chats' });
    const rows = page.getByRole('list', { name: 'Your chats' }).getByRole('link');
    const last = rows.filter({ hasText: /^C\s*Chat 0\b/ });
    await rows.filter({ hasText: `Chat ${CHATS}` }).focus();
    expect(await rows.count()).toBeLessThan(MAX_ROWS);
    await page.keyboard.press('End');
    await expectOf(last).toBeFocused();
    await expectOf(last).toBeInViewport();
    await page.keyboard.press('ArrowUp');
    await expectOf(rows.filter({ hasText: /Chat 1\b/ })).toBeFocused();
    expect(await rows.count()).toBeLessThan(MAX_ROWS);
    await page.keyboard.press('Home');
    const focused = rows.and(page.locator(':focus'));
    const first = rows.filter({ hasText: `Chat ${CHATS}` });
    await expectOf(first).toBeFocused();
    await page.keyboard.press('PageDown');
    // As many as fit a window of this height, but one.
    await expectOf(focused).toHaveText(new RegExp(`Chat ${CHATS - 10}\\b`));
    await expectOf(focused).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('PageUp');
    await expectOf(first).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    await expectOf(rows.filter({ hasText: /Chat 1\b/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expectOf(page.getByRole('heading', { name: 'Chats' })).toBeVisible();
    await expectOf(rows.filter({ hasText: /Chat 1\b/ })).toHaveAttribute('aria-current', 'true');
    await expectOf(rows.filter({ hasText: /Chat 1\b/ })).toBeInViewport();
  });

  it('is moved through by keys that are pressed before it has scrolled', async () => {
    const page = await browser.open(server, ann, { at: '#/chats' });
    const rows = page.getByRole('list', { name: 'Your chats' }).getByRole('link');
    const first = rows.filter({ hasText: `Chat ${CHATS}` });
    await first.focus();
    await first.evaluate(async () => {
      const press = (key: string) =>
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        );
      press('End');
      // Frames are drawn only after all of these.
      for (let turn = 0; turn < 100; turn++) await Promise.resolve();
      press('ArrowUp');
    });
    await expectOf(rows.filter({ hasText: /Chat 1\b/ })).toBeFocused();
  });

  it('opens the chat that is clicked while the list still scrolls', async () => {
    const page = await browser.open(server, ann, { at: '#/chats' });
    const row = page.getByRole('list', { name: 'Your chats' }).getByRole('link').nth(3);
    const box = await row.boundingBox();
    if (!box) throw new Error('The chat is not in the page.');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, 600);
    await expectOf(row).not.toBeInViewport();
    await page.mouse.click(x, y);
    await expectOf(page).toHaveURL(/#\/chats\/\d+$/);
  });

  it('has only the visible ones in a new folder, where the last one is reached by keys or by its name', async () => {
    const page = await browser.open(server, ann, { at: '#/chats' });
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: 'New folder' }).click();
    const form = page.getByRole('dialog', { name: 'New folder' });
    const rows = form.getByRole('list', { name: 'Your chats' }).getByRole('button');
    await rows.first().focus();
    expect(await rows.count()).toBeLessThan(MAX_ROWS);
    await page.keyboard.press('End');
    await expectOf(rows.filter({ hasText: /Chat 0\b/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expectOf(rows.filter({ hasText: /Chat 0\b/ })).toHaveAttribute('aria-pressed', 'true');
    await form.getByRole('searchbox').fill('Chat 1');
    await expectOf(rows.filter({ hasText: /Chat 1\b/ })).toBeInViewport();
    await form.getByRole('searchbox').fill('Chat 0');
    await expectOf(rows).toHaveCount(1);
    await expectOf(rows).toHaveAttribute('aria-pressed', 'true');
  });
});

describe('lists of ten thousand items', () => {
  it('render only the visible tracks, down to the last one', async () => {
    const page = await browser.open(server, ann, { at: '#/music' });
    const rows = page.getByRole('list', { name: 'Tracks', exact: true }).getByRole('group');
    await expectSoonerOrLater(rows.filter({ hasText: `Track ${MANY}` })).toBeVisible();
    expect(await rows.count()).toBeLessThan(MAX_ROWS);
    // Its height is an estimate until its rows are measured.
    await expectOf(async () => {
      await page.locator('[data-scroll]').evaluate((view) => (view.scrollTop = view.scrollHeight));
      await expectOf(rows.filter({ hasText: /Track 0\b/ })).toBeVisible({ timeout: 1_000 });
    }).toPass();
    expect(await rows.count()).toBeLessThan(MAX_ROWS);
  });

  it('of tracks are reached to both ends by keys, also after the row with the focus was scrolled away', async () => {
    const page = await browser.open(server, ann, { at: '#/music' });
    const rows = page.getByRole('list', { name: 'Tracks', exact: true }).getByRole('group');
    const row = (number: number) => rows.filter({ hasText: new RegExp(`Track ${number}\\b`) });
    await expectSoonerOrLater(row(MANY)).toBeVisible();
    await row(MANY).focus();
    // The list grows to its end while its tracks are loaded.
    await expectOf(async () => {
      await page.keyboard.press('End');
      await expectOf(row(0)).toBeFocused({ timeout: 1_000 });
    }).toPass();
    await expectOf(row(0)).toBeInViewport({ ratio: 1 });
    await row(0).hover();
    await page.keyboard.press('ArrowUp');
    await expectOf(row(1)).toBeFocused();
    // At once: what brings the focused row into view must not undo it.
    await page.mouse.wheel(0, -10_000_000);
    await expectOf(row(MANY)).toBeInViewport();
    await page.keyboard.press('ArrowUp');
    await expectOf(row(2)).toBeFocused();
    await expectOf(row(2)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Home');
    await expectOf(row(MANY)).toBeFocused();
    await page.keyboard.press('PageDown');
    await expectOf(row(MANY)).not.toBeFocused();
    await expectOf(rows.and(page.locator(':focus'))).toBeInViewport({ ratio: 1 });
    expect(await rows.count()).toBeLessThan(MAX_ROWS);
  });

  it('render only the visible files, down to the last one', async () => {
    const page = await browser.open(server, ann, { at: '#/files' });
    const rows = page.getByRole('grid', { name: 'Files' }).locator('[data-key]');
    await expectSoonerOrLater(rows.filter({ hasText: `file ${MANY}.txt` })).toBeVisible();
    expect(await rows.count()).toBeLessThan(MAX_ROWS);
    await rows.first().focus();
    await expectOf(async () => {
      await page.keyboard.press('End');
      await expectOf(rows.filter({ hasText: 'file 00000.txt' })).toBeFocused({ timeout: 1_000 });
    }).toPass();
    expect(await rows.count()).toBeLessThan(MAX_ROWS);
    await page.keyboard.press('Control+a');
    await expectSoonerOrLater(page.getByText('10001 selected')).toBeVisible();
    expect(await rows.count()).toBeLessThan(MAX_ROWS);
  });
});
