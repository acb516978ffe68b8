import type { Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../shared/limits';
import { boxOf, expectOf, testBrowser, type WindowOptions } from '../support/browser/browser';
import { upload, type UploadName } from '../support/content';
import { fixture } from '../support/fixtures';
import { testServer, type TestServer } from '../support/server';
import type { TestPerson } from '../support/service';
import { sine } from '../support/media/sounds';

// Every place is looked at in one window, one after the other.
vi.setConfig({ testTimeout: 240_000 });

/** Longer than any line of a narrow window, in words of both scripts and in one that has no place to break. */
const LONG =
  'Сусіди of the very long street behind the old watermill Подвір’я-над-затишною-річкою-навпроти-млина';

const browser = testBrowser();
let server: TestServer;
let olena: TestPerson;
let places: [at: string, shown: string][];

beforeAll(async () => {
  server = await testServer();
  const [first, taras, iryna] = (await server.people('Olena', 'Taras', 'Iryna')) as [
    TestPerson,
    TestPerson,
    TestPerson,
  ];
  olena = first;
  await olena.call('community.update', { name: LONG.slice(0, 60), registration: 'open' });
  await taras.call('account.updateProfile', { link: 'taras', about: LONG, worksAt: LONG.slice(0, 90) });
  await taras.call('people.subscribe', { user: String(olena.id), value: true });
  await olena.call('people.subscribe', { user: 'taras', value: true });
  await iryna.call('people.subscribe', { user: String(olena.id), value: true });

  const put = async <N extends UploadName>(name: N, bytes: Buffer, input: object): Promise<number> =>
    (await upload(server.now.service, olena.session, name, bytes, input)).ID;
  const file = await put('files.upload', Buffer.from('The plan'), { filename: `${LONG}.txt` });
  const track = await put('music.upload', sine(0, 1), { name: LONG, author: LONG, release: LONG });
  const video = await put('videos.upload', fixture('long.webm'), { filename: LONG });
  const photo = await put('photos.upload', fixture('turned.jpg'), {});
  const { ID: playlist } = await olena.call('music.createPlaylist', { name: LONG.slice(0, 60) });
  await olena.call('music.addTrack', { playlist_id: playlist, track_id: track });
  const attachments = [
    { Type: 'file', Item: file },
    { Type: 'track', Item: track },
    { Type: 'video', Item: video },
  ] as const;

  const { ID: group } = await olena.call('dialogs.create', { name: LONG.slice(0, 60), type: 'group' });
  for (const person of [taras, iryna])
    await olena.call('dialogs.join', { dialog_id: group, user_id: String(person.id) });
  const { ID: said } = await olena.call('dialogs.send', {
    dialog_id: group,
    text: `A beginning. ${LONG}`,
    photos_list: [photo],
    attachments: [...attachments],
  });
  await taras.call('dialogs.react', { message_id: said, emoji: '👍' });
  await taras.call('dialogs.send', { dialog_id: group, text: '`' + LONG + '`', replyTo: said });
  const starts = Math.floor(Date.now() / 1000) + 60;
  await taras.call('dialogs.send', {
    dialog_id: group,
    text: `A party. ${LONG}`.slice(0, LIMITS.eventTitle),
    event: { starts, ends: starts + 30 * 24 * 3600, place: LONG.slice(0, LIMITS.eventPlace) },
  });
  await taras.call('dialogs.send', { dialog_id: group, text: `An end. ${LONG}` });
  const { ID: post } = await olena.call('posts.create', {
    user: String(olena.id),
    content: `A first post. ${LONG}`,
    photos_list: [photo],
    attachments: [...attachments],
  });
  await taras.call('posts.create', { user: 'taras', content: `Passed on. ${LONG}`, repost: post });
  await taras.call('posts.comment', { post_id: post, content: `A remark. ${LONG}` });

  const own = `#/people/u${olena.id}`;
  places = [
    ['#/chats', 'An end'],
    [`#/chats/${group}`, 'A beginning'],
    ['#/feed', 'Passed on'],
    [`#/posts/${post}`, 'A remark'],
    ['#/people', 'Taras'],
    ['#/people?list=incoming', 'Iryna'],
    ['#/people?list=find', 'Iryna'],
    [own, 'A first post'],
    ['#/people/taras', 'Passed on'],
    ...['photos', 'music', 'friends', 'gifts'].map((tab): [string, string] => [`${own}/${tab}`, 'Olena']),
    ...['', '/albums', '/artists', `/playlists/${playlist}`].map((at): [string, string] => [
      `#/music${at}`,
      'very long street',
    ]),
    ['#/files', '.txt'],
    [`#/files?file=${file}`, 'The plan'],
    ['#/videos', 'very long street'],
    [`#/videos/${video}`, 'very long street'],
    ['#/search?q=beginning', 'A beginning'],
    ['#/discover', 'very long street'],
    ['#/calendar', 'A party'],
    ['#/notifications', 'Iryna'],
  ];
});
afterAll(() => server.close());

const windows: [string, WindowOptions][] = [
  ['from the right in a wide window', { language: 'trial', width: 1280, height: 800 }],
  ['from the right on a phone', { language: 'trial', width: 390, height: 844 }],
  ['in Ukrainian on a phone with large text', { language: 'uk', textSize: 150, width: 390, height: 844 }],
  ['in English in a wide window with large text', { textSize: 150, width: 1280, height: 800 }],
];

describe.each(windows)('%s', (_, options) => {
  it('fits every view in the window', async () => {
    const page = await browser.open(server, olena, options);
    const found: Record<string, string[]> = {};
    for (const [at, shown] of places) {
      await page.goto(`${server.url}/${at}`);
      await expectOf(page.getByText(shown).filter({ visible: true }).first()).toBeVisible();
      found[at] = await beyondTheWindow(page);
    }
    await page.goto(`${server.url}/#/settings`);
    const links = page.locator('a[href^="#/settings/"]');
    await expectOf(links.first()).toBeVisible();
    const pages = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')!));
    expect(pages.length).toBeGreaterThan(10);
    for (const at of ['#/settings', ...pages]) {
      await page.goto(`${server.url}/${at}`);
      await expectOf(page.getByRole('heading').filter({ visible: true }).first()).toBeVisible();
      await expectOf(page.locator('.skeleton')).toHaveCount(0);
      found[at] = await beyondTheWindow(page);
    }
    expect(Object.fromEntries(Object.entries(found).filter(([, names]) => names.length))).toEqual({});
  });
});

describe('right-to-left layout', () => {
  it('has the rail on the right of a wide window, and starts from the right in a narrow one', async () => {
    const wide = await browser.open(server, olena, { language: 'trial' });
    const rail = wide.getByRole('navigation').first();
    await expectOf(rail).toBeVisible();
    const box = await boxOf(rail);
    expect(box.x + box.width).toBe(1280);
    expect(await wide.evaluate(() => document.documentElement.dir)).toBe('rtl');

    const narrow = await browser.open(server, olena, { language: 'trial', width: 390, height: 844 });
    const chats = await boxOf(narrow.getByRole('navigation').locator('a[href="#/chats"]'));
    const feed = await boxOf(narrow.getByRole('navigation').locator('a[href="#/feed"]'));
    expect(chats.x).toBeGreaterThan(feed.x);
  });

  it('sets interface text from right to left, and names in their own direction', async () => {
    const page = await browser.open(server, olena, { language: 'trial', at: '#/people' });
    const heading = page.getByRole('heading', { level: 1 });
    await expectOf(heading).toHaveText('\u200F\u202EPeople\u202C\u200F');
    await expectOf(page.getByRole('link', { name: 'Taras' })).toBeVisible();
  });

  it('moves with the arrow keys in their visual direction', async () => {
    const page = await browser.open(server, olena, { language: 'trial', at: '#/states' });
    const tabs = page.getByRole('tablist').first().getByRole('tab');
    await tabs.first().focus();
    await page.keyboard.press('ArrowLeft');
    await expectOf(tabs.nth(1)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expectOf(tabs.first()).toBeFocused();

    await page.goto(`${server.url}/#/settings/appearance`);
    const size = page.getByRole('slider');
    await expectOf(size).toHaveValue('100');
    await size.focus();
    await page.keyboard.press('ArrowLeft');
    await expectOf(size).toHaveValue('110');
  });
});

/** What cannot be come to: the page itself, where it is wider than its window, and what stands outside of it. */
function beyondTheWindow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const beyond = root.scrollWidth > root.clientWidth ? ['the page'] : [];
    const canScroll = (element: Element | null): boolean =>
      element !== null &&
      ((/auto|scroll/.test(getComputedStyle(element).overflowX) &&
        element.scrollWidth > element.clientWidth) ||
        canScroll(element.parentElement));
    for (const control of document.querySelectorAll('a, button, input, textarea, select')) {
      const { left, right, width } = control.getBoundingClientRect();
      if (width <= 1 || !control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        continue;
      if ((left < -1 || right > innerWidth + 1) && !canScroll(control.parentElement))
        beyond.push(control.getAttribute('aria-label') ?? control.textContent.trim());
    }
    return beyond;
  });
}

describe('the layout', () => {
  it('centers lists, posts and forms on the same axis in a wide window', async () => {
    const page = await browser.open(server, olena, { at: '#/feed', width: 1920, height: 1080 });
    const edges = async (at: string, content: Locator) => {
      await page.evaluate((hash) => (location.hash = hash), at);
      await expectOf(content).toBeVisible();
      return boxOf(content);
    };
    const middle = ({ x, width }: { x: number; width: number }) => Math.round(x + width / 2);
    const header = page.locator('main header h1');
    const feed = await edges('#/feed', header);
    const requests = await edges('#/people?list=incoming', header);
    expect(feed.x).toBe(requests.x);
    const main = await boxOf(page.getByRole('main'));
    const list = await edges('#/people?list=friends', page.locator('main .content'));
    expect(list.x).toBe(feed.x);
    expect(middle(list)).toBe(middle(main));
    const settings = await edges(
      '#/settings/privacy',
      page
        .locator('main section')
        .filter({ has: page.getByRole('switch') })
        .last(),
    );
    expect(middle(settings)).toBe(middle(await boxOf(page.locator('main .page'))));
  });

  it('clips no tabs in a narrow window in Ukrainian, and has your avatar in the navigation', async () => {
    const page = await browser.open(server, olena, {
      at: `#/people/${olena.id}`,
      width: 390,
      height: 844,
      language: 'uk',
    });
    for (const at of [
      `#/people/${olena.id}`,
      '#/music',
      '#/files',
      '#/people?list=friends',
      '#/feed',
      '#/chats',
    ]) {
      await page.evaluate((hash) => (location.hash = hash), at);
      await expectOf(page.locator('main h1').first()).toBeVisible();
      await expectOf(page.getByText('Завантаження', { exact: true })).toHaveCount(0);
      const cut = await page
        .locator('main nav, main [role=radiogroup]')
        .evaluateAll((all) =>
          all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
        );
      expect(cut, at).toEqual([]);
    }
    await page.locator('nav .avatar').last().click();
    await page.getByRole('menuitem', { name: 'Ваш профіль' }).click();
    await expectOf(page.getByRole('button', { name: 'Редагувати профіль' })).toBeVisible();
  });
});

describe('forced colours', () => {
  it('show which switch is on, and what is selected', async () => {
    const page = await browser.open(server, olena, { at: '#/settings/appearance' });
    await page.emulateMedia({ forcedColors: 'active' });
    const main = page.getByRole('main');
    const ground = (control: Locator) => control.evaluate((one) => getComputedStyle(one).backgroundColor);
    const knob = main.getByRole('switch').locator('span');
    await expectOf(knob).toBeVisible();
    const off = main.getByRole('switch');
    expect(await ground(knob)).not.toBe(await ground(off));
    const before = await ground(off);
    await off.press('Space');
    await expectOf.poll(() => ground(off)).not.toBe(before);
    expect(await ground(knob)).not.toBe(await ground(off));
    const radio = (name: string) => main.getByRole('radio', { name });
    expect(await ground(radio('Light'))).not.toBe(await ground(radio('Dark')));
    const link = (name: string) => main.getByRole('link', { name });
    expect(await ground(link('Appearance'))).not.toBe(await ground(link('Language')));
  });
});
