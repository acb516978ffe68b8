import type { Page } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectOf, testBrowser } from '../support/browser/browser';
import { upload, type UploadName } from '../support/content';
import { fixture } from '../support/fixtures';
import { testServer, type TestServer } from '../support/server';
import type { TestPerson } from '../support/service';
import { sine } from '../support/media/sounds';

const browser = testBrowser();
let server: TestServer;
let olena: TestPerson;
let group: number;
let post: number;
let playlist: number;
let video: number;

beforeAll(async () => {
  server = await testServer();
  const everybody = (await server.people('Olena', 'Taras', 'Iryna')) as [TestPerson, TestPerson, TestPerson];
  const [, taras, iryna] = everybody;
  olena = everybody[0];
  await taras.call('account.updateProfile', { link: 'taras', about: 'Carpenter' });
  for (const person of [taras, iryna])
    await person.call('people.subscribe', { user: String(olena.id), value: true });
  await olena.call('people.subscribe', { user: 'taras', value: true });

  const put = async <N extends UploadName>(name: N, bytes: Buffer, input: object): Promise<number> =>
    (await upload(server.now.service, taras.session, name, bytes, input)).ID;
  const photo = () => put('photos.upload', fixture('turned.jpg'), {});
  const file = await put('files.upload', Buffer.from('The plan'), { filename: 'plan.txt' });
  const track = await put('music.upload', sine(0, 1), { name: 'Evening song', release: 'Dusk' });
  video = await put('videos.upload', fixture('long.webm'), { filename: 'Bench film' });
  await photo();

  const attached = [
    { Type: 'file', Item: file },
    { Type: 'track', Item: track },
    { Type: 'video', Item: video },
  ] as const;
  group = (await taras.call('dialogs.create', { name: 'Yard', type: 'group' })).ID;
  await taras.call('dialogs.join', { dialog_id: group, user_id: String(olena.id) });
  for (let one = 0; one < 30; one++) {
    await taras.call('dialogs.send', {
      dialog_id: group,
      text: `Number ${one}. `.repeat((one % 7) + 1),
      ...(one % 6 === 5 && { photos_list: [await photo(), await photo(), await photo()] }),
      ...(one % 6 === 3 && { attachments: [...attached] }),
    });
  }
  const options = ['Friday', 'Saturday', 'Sunday'];
  await taras.call('dialogs.send', { dialog_id: group, text: 'When do we meet?', poll: { options } });
  const starts = Math.floor(Date.now() / 1000) + 24 * 60 * 60;
  await taras.call('dialogs.send', { dialog_id: group, text: 'Evening in the yard', event: { starts } });
  const [last] = await olena.call('dialogs.messages', { dialog_id: group, limit: 1 });
  await olena.call('dialogs.read', { dialog_id: group, message: last!.ID });
  for (let one = 0; one < 12; one++) {
    ({ ID: post } = await taras.call('posts.create', {
      user: 'taras',
      content: `Post ${one}. `.repeat(one + 1),
      ...(one % 3 === 2 && { photos_list: [await photo(), await photo()] }),
      ...(one % 3 === 1 && { attachments: [...attached] }),
    }));
  }
  await iryna.call('posts.comment', { post_id: post, content: 'A fine one' });
  const { ID: own } = await upload(server.now.service, olena.session, 'music.upload', sine(0, 1), {
    name: 'Morning song',
    release: 'Dawn',
  });
  playlist = (await olena.call('music.createPlaylist', { name: 'Slow' })).ID;
  await olena.call('music.addTrack', { playlist_id: playlist, track_id: own });
  await upload(server.now.service, olena.session, 'files.upload', Buffer.from('A list'), {
    filename: 'list.txt',
  });
  await upload(server.now.service, olena.session, 'photos.upload', fixture('picture.png'), {});
  await upload(server.now.service, olena.session, 'videos.upload', fixture('long.webm'), {
    filename: 'My film',
  });
});
afterAll(() => server.close());

/** Each place, and what is seen there once it is loaded. */
const places: [address: () => string, shown: string][] = [
  [() => '#/chats', 'Yard'],
  [() => `#/chats/${group}`, 'Evening in the yard'],
  [() => '#/feed', 'Post 11'],
  [() => `#/posts/${post}`, 'A fine one'],
  [() => '#/people', 'Taras'],
  [() => '#/people?list=find', 'Iryna'],
  [() => '#/people?list=incoming', 'Iryna'],
  [() => '#/people/taras', 'Post 11'],
  [() => '#/people/taras/photos', 'Taras'],
  [() => '#/people/taras/friends', 'Olena'],
  [() => '#/music', 'Morning song'],
  [() => '#/music/albums', 'Dawn'],
  [() => `#/music/playlists/${playlist}`, 'Morning song'],
  [() => '#/files', 'list.txt'],
  [() => '#/videos', 'My film'],
  [() => `#/videos/${video}`, 'Bench film'],
  [() => '#/notifications', 'Iryna'],
  [() => '#/search?q=Number', 'Number 29'],
  [() => '#/settings/profile', 'Profile'],
  [() => '#/settings/members', 'Iryna'],
  [() => '#/settings/storage', 'By person'],
];

/** Keeps every shift of what is seen from the first moment of each load, with what it moved. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        const what = entry.sources.map(({ node }) =>
          (node?.parentElement ?? document.body).innerText.slice(0, 40),
        );
        shifts.push({ by: entry.value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

interface Shift {
  by: number;
  what: string[];
}

interface LayoutShift {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

describe('loading a page', () => {
  it.each([1280, 390])('has no layout shifts in any view (%i wide)', { timeout: 240_000 }, async (width) => {
    const page = await browser.open(server, olena, { width, height: 844 });
    await watchShifts(page);
    const moved: Record<string, Shift[]> = {};
    for (const [index, [address, shown]] of places.entries()) {
      const at = address();
      // A change of the hash alone is no load.
      await page.goto(`${server.url}/?${index}${at}`);
      await expectOf(page.getByText(shown).filter({ visible: true }).first(), at).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectOf.poll(() => page.evaluate(areImagesThere)).toBe(true);
      const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
      if (shifts.reduce((sum, { by }) => sum + by, 0) > 0.02) moved[at] = shifts;
    }
    expect(moved).toEqual({});
  });

  it('shows polls and calendar events together with their messages', async () => {
    const page = await browser.open(server, olena);
    await page.addInitScript(() => {
      const first: Record<string, string> = {};
      Object.assign(window, { first });
      new MutationObserver(() => {
        for (const { innerText } of document.querySelectorAll<HTMLElement>('[data-message]')) {
          const [title = ''] = innerText.split('\n');
          first[title] ??= innerText;
        }
      }).observe(document, { subtree: true, childList: true });
    });
    await page.goto(`${server.url}/?cold#/chats/${group}`);
    await expectOf(page.getByRole('button', { name: 'Saturday' })).toBeVisible();
    await expectOf(page.getByRole('button', { name: 'Maybe' })).toBeVisible();
    const first = await page.evaluate(() => (window as unknown as { first: Record<string, string> }).first);
    const all = Object.values(first);
    expect(all.find((text) => text.includes('When do we meet?'))).toContain('Saturday');
    expect(all.find((text) => text.includes('Evening in the yard'))).toContain('Maybe');
  });

  it.each([
    ['before sign-in', () => null, 120_000],
    ['in the shell', () => olena, 180_000],
  ])('takes few gzipped scripts %s', async (_where, person, max) => {
    const page = await browser.open(server, person());
    await expectOf(page.getByRole(person() ? 'navigation' : 'textbox').first()).toBeVisible();
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    const weights = loaded
      .filter((address) => address.endsWith('.js'))
      .map(async (address) => gzipSync(await (await fetch(address)).bytes()).length);
    const weight = (await Promise.all(weights)).reduce((sum, one) => sum + one, 0);
    expect(weight).toBeGreaterThan(60_000);
    expect(weight).toBeLessThan(max);
  });
});

describe('moving between views', () => {
  it('keeps nothing of the views that were left', { timeout: 240_000 }, async () => {
    const page = await browser.open(server, olena);
    const visitAll = async () => {
      for (const [address, shown] of places) {
        await page.evaluate((to) => (location.hash = to), address());
        await expectOf(page.getByText(shown).filter({ visible: true }).first(), address()).toBeVisible();
      }
      // Of the last view more may still be loading; here nothing is.
      await page.evaluate(() => (location.hash = '#/chats'));
      await expectOf(page.getByText('Select a chat')).toBeVisible();
      return countNodes(page);
    };
    // What is loaded once and kept, such as the code of the views.
    await visitAll();
    // At times a tour counts a thousand fewer.
    const before = Math.max(await visitAll(), await visitAll(), await visitAll());
    // The browser keeps a view it left for one tour at times. What pages keep grows with each tour.
    await expectOf.poll(visitAll, { timeout: 90_000 }).toBeLessThan(before + MAX_KEPT);
  });
});

/** Nodes that the browser itself may keep for a while, such as those around the last one that had the focus. */
const MAX_KEPT = 100;

/** Returns how many nodes exist, in the document and outside. */
async function countNodes(page: Page): Promise<number> {
  const chromium = await page.context().newCDPSession(page);
  await chromium.send('HeapProfiler.collectGarbage');
  const { nodes } = await chromium.send('Memory.getDOMCounters');
  await chromium.detach();
  return nodes;
}

/** Runs in the page. */
function areImagesThere(): boolean {
  return [...document.images].every(({ complete, loading }) => complete || loading === 'lazy');
}
