import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeAt } from '../../shared/routes';
import { notificationHash } from '../../shared/alerts/lines';
import { isQuiet, defaultQuietHours, type QuietHours } from '../../shared/alerts/quiet-hours';
import type { Notification as Told } from '../../shared/contract/records';
import { expectOf, testBrowser } from '../support/browser';
import { testServer, type TestServer } from '../support/server';
import type { TestPerson } from '../support/service';

const browser = testBrowser();
let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

/** What the system of a window shows; what a test does with it stands in for the person's click. */
interface Shown {
  title: string;
  body: string;
  tag: string;
  silent: boolean;
}

/** A window whose system keeps what it is given to show, of somebody who looks elsewhere. */
async function openAside(person: TestPerson, at = '#/chats'): Promise<Page> {
  const page = await browser.open(server, person, { at });
  await page.context().grantPermissions(['notifications']);
  await page.context().addInitScript(() => {
    const shown: Notification[] = [];
    class Kept extends EventTarget {
      static readonly permission = 'granted';
      static readonly requestPermission = () => Promise.resolve('granted');
      onclick: (() => void) | null = null;
      onclose: (() => void) | null = null;
      readonly tag: string;
      readonly body: string;
      readonly silent: boolean;
      constructor(
        readonly title: string,
        { tag = '', body = '', silent = false }: NotificationOptions,
      ) {
        super();
        [this.tag, this.body, this.silent] = [tag, body, silent ?? false];
        const same = shown.findIndex((one) => one.tag === tag);
        if (same >= 0) shown.splice(same, 1);
        shown.push(this as unknown as Notification);
      }
      close() {
        const at = shown.indexOf(this as unknown as Notification);
        if (at >= 0) shown.splice(at, 1);
        this.onclose?.();
      }
    }
    Object.assign(window, { Notification: Kept, shown });
    document.hasFocus = () => false;
  });
  // Before that nothing is heard, and what is not heard is not told.
  const isSubscribed = new Promise<void>((resolve) => {
    page.on('websocket', (line) =>
      line.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"subscribed"')) resolve();
      }),
    );
  });
  const areChatsRead = page.waitForResponse((response) => new URL(response.url()).pathname === '/dialogs');
  await page.reload();
  await Promise.all([isSubscribed, areChatsRead]);
  await expectOf(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  return page;
}

const shownIn = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { shown: Notification[] }).shown.map(({ title, body, silent }) => ({
      title,
      body,
      silent: silent ?? false,
    })),
  );

async function people(...names: string[]): Promise<TestPerson[]> {
  return server.people(...names);
}

describe('a notification of the system', () => {
  it('tells of messages while one looks elsewhere, one for each chat, and leads there', async () => {
    const [ann, borys] = (await people('Ann', 'Borys')) as [TestPerson, TestPerson];
    const { ID: group } = await borys.call('dialogs.create', { name: 'Football', type: 'group' });
    await borys.call('dialogs.join', { dialog_id: group, user_id: String(ann.id) });
    const page = await openAside(ann, '#/people');
    await expectOf(page.getByRole('link', { name: /^Chats/ }).first()).toBeVisible();
    await borys.call('dialogs.send', { dialog_id: group, text: 'Is **anyone** there?' });
    await borys.call('dialogs.send', { dialog_id: group, text: 'At ten' });
    await expectOf
      .poll(() => shownIn(page))
      .toEqual([{ title: 'Borys · Football', body: 'At ten', silent: false }]);
    await page.evaluate(() =>
      (window as unknown as { shown: Notification[] }).shown[0]?.onclick?.(new Event('click')),
    );
    await expectOf(page.getByRole('region', { name: 'Messages in Football' })).toBeVisible();
    expect(await shownIn(page)).toEqual([]);
  });

  it('is silent about muted chats, own messages and likes, but not about a mention', async () => {
    const [ann, borys] = (await people('Cleo', 'Dan')) as [TestPerson, TestPerson];
    await ann.call('account.updateProfile', { link: 'ann_here' });
    const { ID: group } = await borys.call('dialogs.create', { name: 'Loud', type: 'group' });
    await borys.call('dialogs.join', { dialog_id: group, user_id: String(ann.id) });
    await ann.call('dialogs.mute', { dialog_id: group, value: true });
    const { ID: post } = await ann.call('posts.create', { user: '@me', content: 'A post' });
    const page = await openAside(ann, '#/people');
    await borys.call('dialogs.send', { dialog_id: group, text: 'Nobody hears this' });
    await ann.call('dialogs.send', { dialog_id: group, text: 'From elsewhere' });
    await borys.call('posts.like', { post_id: post });
    await borys.call('dialogs.send', { dialog_id: group, text: 'But @ann_here does' });
    await expectOf.poll(() => shownIn(page)).toHaveLength(1);
    const [only] = (await shownIn(page)) as [Shown];
    expect(only.title).toBe('Dan');
    expect(only.body).toContain('But @ann_here does');
  });

  it('goes when its chat is read elsewhere', async () => {
    const [ann, borys] = (await people('Eva', 'Fedir')) as [TestPerson, TestPerson];
    const { ID: dialog } = await borys.call('dialogs.createPrivate', { user_id: ann.id });
    const page = await openAside(ann, '#/people');
    const { ID: message } = await borys.call('dialogs.send', { dialog_id: dialog, text: 'Hello' });
    await expectOf.poll(() => shownIn(page)).toHaveLength(1);
    await ann.call('dialogs.read', { dialog_id: dialog, message });
    await expectOf.poll(() => shownIn(page)).toEqual([]);
  });
});

describe('the settings of notifications', () => {
  const turn = (page: Page, name: string) => page.getByRole('switch', { name, exact: true }).click();

  it('leave names and words away, or sounds, or all of it', async () => {
    const [ann, borys] = (await people('Gus', 'Hanna')) as [TestPerson, TestPerson];
    const { ID: dialog } = await borys.call('dialogs.createPrivate', { user_id: ann.id });
    const page = await openAside(ann, '#/settings/notifications');
    await turn(page, 'Show names and text');
    await turn(page, 'Play a sound');
    await borys.call('dialogs.send', { dialog_id: dialog, text: 'A secret' });
    await expectOf.poll(() => shownIn(page)).toHaveLength(1);
    const [first] = (await shownIn(page)) as [Shown];
    expect(first).toMatchObject({ body: 'New message', silent: true });
    expect(first.title).not.toContain('Hanna');

    await turn(page, 'Show notifications');
    await expectOf(page.getByRole('switch', { name: 'Play a sound' })).toHaveCount(0);
    await page.reload();
    await expectOf(page.getByRole('switch', { name: 'Show notifications' })).not.toBeChecked();
    await borys.call('dialogs.send', { dialog_id: dialog, text: 'Another secret' });
    await expectOf(page.getByRole('link', { name: /^Chats.*2/ }).first()).toBeVisible();
    expect(await shownIn(page)).toEqual([]);
  });

  it('keep quiet hours for the account, with the chats that are heard all the same', async () => {
    const [ann, borys] = (await people('Ira', 'Jon')) as [TestPerson, TestPerson];
    const { ID: heard } = await borys.call('dialogs.create', { name: 'Heard', type: 'group' });
    const { ID: quiet } = await borys.call('dialogs.create', { name: 'Quiet', type: 'group' });
    for (const dialog_id of [heard, quiet])
      await borys.call('dialogs.join', { dialog_id, user_id: String(ann.id) });
    const page = await openAside(ann, '#/settings/notifications');
    await turn(page, 'Quiet hours');
    // From and to the same time are the whole day, whenever the test runs.
    for (const name of [/^From/, /^To/]) {
      await page.getByRole('combobox', { name }).click();
      await page.getByRole('option', { name: '00:00' }).click();
    }
    await page.getByRole('combobox', { name: /^Exceptions/ }).click();
    await page.getByRole('option', { name: 'Heard', exact: true }).click();
    await expectOf(page.getByRole('list', { name: 'Exceptions' })).toHaveText(/Heard/);
    await expectOf
      .poll(async () => (await ann.call('account.preferences', {}))['quietHours'])
      .toEqual({ isOn: true, days: [1, 2, 3, 4, 5, 6, 7], from: 0, to: 0, except: [heard] });
    await borys.call('dialogs.send', { dialog_id: quiet, text: 'Nobody hears this' });
    await borys.call('dialogs.send', { dialog_id: heard, text: 'The house is on fire' });
    await expectOf
      .poll(async () => (await shownIn(page)).map(({ body }) => body))
      .toEqual(['The house is on fire']);

    const elsewhere = await browser.open(server, ann, { at: '#/settings/notifications' });
    await expectOf(elsewhere.getByRole('switch', { name: 'Quiet hours' })).toBeChecked();
    await elsewhere.reload();
    await expectOf(elsewhere.getByRole('switch', { name: 'Quiet hours' })).toBeChecked();
    await expectOf(elsewhere.getByRole('button', { name: 'Remove exception: Heard' })).toBeVisible();
    // Whoever signs in here after that has none.
    const other = JSON.stringify({ token: borys.session.token, id: borys.id });
    await elsewhere.evaluate((session) => localStorage.setItem('courtyard.session', session), other);
    await elsewhere.reload();
    await expectOf(elsewhere.getByRole('switch', { name: 'Quiet hours' })).not.toBeChecked();
  });
});

describe('quiet hours', () => {
  /** Of June 2026, whose first day is a Monday. */
  const at = (day: number, hour: number, minute = 0) => new Date(2026, 5, day, hour, minute);
  const hours = (part: Partial<QuietHours>): QuietHours => ({ ...defaultQuietHours, isOn: true, ...part });

  it.each([
    ['in the evening', hours({}), at(1, 22), true],
    ['before they begin', hours({}), at(1, 21, 59), false],
    ['in the morning after', hours({}), at(2, 6, 59), true],
    ['once they are over', hours({}), at(2, 7), false],
    ['when they are off', hours({ isOn: false }), at(1, 23), false],
    ['in the night after their day', hours({ days: [5] }), at(6, 3), true],
    ['in the night before their day', hours({ days: [5] }), at(5, 3), false],
    ['in the night from Sunday to Monday', hours({ days: [7] }), at(8, 3), true],
    ['at noon, when they are by day', hours({ from: 540, to: 1020, days: [1] }), at(1, 12), true],
    ['at noon of another day', hours({ from: 540, to: 1020, days: [1] }), at(2, 12), false],
    ['at any time, when they end as they begin', hours({ from: 600, to: 600 }), at(3, 4), true],
  ])('%s', (_when, when, moment, isSo) => {
    expect(isQuiet(when, moment)).toBe(isSo);
  });

  it('do not hold for the chats that are excepted', () => {
    expect(isQuiet(hours({ except: [7] }), at(1, 23), 7)).toBe(false);
    expect(isQuiet(hours({ except: [7] }), at(1, 23), 8)).toBe(true);
  });
});

it('what notifications tell of is where the pages have it', () => {
  const User = { ID: 7, Link: 'olena' };
  const at = (Item: object | null) => routeAt(notificationHash({ User, Item } as unknown as Told));
  expect(at({ ID: 9, Content: '' })).toEqual({ view: 'post', postId: 9 });
  expect(at({ ID: 31, Content: '', Post: 9 })).toEqual({ view: 'post', postId: 9, commentId: 31 });
  expect(at({ ID: 34, Text: '', Dialog: { ID: 12 } })).toEqual({
    ...{ view: 'chats', dialogId: 12, messageId: 34 },
  });
  expect(at({ Message: '', Target: { ID: 8, Link: '' } })).toEqual({ view: 'person', user: '8' });
  expect(at(null)).toEqual({ view: 'person', user: 'olena' });
});
