import type { Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxOf, expectOf, testBrowser, type WindowOptions } from '../support/browser/browser';
import { messageWith } from '../support/browser/chat';
import { testServer, type TestServer } from '../support/server';
import type { TestPerson } from '../support/service';

const browser = testBrowser();
const SMALL = { width: 360, height: 640 };
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
    await expectOf(page.getByRole('heading', { name: 'Archived chats' })).toBeVisible();
    await page.goBack();
    await expectOf(page.getByRole('heading', { name: 'Chats', level: 1 })).toBeVisible();
    const box = page.getByRole('searchbox');
    await box.fill('Ben');
    await page.goBack();
    await expectOf(box).toHaveValue('');
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
});
