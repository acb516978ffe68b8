import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectOf, testBrowser } from '../../support/browser/browser';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';

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

/** A window in the background, with a fake of the system that records its notifications. */
async function openAside(person: TestPerson, at = '#/chats'): Promise<Page> {
  const page = await browser.open(server, person, { at, changesProfile: true });
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

describe('system notifications', () => {
  it('show new messages while the window is in the background, one per chat, and open it when clicked', async () => {
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

    const { ID: dialog } = await borys.call('dialogs.createPrivate', { user_id: ann.id });
    const { ID: message } = await borys.call('dialogs.send', { dialog_id: dialog, text: 'Hello' });
    await expectOf.poll(() => shownIn(page)).toHaveLength(1);
    await ann.call('dialogs.read', { dialog_id: dialog, message });
    await expectOf.poll(() => shownIn(page)).toEqual([]);
  });
});

describe('notification settings', () => {
  const turn = (page: Page, name: string) => page.getByRole('switch', { name, exact: true }).click();

  it('store quiet hours with exceptions, and can hide texts, mute sounds or turn notifications off', async () => {
    const [ann, borys] = (await people('Ira', 'Jon')) as [TestPerson, TestPerson];
    const { ID: heard } = await borys.call('dialogs.create', { name: 'Heard', type: 'group' });
    const { ID: quiet } = await borys.call('dialogs.create', { name: 'Quiet', type: 'group' });
    for (const dialog_id of [heard, quiet])
      await borys.call('dialogs.join', { dialog_id, user_id: String(ann.id) });
    const page = await openAside(ann, '#/settings/notifications');
    await turn(page, 'Show names and text');
    await turn(page, 'Play a sound');
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
    await expectOf.poll(() => shownIn(page)).toMatchObject([{ body: 'New message', silent: true }]);
    const [only] = (await shownIn(page)) as [Shown];
    expect(only.title).not.toContain('Heard');

    await turn(page, 'Show notifications');
    await expectOf(page.getByRole('switch', { name: 'Play a sound' })).toHaveCount(0);
    await page.reload();
    await expectOf(page.getByRole('switch', { name: 'Show notifications' })).not.toBeChecked();
    await borys.call('dialogs.send', { dialog_id: heard, text: 'Nobody is told of this' });
    await expectOf(page.getByRole('link', { name: /^Chats.*3/ }).first()).toBeVisible();
    expect(await shownIn(page)).toEqual([]);

    const elsewhere = await browser.open(server, ann, { at: '#/settings/notifications' });
    await expectOf(elsewhere.getByRole('switch', { name: 'Quiet hours' })).toBeChecked();
    await elsewhere.reload();
    await expectOf(elsewhere.getByRole('switch', { name: 'Quiet hours' })).toBeChecked();
    await expectOf(elsewhere.getByRole('button', { name: 'Remove exception: Heard' })).toBeVisible();
    // The next person to sign in here has none.
    const other = JSON.stringify({ token: borys.session.token, id: borys.id });
    await elsewhere.evaluate((session) => localStorage.setItem('courtyard.session', session), other);
    await elsewhere.reload();
    await expectOf(elsewhere.getByRole('switch', { name: 'Quiet hours' })).not.toBeChecked();
  });
});
