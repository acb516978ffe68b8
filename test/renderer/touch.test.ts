import type { Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxOf, expectOf, testBrowser, type WindowOptions } from '../support/browser/browser';
import { upload } from '../support/content';
import { testServer, type TestServer } from '../support/server';
import type { TestPerson } from '../support/service';
import { sine } from '../support/media/sounds';

const browser = testBrowser();
let server: TestServer;
let rosa: TestPerson;
let emil: TestPerson;
let dialog: number;

beforeAll(async () => {
  server = await testServer();
  [rosa, emil] = (await server.people('Rosa', 'Emil')) as [TestPerson, TestPerson];
  dialog = (await rosa.call('dialogs.createPrivate', { user_id: emil.id })).ID;
});
afterAll(() => server.close());

const WIDTH = 390;
const onPhone = (at: string, options: WindowOptions = {}) =>
  browser.open(server, rosa, { at, width: WIDTH, height: 844, isTouched: true, ...options });
const file = (filename: string, folder: string) =>
  upload(server.now.service, rosa.session, 'files.upload', Buffer.from('The bins go out at six.'), {
    filename,
    folder,
  });
const letters = (field: Locator) =>
  field.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));

/** Puts a finger on the middle of an element, and returns a function that lifts it. */
async function putFingerOn(page: Page, on: Locator): Promise<() => Promise<unknown>> {
  const { x, y, width, height } = await boxOf(on);
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [{ x: x + width / 2, y: y + height / 2 }]);
  return () => touch('touchEnd', []);
}

describe('touch', () => {
  it('opens reactions with a tap on a message', async () => {
    await emil.call('dialogs.send', { dialog_id: dialog, text: 'The lift works again' });
    const page = await onPhone(`#/chats/${dialog}`);
    const message = page.getByRole('group').filter({ hasText: 'The lift works again' });
    await message.tap();
    await page.getByRole('button', { name: 'React', exact: true }).tap();
    await page.getByRole('dialog', { name: 'React' }).getByRole('button').first().tap();
    await expectOf(message.getByRole('button', { name: /1, including you/ })).toBeVisible();
  });

  it('opens the menu of a chat by a long press, and not the chat too', async () => {
    await emil.call('dialogs.send', { dialog_id: dialog, text: 'Who has the ladder?' });
    const page = await onPhone('#/chats');
    const menu = page.getByRole('menu');

    const lift = await putFingerOn(page, page.getByRole('link', { name: /Emil/ }));
    await expectOf(menu).toBeVisible();
    await lift();
    await expectOf(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expectOf(menu).toHaveCount(0);
    await expectOf(page.getByRole('heading', { name: 'Chats', level: 1 })).toBeVisible();

    await page.getByRole('link', { name: /Emil/ }).tap();
    await expectOf(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  });

  it('opens the menu of Send by a long press, which sends nothing', async () => {
    const page = await onPhone(`#/chats/${dialog}`);
    const box = page.getByRole('textbox', { name: 'Message' });
    await box.fill('Tomorrow at nine');
    const lift = await putFingerOn(page, page.getByRole('button', { name: 'Send' }));
    const schedule = page.getByRole('menuitem', { name: 'Schedule…' });
    await expectOf(schedule).toBeVisible();
    await lift();
    await schedule.tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
    await expectOf(box).toHaveValue('Tomorrow at nine');
    await box.fill('');
  });

  it('starts a new line by Enter, and sends with the button', async () => {
    const page = await onPhone(`#/chats/${dialog}`);
    const box = page.getByRole('textbox', { name: 'Message' });
    await box.tap();
    await page.keyboard.type('Milk');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Bread');
    await expectOf(box).toHaveValue('Milk\nBread');
    await page.getByRole('button', { name: 'Send' }).tap();
    await expectOf(page.getByRole('group').filter({ hasText: 'Milk' })).toContainText('Bread');
  });

  it('gives each action of a message room for a finger', async () => {
    await emil.call('dialogs.send', { dialog_id: dialog, text: 'The bell is new' });
    const page = await onPhone(`#/chats/${dialog}`);
    await page.getByRole('group').filter({ hasText: 'The bell is new' }).tap();
    const middles: number[] = [];
    for (const name of ['React', 'Reply', 'Message actions']) {
      const { x, width } = await boxOf(page.getByRole('button', { name, exact: true }));
      middles.push(x + width / 2);
    }
    const [react = 0, reply = 0, more = 0] = middles;
    expect(reply - react).toBeGreaterThanOrEqual(44);
    expect(more - reply).toBeGreaterThanOrEqual(44);
  });

  it('keeps the tools of a comment in the middle of its line', async () => {
    const { ID } = await rosa.call('posts.create', { user: String(rosa.id), content: 'Frost tonight' });
    const page = await onPhone(`#/posts/${ID}`);
    const middle = async (shown: Locator) => {
      const { y, height } = await boxOf(shown);
      return y + height / 2;
    };
    const line = await middle(page.getByRole('textbox', { name: 'Write a comment' }));
    for (const name of ['Add photos', 'Emoji', 'Record voice message'])
      expect(await middle(page.getByRole('button', { name }))).toBeCloseTo(line, 0);
  });

  it('has the labels of the navigation in one line', async () => {
    const page = await onPhone('#/feed');
    const labels = page.getByRole('navigation', { name: 'Main' }).locator('.label');
    await expectOf(labels.last()).toBeVisible();
    const tops = await labels.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
  });

  it('plays a track with a tap, with the player below toasts and away while typing', async () => {
    await upload(server.now.service, rosa.session, 'music.upload', sine(0, 60, { rate: 8_000 }), {
      name: 'Dew',
      author: 'The Yard',
    });
    const page = await onPhone('#/music');
    const track = page.getByRole('list', { name: 'Tracks', exact: true }).getByText('Dew', { exact: true });
    const player = page.getByRole('region', { name: 'Player' });
    await track.tap();
    await expectOf(player.getByRole('button', { name: 'Pause' })).toBeVisible();

    await page.getByRole('button', { name: 'More for Dew' }).tap();
    await page.getByRole('menuitem', { name: 'Play last' }).tap();
    const toast = page.getByText('1 track added to the queue').filter({ visible: true });
    const { y, height } = await boxOf(toast);
    expect(y + height).toBeLessThanOrEqual((await boxOf(player)).y);

    // As the on-screen keyboard does it.
    await page.setViewportSize({ width: WIDTH, height: 420 });
    await expectOf(player).toBeHidden();
    await page.setViewportSize({ width: WIDTH, height: 844 });
    await expectOf(player).toBeVisible();
  });

  it('shows toasts above the menu of further places', async () => {
    await file('sweep.txt', 'Yard');
    const page = await onPhone('#/files?in=Yard');
    await page.getByRole('checkbox', { name: 'Select sweep.txt' }).tap();
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).tap();
    const undo = page.getByRole('button', { name: 'Undo' });
    await expectOf(undo).toBeVisible();
    await page.getByRole('button', { name: 'More', exact: true }).tap();
    const menu = await boxOf(page.getByRole('menu'));
    const { y, height } = await boxOf(undo);
    expect(y + height).toBeLessThanOrEqual(menu.y);
    expect(y + height).toBeGreaterThan(menu.y - 40);
  });

  it('shows the used storage and all files above the list of uploads', async () => {
    const names = Array.from({ length: 20 }, (_, number) => `step ${number}.txt`);
    for (const name of names) await file(name, 'Stairs');
    const page = await onPhone('#/files?in=Stairs');
    await page.route('**/uploads/*', () => undefined);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Upload', exact: true }).tap(),
    ]);
    await chooser.setFiles({ name: 'slow.txt', mimeType: 'text/plain', buffer: Buffer.from('slow') });
    const list = page.getByRole('region', { name: 'Uploads' });
    await expectOf(list.getByText('slow.txt')).toBeVisible();
    const { y: top } = await boxOf(list);
    const meter = await boxOf(page.getByRole('meter'));
    expect(meter.y + meter.height).toBeLessThan(top);
    const oldest = page.getByText('step 0.txt');
    await page.getByText('step 19.txt').hover();
    await page.mouse.wheel(0, 5000);
    await expectOf.poll(async () => (await boxOf(oldest)).y).toBeLessThan(meter.y);
  });

  it('shows the used storage where there are no files', async () => {
    const page = await onPhone('#/files?in=Attic');
    const meter = await boxOf(page.getByRole('meter'));
    const navigation = await boxOf(page.getByRole('navigation', { name: 'Main' }));
    expect(meter.y + meter.height).toBeLessThan(navigation.y);
  });

  it('keeps a submenu within the window', async () => {
    await upload(server.now.service, rosa.session, 'music.upload', sine(0, 1, { rate: 8_000 }), {
      name: 'Fog',
      author: 'The Yard',
    });
    await rosa.call('music.createPlaylist', { name: 'Songs to hang out the washing by' });
    const page = await onPhone('#/music');
    await page.getByRole('button', { name: 'More for Fog' }).tap();
    await page.getByRole('menuitem', { name: 'Add to playlist' }).tap();
    const { x, width } = await boxOf(
      page.getByRole('menuitem', { name: 'Songs to hang out the washing by' }),
    );
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(WIDTH);
  });

  it('keeps the actions for selected files within the window', async () => {
    await file('bins.txt', 'Flat');
    const page = await onPhone('#/files?in=Flat', { language: 'uk' });
    await page.getByRole('checkbox', { name: 'Вибрати bins.txt' }).tap();
    const acts = page.getByRole('toolbar', { name: 'Вибране' });
    for (const name of ['Завантажити', 'Видалити', 'Скасувати вибір']) {
      const { x, width } = await boxOf(acts.getByRole('button', { name }));
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(WIDTH);
    }
    await acts.getByRole('button', { name: 'Скасувати вибір' }).tap();
    await expectOf(acts).toHaveCount(0);
  });

  it('renames a file in the list, which its preview does not cover', async () => {
    await file('keys.txt', 'Shed');
    const page = await onPhone('#/files?in=Shed');
    await page.getByRole('button', { name: 'More: keys.txt' }).tap();
    await page.getByRole('menuitem', { name: 'Rename' }).tap();
    const name = page.getByRole('textbox', { name: /keys\.txt/ });
    await expectOf(name).toBeFocused();
    await name.tap();
    await name.fill('locks.txt');
    await name.press('Enter');
    await expectOf(page.getByRole('row').getByText('locks.txt')).toBeVisible();
    expect(page.url()).toMatch(/#\/files\?in=Shed$/);
  });

  it('shows the whole name of a folder next to its actions', async () => {
    await file('meter.txt', 'Рахунки');
    const page = await onPhone(`#/files?in=${encodeURIComponent('Рахунки')}`, { language: 'uk' });
    const name = page.getByRole('heading', { name: 'Рахунки' });
    await expectOf(name).toBeVisible();
    await expectOf.poll(() => name.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    await expectOf(page.getByRole('button', { name: 'Вивантажити' })).toBeVisible();
  });

  it('leaves room for names and what is written beside the controls with large text', async () => {
    await file('bread.txt', 'Recipes');
    const page = await onPhone('#/files?in=Recipes', { language: 'uk', textSize: 150, width: 360 });
    const name = await boxOf(page.getByRole('row').getByText('bread.txt'));
    const more = await boxOf(page.getByRole('button', { name: 'Більше: bread.txt' }));
    expect(name.x + name.width).toBeLessThanOrEqual(more.x);
    await expectOf(page.getByRole('gridcell', { name: /байт/ })).toBeHidden();
    const top = await boxOf(page.getByRole('link', { name: 'Файли' }));
    expect(top.x + top.width).toBeLessThanOrEqual((await boxOf(page.getByRole('heading'))).x);

    await page.goto(`${server.url}/#/music`);
    const music = await boxOf(page.getByRole('heading', { name: 'Музика' }));
    const add = await boxOf(page.getByRole('button', { name: 'Додати музику' }));
    expect(add.x >= music.x + music.width || add.y >= music.y + music.height).toBe(true);

    await page.goto(`${server.url}/#/discover`);
    const search = await boxOf(page.getByRole('searchbox'));
    expect(search.x + search.width).toBeLessThanOrEqual(360);

    await page.goto(`${server.url}/#/chats/${dialog}`);
    const { width } = await boxOf(page.getByRole('textbox', { name: 'Повідомлення' }));
    expect(width).toBeGreaterThan(120);
  });

  it('uses input text large enough that no phone zooms in', async () => {
    const page = await onPhone(`#/chats/${dialog}`, { textSize: 90 });
    expect(await letters(page.getByRole('textbox', { name: 'Message' }))).toBeGreaterThanOrEqual(16);
    await page.goto(`${server.url}/#/settings/profile`);
    expect(await letters(page.getByRole('textbox', { name: 'Status' }))).toBeGreaterThanOrEqual(16);
  });
});
