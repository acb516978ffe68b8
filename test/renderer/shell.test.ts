import type { Page, Request } from '@playwright/test';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { boxOf, expectOf, testBrowser } from '../support/browser/browser';
import { testServer, type TestServer } from '../support/server';
import type { TestPerson } from '../support/service';

const browser = testBrowser();
let server: TestServer;
let olena: TestPerson;
let taras: TestPerson;
let longName: TestPerson;

beforeAll(async () => {
  server = await testServer();
  const everybody = await server.people(
    'Olena',
    'Taras',
    'Oleksandra-Viktoriia-Kateryna-Pereiaslav-Khmelnytska',
  );
  [olena, taras, longName] = everybody as [TestPerson, TestPerson, TestPerson];
});
afterAll(() => server.close());

/** The same person as the service that runs now knows them. */
const now = (person: TestPerson) => server.now.as(person.session, person);
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const box = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const said = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words });

async function groupOf(name: string): Promise<number> {
  const { ID } = await now(olena).call('dialogs.create', { name, type: 'group' });
  await now(olena).call('dialogs.join', { dialog_id: ID, user_id: String(taras.id) });
  return ID;
}

describe('the rail', () => {
  it('names a view beside it, where the tooltip covers no other', async () => {
    for (const language of ['en', 'trial'] as const) {
      const page = await browser.open(server, taras, { language });
      const link = page.locator('nav[data-tooltips] a').first();
      await link.hover();
      const tooltip = page.locator('[popover=manual]:popover-open');
      await expectOf(tooltip).toBeVisible();
      const [at, rail] = [await boxOf(tooltip), await boxOf(page.locator('nav[data-tooltips]'))];
      const isBeside = language === 'en' ? at.x >= rail.x + rail.width - 4 : at.x + at.width <= rail.x + 4;
      expect([language, isBeside]).toEqual([language, true]);
    }
  });

  it('opens every view, marks the current one, and counts new items', async () => {
    const page = await browser.open(server, taras);
    for (const [name, heading] of [
      ['People', 'People'],
      ['Settings', 'Settings'],
      ['Chats', 'Chats'],
    ] as const) {
      await main(page).getByRole('link', { name }).click();
      await expectOf(title(page, heading)).toBeVisible();
      await expectOf(main(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    }
    const group = await groupOf('Counted');
    await now(olena).call('dialogs.send', { dialog_id: group, text: 'One' });
    await now(olena).call('dialogs.send', { dialog_id: group, text: 'Two' });
    await expectOf(main(page).getByRole('link', { name: 'Chats, 2 new messages' })).toBeVisible();
    await expectOf(page).toHaveTitle(/^\(2\)/);
    await page
      .getByRole('list', { name: 'Your chats' })
      .getByRole('link', { name: /Counted/ })
      .click();
    await expectOf(main(page).getByRole('link', { name: 'Chats', exact: true })).toBeVisible();
    await expectOf(page).not.toHaveTitle(/^\(/);
  });

  it('returns to where each view was left, and a second click goes to its start', async () => {
    const group = await groupOf('Left open');
    for (let one = 0; one < 60; one++)
      await now(olena).call('dialogs.send', { dialog_id: group, text: `Said ${one}.` });
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    const shown = page.getByRole('region', { name: 'Messages in Left open' });
    const [first, last] = ['Said 45.', 'Said 59.'].map((text) =>
      shown.getByRole('group').filter({ hasText: text }),
    );
    await expectOf(last!).toBeInViewport();
    await last!.hover();
    await page.mouse.wheel(0, -600);
    await expectOf(last!).not.toBeInViewport();
    await expectOf(first!).toBeInViewport();
    const { y } = await boxOf(first!);
    const open = (name: string) => main(page).getByRole('link', { name }).click();

    await open('Feed');
    await expectOf(title(page, 'Feed')).toBeVisible();
    await open('Chats');
    await expectOf(first!).toBeInViewport();
    expect(Math.abs((await boxOf(first!)).y - y)).toBeLessThan(2);
    await page.goto(`${server.url}/#/people/${taras.id}`);
    await expectOf(title(page, 'Taras')).toBeVisible();
    await page.keyboard.press('Alt+1');
    await expectOf(first!).toBeInViewport();
    await open('People');
    await expectOf(title(page, 'Taras')).toBeVisible();
    await open('People');
    await expectOf(title(page, 'People')).toBeVisible();
    await page.goBack();
    await expectOf(title(page, 'Taras')).toBeVisible();
    await page.goBack();
    await expectOf(first!).toBeInViewport();
    await open('Chats');
    await expectOf(page).toHaveURL(/#\/chats$/);
  });

  it('can be navigated by keyboard shortcuts, which a list shows', async () => {
    const page = await browser.open(server, olena);
    await expectOf(title(page, 'Chats')).toBeVisible();
    await page.keyboard.press('Alt+3');
    await expectOf(title(page, 'People')).toBeVisible();
    await page.keyboard.press('Alt+7');
    await expectOf(title(page, 'Notifications')).toBeVisible();
    await page.keyboard.press('Alt+8');
    await expectOf(title(page, 'Settings')).toBeVisible();
    await page.keyboard.press('Alt+1');
    await expectOf(title(page, 'Chats')).toBeVisible();
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expectOf(list.getByText('Go to People')).toBeVisible();
    for (const group of ['Everywhere', 'In chats', 'On a message', 'In files', 'On a track', 'Over a video'])
      await expectOf(list.getByRole('heading', { name: group })).toBeVisible();
    await expectOf(list.getByText('Reply', { exact: true })).toBeVisible();
    for (const step of ['Previous or next message', 'Previous or next file', 'Previous or next track'])
      await expectOf(list.getByText(step)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expectOf(list).toBeHidden();
    await page.getByRole('searchbox').fill('what?');
    await page.getByRole('searchbox').press('?');
    await expectOf(list).toBeHidden();
  });

  it('can be skipped to reach the content', async () => {
    const page = await browser.open(server, olena, { at: '#/people' });
    await expectOf(title(page, 'People')).toBeVisible();
    await page.keyboard.press('Tab');
    await expectOf(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expectOf(page.getByRole('main')).toBeFocused();
    expect(page.url()).toMatch(/#\/people$/);
  });
});

describe('an address', () => {
  it('opens its view, and survives back, forward and reload', async () => {
    const group = await groupOf('Linked');
    const { ID } = await now(taras).call('dialogs.send', { dialog_id: group, text: 'Look here' });
    const page = await browser.open(server, olena, { at: `#/chats/${group}/${ID}` });
    await expectOf(page.getByRole('region', { name: 'Messages in Linked' })).toContainText('Look here');
    await main(page).getByRole('link', { name: 'People' }).click();
    await expectOf(title(page, 'People')).toBeVisible();
    await page.goBack();
    await expectOf(page.getByRole('region', { name: 'Messages in Linked' })).toContainText('Look here');
    await page.goForward();
    await page.reload();
    await expectOf(title(page, 'People')).toBeVisible();
  });

  it('is left by one step, however often back is requested at once', async () => {
    const page = await browser.open(server, olena, { at: '#/chats' });
    await main(page).getByRole('link', { name: 'People' }).click();
    await expectOf(title(page, 'People')).toBeVisible();
    await page.goto(`${server.url}/#/posts/1234567`);
    const back = page.getByRole('button', { name: 'Back' });
    await back.evaluate((button: HTMLElement) => {
      for (let time = 0; time < 3; time++) button.click();
    });
    await expectOf(title(page, 'People')).toBeVisible();
    await page.goForward();
    await expectOf(back).toBeVisible();
    await back.click();
    await expectOf(title(page, 'People')).toBeVisible();
  });

  it('shows a message for an unknown page or a deleted chat', async () => {
    const page = await browser.open(server, olena, { at: '#/no/such/place' });
    await expectOf(page.getByText('Page not found')).toBeVisible();
    await page.getByRole('link', { name: 'Go to chats' }).click();
    await expectOf(title(page, 'Chats')).toBeVisible();
    await page.goto(`${server.url}/#/chats/12345`);
    await expectOf(page.getByText('Chat not found')).toBeVisible();
  });

  it('of an invitation shows its group to a signed-in person, and joins', async () => {
    const { ID } = await now(olena).call('dialogs.create', {
      name: 'Roof garden',
      type: 'group',
      private: true,
    });
    const { Code } = await now(olena).call('dialogs.createInvite', { dialog_id: ID });
    const page = await browser.open(server, taras, { at: `#/join/${Code}` });
    await expectOf(page.getByText('Olena invited you to')).toBeVisible();
    await page.getByRole('button', { name: 'Join' }).click();
    await expectOf(box(page)).toBeVisible();
    expect(page.url()).toMatch(new RegExp(`#/chats/${ID}$`));
    await page.goto(`${server.url}/#/join/NOSUCHCODE`);
    await expectOf(page.getByRole('alert')).toContainText('Invalid invitation');
  });
});

/** Waits until the page notices missing code and newer pages: what does is itself loaded after the first view. */
const noticesHostPages = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('host-pages')),
  );

describe('the connection', () => {
  // A failure while the host is stopped must not fail the tests that follow.
  afterEach(() => server.isRunning || server.restart());

  it('shows a banner while the host is unreachable, with pending messages, and when it is back', async () => {
    const group = await groupOf('Far away');
    const page = await browser.open(server, olena, { at: `#/chats/${group}`, loadsAhead: true });
    const hasSettings = page.waitForResponse(/\/Settings-[^/]+\.js$/);
    await expectOf(box(page)).toBeVisible();
    await expectOf(said(page, /Reconnecting|Connected|Alone/)).toHaveCount(0);
    await hasSettings;
    await server.stop();
    await expectOf(said(page, /^Reconnecting since \d\d:\d\d/)).toBeVisible();
    for (const words of ['First', 'Second']) {
      await box(page).fill(words);
      await box(page).press('Enter');
    }
    await expectOf(said(page, '2 messages waiting')).toBeVisible();
    await expectOf(page.getByRole('link', { name: /Far away/ })).toContainText('You: Second');
    // The views were loaded while the host was there.
    await page.goto(`${server.url}/#/music`);
    await expectOf(title(page, 'Music')).toBeVisible();
    await page.goto(`${server.url}/#/chats/${group}`);
    await server.restart();
    await expectOf(said(page, /Reconnecting|Connected/)).toHaveCount(0);
    await expectOf
      .poll(async () =>
        (await now(olena).call('dialogs.messages', { dialog_id: group, limit: 2 })).map((one) => one.Text),
      )
      .toEqual(['Second', 'First']);
  });

  it('offers a reload once the host has newer pages, and keeps what was written', async () => {
    const group = await groupOf('Newer');
    const page = await browser.open(server, olena, { at: `#/chats/${group}`, changesProfile: true });
    const reload = page.getByRole('button', { name: 'Reload' });
    const isPage = (request: Request) => request.headers()['accept'] === 'text/html';
    await noticesHostPages(page);
    const restart = async () => {
      await server.stop();
      await expectOf(said(page, 'Reconnecting since')).toBeVisible();
      const looked = page.waitForResponse((answer) => isPage(answer.request()));
      await server.restart();
      await (await looked).finished();
    };
    await restart();
    await box(page).fill('Half a thought');
    await page.route(`${server.url}/`, async (route) => {
      if (!isPage(route.request())) return route.continue();
      const answer = await route.fetch();
      const body = (await answer.text()).replace(/index-[\w-]+\.js/, 'index-newer.js');
      await route.fulfill({ response: answer, body });
    });
    await expectOf(reload).toHaveCount(0);
    await restart();
    await expectOf(page.getByText('Courtyard was updated.')).toBeVisible();
    await page.unrouteAll();
    const reloaded = page.waitForEvent('load');
    await reload.click();
    await reloaded;
    await expectOf(box(page)).toHaveValue('Half a thought');
    await expectOf(reload).toHaveCount(0);
  });

  it('shows no one as online when it is lost', async () => {
    const other = await browser.open(server, taras, { at: '#/people' });
    await expectOf(title(other, 'People')).toBeVisible();
    const page = await browser.open(server, olena, { at: '#/people?list=find' });
    const row = page.getByRole('listitem').filter({ hasText: 'Taras' });
    await expectOf(row).toContainText('online');
    await expectOf(row.locator('.presence')).toHaveCount(1);
    await server.stop();
    await expectOf(said(page, 'Reconnecting since')).toBeVisible();
    await expectOf(row).not.toContainText('online');
    await expectOf(row.locator('.presence')).toHaveCount(0);
    await server.restart();
  });

  it('shows when the host was last reached', async () => {
    const page = await browser.open(server, olena, {
      at: '#/people',
      changesProfile: true,
      loadsAhead: true,
    });
    await page.clock.install();
    // Views are loaded one after another; this one follows the window that names the problem.
    const hasPalette = page.waitForResponse(/\/Palette-[^/]+\.js$/);
    await page.reload();
    await expectOf(title(page, 'People')).toBeVisible();
    await expectOf(page.getByText('No friends yet')).toBeVisible();
    await hasPalette;
    await server.stop();
    await expectOf(said(page, 'Reconnecting since')).toBeVisible();
    await page.clock.fastForward(61_000);
    await expectOf(said(page, /^Host offline/)).toContainText(
      /Last seen \d\d:\d\d · messages are sent later/,
    );
    await page.setViewportSize({ width: 390, height: 780 });
    const about = said(page, /^Host offline/).getByText('messages are sent later');
    expect(await about.evaluate((text) => text.scrollWidth > text.clientWidth && text.clientWidth > 0)).toBe(
      false,
    );
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'What’s wrong?' }).click();
    const diagnosis = page.getByRole('dialog', { name: 'Connection problem' });
    // A browser can't test the way itself.
    await expectOf(diagnosis.getByRole('listitem').first()).toContainText('on and awake');
    await diagnosis.getByRole('button', { name: 'Close' }).click();
    await expectOf(diagnosis).toHaveCount(0);
    // Or it would come back by itself before the button is pressed. On a busy machine a second may be over before
    // it is named.
    await expectOf(async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))).toPass();
    // An attempt that was begun before this one is over by then, too.
    await page.evaluate(() => fetch('/health').catch(() => null));
    await server.restart();
    await page.getByRole('button', { name: 'Try now' }).click();
    await expectOf(said(page, 'Connected')).toBeVisible();
    await page.clock.resume();
    await expectOf(said(page, 'Connected')).toHaveCount(0);
  });
});

describe('a browser that cannot tell when it is idle, such as Safari', () => {
  it('shows a chat, in which one can write', async () => {
    const group = await groupOf('From a tablet');
    const page = await browser.open(server, olena, { loadsAhead: true });
    await page.addInitScript(() => {
      for (const place of [window, Window.prototype]) Reflect.deleteProperty(place, 'requestIdleCallback');
    });
    await page.goto(`${server.url}/#/chats/${group}`);
    await page.reload();
    expect(await page.evaluate(() => 'requestIdleCallback' in window)).toBe(false);
    await box(page).fill('Hello from the garden');
    await box(page).press('Enter');
    await expectOf(page.getByRole('group', { name: /^You,/ })).toContainText('Hello from the garden');
  });
});

describe('a session', () => {
  it('ends by signing out, and the next one starts at the chats', async () => {
    const page = await browser.open(server, taras, { at: '#/people' });
    await page.getByRole('button', { name: 'Taras: you' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expectOf(page.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
    expect(page.url()).toMatch(/#\/sign-in$/);
    await page.reload();
    await expectOf(page.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
    await page.getByRole('textbox', { name: 'Email' }).fill(taras.email);
    await page.getByLabel('Password', { exact: true }).fill(taras.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expectOf(title(page, 'Chats')).toBeVisible();
    taras = now({ ...taras, session: await server.now.signIn(taras.email, taras.password) });
  });

  it('asks to sign in when it is revoked, and continues on the same page', async () => {
    const session = await server.now.signIn(taras.email, taras.password);
    const page = await browser.open(server, { ...taras, session }, { at: '#/notifications' });
    await expectOf(page.getByText('No notifications')).toBeVisible();
    await server.now.as(session, taras).call('account.logout', {});
    await expectOf(page.getByText('Your session has ended. Sign in again.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Email' }).fill(taras.email);
    await page.getByLabel('Password', { exact: true }).fill(taras.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expectOf(title(page, 'Notifications')).toBeVisible();
  });

  it('is shared by all windows of a browser', async () => {
    const session = await server.now.signIn(taras.email, taras.password);
    const page = await browser.open(server, { ...taras, session });
    await expectOf(title(page, 'Chats')).toBeVisible();
    const other = await page.context().newPage();
    await other.goto(`${server.url}/#/people`);
    await expectOf(title(other, 'People')).toBeVisible();
    await other.getByRole('button', { name: 'Taras: you' }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await expectOf(page.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
  });
});

describe('a narrow window', () => {
  it('has a bottom navigation, which is hidden in an open chat', async () => {
    const group = await groupOf('Pocket');
    const page = await browser.open(server, olena, { width: 390, height: 844 });
    for (const name of ['Chats', 'Feed', 'People', 'Music'])
      await expectOf(main(page).getByRole('link', { name })).toBeVisible();
    await main(page).getByRole('button', { name: 'More' }).click();
    await expectOf(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
    await page.getByRole('menuitem', { name: 'Notifications' }).click();
    await expectOf(title(page, 'Notifications')).toBeVisible();
    await page.goto(`${server.url}/#/chats/${group}`);
    await expectOf(box(page)).toBeVisible();
    await expectOf(main(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Back to chats' }).click();
    await expectOf(main(page)).toBeVisible();
    await page.setViewportSize({ width: 1024, height: 768 });
    await expectOf(main(page).getByRole('button', { name: 'Notifications' })).toBeVisible();
  });

  it('never scrolls sideways', async () => {
    const long = now(longName);
    const { ID } = await long.call('dialogs.create', { name: 'W'.repeat(200), type: 'group' });
    await long.call('dialogs.send', { dialog_id: ID, text: 'ї'.repeat(300) });
    const page = await browser.open(server, long, { width: 320, height: 640 });
    for (const at of [
      '#/chats',
      `#/chats/${ID}`,
      '#/people?list=find',
      `#/people/${long.id}`,
      '#/notifications',
    ]) {
      await page.goto(`${server.url}/${at}`);
      await expectOf(page.getByRole('main')).toBeVisible();
      await expectOf(page.getByText('Loading', { exact: true })).toHaveCount(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), at).toBeLessThanOrEqual(320);
    }
  });
});

describe('code that failed to load', () => {
  it.each([
    { of: 'a view', at: '#/music', file: 'Music', control: 'Upload music' },
    { of: 'a page of the settings', at: '#/settings/privacy', file: 'Privacy', control: 'Show me in search' },
  ])('is loaded by “Try again”: $of', async ({ at, file, control }) => {
    const page = await browser.open(server, taras, { changesProfile: true });
    await page.route(`**/assets/${file}-*.js`, (route) => route.abort());
    await page.evaluate((hash) => (location.hash = hash), at);
    const again = page.getByRole('button', { name: 'Try again' });
    await expectOf(again).toBeVisible();
    await page.unrouteAll();
    await again.click();
    await expectOf(
      page
        .getByRole('button', { name: control })
        .or(page.getByRole('switch', { name: control }))
        .first(),
    ).toBeVisible();
    await expectOf(again).toBeHidden();
  });

  it.each([
    { of: 'a form', file: 'NewPollForm' },
    { of: 'menus and windows', file: 'bits-overlays' },
  ])('is loaded by the page that a toast loads again: $of', async ({ file }) => {
    const page = await browser.open(server, taras, { at: `#/chats/${await groupOf('Garden')}` });
    await box(page).fill('Half a thought');
    await noticesHostPages(page);
    await page.route(`**/assets/${file}-*.js`, (route) => route.abort());
    const attach = page.getByRole('button', { name: 'Attach' });
    const poll = page.getByRole('menuitem', { name: 'Poll' });
    await attach.click();
    if (file === 'NewPollForm') await poll.click();
    const again = page.getByRole('button', { name: 'Try again' });
    await expectOf(again).toBeVisible();
    await page.unrouteAll();
    const reloaded = page.waitForEvent('load');
    await again.click();
    await reloaded;
    await expectOf(box(page)).toHaveValue('Half a thought');
    await attach.click();
    await poll.click();
    await expectOf(page.getByRole('dialog', { name: 'New poll' })).toBeVisible();
  });

  it('is told of to who asks for it, not to who only taps what has a menu', async () => {
    const garden = await groupOf('Garden');
    const page = await browser.open(server, taras, { at: '#/chats', isTouched: true });
    const chat = page.locator(`a[href="#/chats/${garden}"]`);
    await expectOf(chat).toBeVisible();
    await noticesHostPages(page);
    await page.route(/\/(bits-overlays|SearchBar)-/, (route) => route.abort());
    const told = await page.evaluateHandle(() => {
      const reasons: string[] = [];
      addEventListener('unhandledrejection', ({ reason }) => reasons.push(String(reason)));
      return reasons;
    });
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('bits-overlays'));
    await chat.tap();
    await failed;
    await page.getByRole('button', { name: 'Search in this chat' }).tap();
    await expectOf.poll(async () => (await told.jsonValue()).join()).toContain('SearchBar');
    expect((await told.jsonValue()).join()).not.toContain('bits-overlays');
  });

  it('tells that the host is away where its toast can’t load the page again', async () => {
    const page = await browser.open(server, taras, { at: `#/chats/${await groupOf('Garden')}` });
    await expectOf(box(page)).toBeVisible();
    await noticesHostPages(page);
    await page.route('**/*', (route) => route.abort());
    await page.getByRole('button', { name: 'Attach' }).click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectOf(page.getByText('Can’t reach the host. Check the connection')).toBeVisible();
    await expectOf(box(page)).toBeVisible();
  });

  it('leaves the page as it is while the host is away', async () => {
    const page = await browser.open(server, taras, { changesProfile: true });
    await page.route('**/*', (route) => route.abort());
    await page.evaluate(() => (location.hash = '#/settings/privacy'));
    const again = page.getByRole('button', { name: 'Try again' });
    await again.click();
    await expectOf(again).toBeVisible();
    await expectOf(main(page)).toBeVisible();
  });
});
