import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxOf, expectOf, testBrowser } from '../support/browser/browser';
import { messageWith } from '../support/browser/chat';
import { upload } from '../support/content';
import { fixture } from '../support/fixtures';
import { sine } from '../support/media/sounds';
import { testServer, type TestServer } from '../support/server';
import type { TestPerson } from '../support/service';

const browser = testBrowser();
const PHONE = { width: 390, height: 844, isTouched: true };
const NAME = 'Bartholomew'.repeat(9);
const ARABIC = 'عبد الرحمن بن محمد العربي الطويل من شارع النهر القديم';
/** Pixels: more than one line of text, less than two. */
const LINE = 24;
let server: TestServer;
let ann: TestPerson;
let ben: TestPerson;
let omar: TestPerson;
let yard: number;
let video: number;
let file: number;

beforeAll(async () => {
  server = await testServer();
  [ann, ben, omar] = (await server.people('Ann', 'Ben', 'Omar')) as [TestPerson, TestPerson, TestPerson];
  await ben.call('account.updateProfile', { name: NAME });
  await omar.call('account.updateProfile', { name: ARABIC });
  await ann.call('community.update', { name: 'Neighbourhood'.repeat(7) });
  for (const person of [ben, omar]) {
    await person.call('people.subscribe', { user: String(ann.id), value: true });
    await ann.call('people.report', { user: String(person.id), reason: 'Noise' });
  }
  await ann.call('people.subscribe', { user: String(omar.id), value: true });
  ({ ID: yard } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' }));
  for (const person of [ben, omar])
    await ann.call('dialogs.join', { dialog_id: yard, user_id: String(person.id) });
  const { ID } = await ben.call('dialogs.send', { dialog_id: yard, text: 'Hi' });
  const { ID: other } = await ben.call('dialogs.send', { dialog_id: yard, text: 'Hello' });
  for (const message of [ID, other]) await ann.call('dialogs.pinMessage', { message_id: message });
  await ann.call('dialogs.send', { dialog_id: yard, forward: ID });
  await omar.call('dialogs.send', { dialog_id: yard, text: 'Good morning' });
  const put = { service: server.now.service, session: ann.session };
  ({ ID: video } = await upload(put.service, put.session, 'videos.upload', fixture('video.mp4'), {
    filename: `${'Garden'.repeat(30)}.mp4`,
  }));
  await upload(put.service, put.session, 'music.upload', sine(0, 30), {
    name: 'Song'.repeat(60),
    author: 'Band'.repeat(60),
    release: 'Album'.repeat(60),
  });
  ({ ID: file } = await upload(put.service, put.session, 'files.upload', Buffer.from('The plan'), {
    filename: 'plan.txt',
  }));
  const { ID: street } = await ann.call('dialogs.create', { name: 'Street'.repeat(55), type: 'group' });
  await ann.call('dialogs.send', { dialog_id: street, attachments: [{ Type: 'file', Item: file }] });
});
afterAll(() => server.close());

describe('a long name', () => {
  it('takes one line over a message and in the note of a forwarded one', async () => {
    const page = await browser.open(server, ann, { at: `#/chats/${yard}`, ...PHONE });
    const name = messageWith(page, 'Hi').getByRole('link', { name: NAME });
    expect((await boxOf(name)).height).toBeLessThan(LINE);
    const forwarded = messageWith(page, 'Forwarded from').getByRole('link', { name: NAME });
    expect((await boxOf(forwarded)).height).toBeLessThan(LINE);
  });

  it('leaves visible in a notification what the person did', async () => {
    const page = await browser.open(server, ann, { at: '#/notifications', ...PHONE });
    const link = page.getByRole('link', { name: NAME });
    await expectOf(link).toContainText('sent you a friend request');
    expect((await boxOf(link.locator('strong'))).height).toBeLessThan(LINE);
  });

  it('of a video is as wide as a phone', async () => {
    const page = await browser.open(server, ann, { at: `#/videos/${video}`, ...PHONE });
    expect((await boxOf(page.getByRole('heading', { name: /^Garden/ }).last())).width).toBeGreaterThan(300);
  });

  it('of the current track stays in the queue', async () => {
    const page = await browser.open(server, ann, { at: '#/music' });
    await page.getByRole('group', { name: /^Song/ }).dblclick();
    await page.getByRole('button', { name: 'Queue' }).click();
    await expectOf(page.getByText('Now playing')).toBeVisible();
    expect((await boxOf(page.getByRole('complementary', { name: 'Queue' }))).width).toBeLessThan(300);
    expect(await sideways(page)).toBe(0);
  });

  it('of a community fits on the sign-in page', async () => {
    const page = await browser.open(server, null, { at: '#/sign-in', ...PHONE });
    await expectOf(page.getByRole('heading', { name: /^Sign in to Neighbourhood/ })).toBeVisible();
    expect(await sideways(page)).toBe(0);
  });

  it('wraps in the title of a window', async () => {
    const page = await browser.open(server, ann, { at: '#/settings/reports', ...PHONE });
    await page.getByRole('button', { name: `Resolve report about ${NAME}` }).click();
    const form = page.getByRole('dialog');
    const [title, around] = await Promise.all([boxOf(form.getByRole('heading')), boxOf(form)]);
    expect(title.x + title.width).toBeLessThan(around.x + around.width);
  });

  it('of a chat that a file was sent to wraps beside the file', async () => {
    const page = await browser.open(server, ann, { at: `#/files?file=${file}`, ...PHONE });
    const name = page.locator('dd').filter({ hasText: /Street/ });
    const box = await boxOf(name.getByText(/^Street/));
    expect(box.x + box.width).toBeLessThan(PHONE.width);
  });

  it('of a folder leaves the way back on a phone', async () => {
    const folder = ['Garden'.repeat(20), 'Photos'.repeat(20), 'Summer'.repeat(20)].join('/');
    const page = await browser.open(server, ann, {
      at: `#/files?in=${encodeURIComponent(folder)}`,
      ...PHONE,
    });
    const path = page.getByRole('navigation', { name: 'Current folder' });
    const above = path.getByRole('link');
    await expectOf(above).toHaveCount(2);
    for (const step of await above.all()) expect((await boxOf(step)).width).toBeGreaterThan(15);
    const [here, around] = await Promise.all([boxOf(path.getByRole('heading')), boxOf(path)]);
    expect(here.width).toBeGreaterThan(15);
    expect(here.x + here.width).toBeLessThanOrEqual(around.x + around.width);
  });

  it('leaves room for the time in the list of pinned messages, and for the chat in a search', async () => {
    const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
    await page.getByRole('button', { name: 'Show all pinned messages' }).click();
    const pins = page.getByRole('dialog', { name: 'Pinned messages' });
    const today = pins.getByText(/^· \d/).first();
    const [time, row] = await Promise.all([boxOf(today), boxOf(pins.getByRole('button').first())]);
    expect(time.x + time.width).toBeLessThan(row.x + row.width);
    await page.goto(`${server.url}/#/search?q=Hi`);
    const place = page.getByText('in Yard').first();
    const [shown, list] = await Promise.all([boxOf(place), boxOf(page.getByRole('main'))]);
    expect(shown.x + shown.width).toBeLessThan(list.x + list.width);
  });
});

describe('a name written from right to left', () => {
  const directionOf = (page: Page) =>
    page
      .getByRole('main')
      .getByText(ARABIC)
      .first()
      .evaluate((element) => getComputedStyle(element.closest('a:not(.hit), .truncate')!).direction);

  it('is truncated at its end', async () => {
    const page = await browser.open(server, ann, { at: '#/people', ...PHONE });
    expect(await directionOf(page)).toBe('rtl');
    await page.goto(`${server.url}/#/settings/members`);
    expect(await directionOf(page)).toBe('rtl');
    await page.goto(`${server.url}/#/search?q=morning`);
    expect(await directionOf(page)).toBe('rtl');
  });

  it('is isolated from the words beside it', async () => {
    const page = await browser.open(server, ann, { at: '#/settings/reports', ...PHONE });
    await page.getByRole('button', { name: ARABIC }).click();
    await expectOf(page.getByRole('dialog')).toContainText(`Resolve report about \u2068${ARABIC}\u2069`);
  });
});

describe('text twice as large', () => {
  it('leaves the bottom bar in a phone, and names and buttons beside each other in a wide window', async () => {
    const phone = await browser.open(server, ann, PHONE);
    await enlarge(phone);
    await expectOf(phone.getByRole('navigation').getByText('More')).toBeVisible();
    await expectOf.poll(() => sideways(phone)).toBe(0);

    const page = await browser.open(server, ann, { at: '#/people?list=incoming' });
    await enlarge(page);
    await page.goto(`${server.url}/#/people?list=find`);
    const name = page.getByRole('link', { name: NAME });
    expect((await boxOf(name)).width).toBeGreaterThan(60);
    await page.goto(`${server.url}/#/music`);
    const table = page.getByRole('list', { name: 'Tracks', exact: true });
    const [row, main] = await Promise.all([boxOf(table), boxOf(page.getByRole('main'))]);
    expect(row.x + row.width).toBeLessThanOrEqual(main.x + main.width);
    await page.goto(`${server.url}/#/files?file=${file}`);
    const files = page.getByRole('grid', { name: 'Files' });
    expect((await boxOf(files.getByText('plan.txt'))).width).toBeGreaterThan(60);
  });
});

/** Pixels by which the page can be scrolled sideways. */
function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

function enlarge(page: Page): Promise<void> {
  return page.evaluate(() => void (document.documentElement.style.fontSize = '32px'));
}
