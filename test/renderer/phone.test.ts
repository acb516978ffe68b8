import type { Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxOf, expectOf, testBrowser, type WindowOptions } from '../support/browser/browser';
import { messageWith } from '../support/browser/chat';
import { testServer, type TestServer } from '../support/server';
import type { TestPerson } from '../support/service';

const browser = testBrowser();
const SMALL = { width: 360, height: 640 };
/** The least height of a target, in pixels. */
const FINGER = 40;
/** The same for the kinds of a folder: two lie above each other, with a gap between them. */
const KIND = 36;
const TAG = 'bartholomew_of_the_eleventh_yard';
let server: TestServer;
let ann: TestPerson;
let ben: TestPerson;
let yard: number;

beforeAll(async () => {
  server = await testServer();
  [ann, ben] = (await server.people('Ann', 'Ben')) as [TestPerson, TestPerson];
  await ben.call('account.updateProfile', { link: TAG });
  ({ ID: yard } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' }));
  await ann.call('dialogs.join', { dialog_id: yard, user_id: String(ben.id) });
  for (let number = 1; number <= 12; number++)
    await ben.call('dialogs.send', { dialog_id: yard, text: `Bell ${number} rings` });
});
afterAll(() => server.close());

const onPhone = (at: string, options: WindowOptions = {}) =>
  browser.open(server, ann, { at, ...SMALL, isTouched: true, ...options });

/** Returns how high the area around the middle of an element is that a finger hits it by. */
function hitHeight(target: Locator): Promise<number> {
  return target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const isHit = (y: number) => {
      const hit = document.elementFromPoint(left + width / 2, y);
      return hit !== null && (element === hit || element.contains(hit));
    };
    const middle = Math.round(top + height / 2);
    let first = middle;
    let last = middle;
    while (isHit(first - 1)) first--;
    while (isHit(last + 1)) last++;
    return last - first + 1;
  });
}

async function expectWithin(page: Page, element: Locator) {
  const { y, height } = await boxOf(element);
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y + height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
}

describe('a phone', () => {
  it('shows Play of a playlist below a long description, which can be shown whole', async () => {
    const text = 'Songs to hang out the washing by, in the order of the pegs. '.repeat(16).trim();
    const { ID } = await ann.call('music.createPlaylist', { name: 'Washing', description: text });
    const page = await onPhone(`#/music/playlists/${ID}`);
    const play = page.getByRole('main').getByRole('button', { name: 'Play', exact: true });
    await expectOf(play).toBeVisible();
    await expectWithin(page, play);
    await page.getByRole('button', { name: 'Show more' }).tap();
    await expectOf.poll(async () => (await boxOf(page.getByText(text))).height).toBeGreaterThan(200);
    await expectOf(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  });

  it('shows the longest tag in the list of people', async () => {
    await ben.call('people.subscribe', { user: String(ann.id), value: true });
    const page = await onPhone('#/people?list=incoming');
    const tag = page.getByText(`@${TAG}`);
    await expectOf(tag).toBeVisible();
    expect(await tag.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
    const { x, width } = await boxOf(tag);
    expect(x + width).toBeLessThanOrEqual(SMALL.width);
  });

  it('shows every entry of the menu of a message in the middle of the screen', async () => {
    const page = await onPhone(`#/chats/${yard}`);
    await messageWith(page, 'Bell 6 rings').tap();
    await page.getByRole('button', { name: 'Message actions' }).tap();
    const menu = page.getByRole('menu');
    await expectOf(menu.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
    await expectOf.poll(() => menu.evaluate((it) => it.scrollHeight - it.clientHeight)).toBe(0);
    await expectWithin(page, menu);
    await page.keyboard.press('Escape');
    await expectOf(menu).toHaveCount(0);

    await messageWith(page, 'Bell 6 rings').click({ button: 'right' });
    await expectOf(menu.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
    await expectOf.poll(() => menu.evaluate((it) => it.scrollHeight - it.clientHeight)).toBe(0);
    await expectWithin(page, menu);
  });

  it('leaves the archive, and the results of a search, by a step back', async () => {
    await ann.call('dialogs.archive', { dialog_id: yard, value: true });
    const page = await onPhone('#/feed');
    await page.getByRole('navigation').getByRole('link', { name: /Chats/ }).tap();
    await page.getByRole('button', { name: /Archived chats/ }).tap();
    const archive = page.getByRole('heading', { name: 'Archived chats' });
    await expectOf(archive).toBeVisible();
    await page.getByRole('link', { name: /Yard/ }).tap();
    await expectOf(page.getByRole('region', { name: 'Messages in Yard' })).toBeVisible();
    await page.goBack();
    await expectOf(archive).toBeVisible();
    const box = page.getByRole('searchbox');
    const search = async () => {
      await box.fill('Ben');
      await expectOf(page.getByRole('button', { name: /Ben/ })).toBeVisible();
      await page.goBack();
      await expectOf(box).toHaveValue('');
    };
    await search();
    await expectOf(archive).toBeVisible();
    await page.goBack();
    await expectOf(page.getByRole('heading', { name: 'Chats', level: 1 })).toBeVisible();
    await search();
    await page.goBack();
    await expectOf(page.getByRole('heading', { name: 'Feed' })).toBeVisible();
    await ann.call('dialogs.archive', { dialog_id: yard, value: false });
  });

  it('opens a chat at its messages after the info of another one was left open', async () => {
    const { ID } = await ann.call('dialogs.create', { name: 'Street', type: 'group' });
    const page = await onPhone(`#/chats/${yard}`);
    const panel = page.getByRole('complementary', { name: 'Chat info' });
    await page.getByRole('button', { name: /^Yard/ }).tap();
    await expectOf(panel).toBeVisible();
    await page.goto(`${server.url}/#/feed`);
    await expectOf(page.getByRole('heading', { name: 'Feed' })).toBeVisible();
    await page.goto(`${server.url}/#/chats/${ID}`);
    await expectOf(page.getByRole('region', { name: 'Messages in Street' })).toBeVisible();
    await expectOf(page.getByRole('button', { name: /^Street/ })).toHaveAttribute('aria-expanded', 'false');
    await expectOf(panel).toHaveCount(0);
  });

  it('shows which kind of chats was chosen after it is turned, and leads back to all of them', async () => {
    const page = await onPhone('#/chats');
    const all = page.getByRole('list', { name: 'Your chats' }).getByRole('link', { name: /Yard/ });
    await page.getByRole('radio', { name: 'Channels' }).tap();
    await expectOf(all).toHaveCount(0);
    await page.setViewportSize({ width: 840, height: 400 });
    await expectOf(page.getByRole('radio', { name: 'Channels' })).toBeChecked();
    await page.getByRole('radio', { name: 'All' }).tap();
    await expectOf(all).toBeVisible();
  });

  it('keeps the close button of a long chat info in reach', async () => {
    const description = Array.from({ length: 40 }, (_, number) => `Rule ${number}`).join('\n');
    const { ID } = await ann.call('dialogs.create', { name: 'Rules', type: 'group', description });
    const page = await onPhone(`#/chats/${ID}`);
    await page.getByRole('button', { name: /^Rules/ }).tap();
    const panel = page.getByRole('complementary', { name: 'Chat info' });
    await panel.getByRole('button', { name: 'Delete group' }).scrollIntoViewIfNeeded();
    const close = panel.getByRole('button', { name: 'Close panel' });
    await expectOf(close).toBeInViewport({ ratio: 1 });
    expect(await hitHeight(close)).toBeGreaterThanOrEqual(FINGER);
    await close.tap();
    await expectOf(panel).toHaveCount(0);
  });

  it('opens no keyboard over the chats to which a message can be forwarded', async () => {
    const page = await onPhone(`#/chats/${yard}`);
    await messageWith(page, 'Bell 6 rings').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Forward' }).tap();
    const asked = page.getByRole('dialog', { name: 'Send to' });
    await expectOf(asked).toBeFocused();
    await expectOf(asked.getByRole('searchbox')).not.toBeFocused();
  });

  it('has room for a finger on switches, choices and toasts', async () => {
    const page = await onPhone('#/settings/appearance');
    const motion = page.getByRole('switch').first();
    await motion.scrollIntoViewIfNeeded();
    expect(await hitHeight(motion)).toBeGreaterThanOrEqual(FINGER);
    await page.goto(`${server.url}/#/settings/language`);
    expect(await hitHeight(page.getByText('Українська'))).toBeGreaterThanOrEqual(FINGER);

    await page.goto(`${server.url}/#/chats`);
    await page.getByRole('button', { name: 'New', exact: true }).tap();
    await page.getByRole('menuitem', { name: 'New folder' }).tap();
    const kind = page.getByRole('dialog').getByText('Channels');
    expect(await hitHeight(kind)).toBeGreaterThanOrEqual(KIND);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('link', { name: /Yard/ }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Archive' }).tap();
    const undo = page.getByRole('button', { name: 'Undo' });
    expect(await hitHeight(undo)).toBeGreaterThanOrEqual(FINGER);
    await undo.tap();
  });

  it('has room for a finger on the answers to an event and the voters of a poll', async () => {
    const poll = { options: ['Rakes', 'Spades'], anonymous: false };
    const { ID } = await ann.call('dialogs.send', { dialog_id: yard, text: 'What to bring?', poll });
    await ann.call('dialogs.vote', { message_id: ID, options: [0] });
    const event = { starts: Math.floor(Date.now() / 1000) + 86_400 };
    await ben.call('dialogs.send', { dialog_id: yard, text: 'Raking the yard', event });
    const page = await onPhone(`#/chats/${yard}`);
    for (const name of ['Going', '100%, 1 vote']) {
      const button = page.getByRole('button', { name, exact: true }).first();
      await button.scrollIntoViewIfNeeded();
      expect(await hitHeight(button)).toBeGreaterThanOrEqual(FINGER);
    }
  });

  it('shows the folder that was tapped as the chosen one', async () => {
    const page = await onPhone('#/chats');
    const groups = page.getByRole('radio', { name: 'Groups' });
    const colour = (it: Locator) => it.evaluate((element) => getComputedStyle(element).backgroundColor);
    const chosen = await colour(page.getByRole('radio', { name: 'All' }));
    await groups.tap();
    await groups.hover();
    await expectOf.poll(() => colour(groups)).toBe(chosen);
  });
});
