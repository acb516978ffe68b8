import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectOf, testBrowser } from '../../support/browser/browser';
import { chatInList, messageList, messageWith } from '../../support/browser/chat';
import { readAll, sendMany } from '../../support/messages';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
let server: TestServer;
let olena: TestPerson;
let taras: TestPerson;

beforeAll(async () => {
  server = await testServer();
  [olena, taras] = (await server.people('Olena', 'Taras')) as [TestPerson, TestPerson];
});
afterAll(() => server.close());

const jumpButton = (page: Page) => page.getByRole('button', { name: 'Jump to latest message' });

/** A text of several lines, which its row is much taller than estimated for. */
const lines = (name: string, count: number) =>
  [name, ...Array.from({ length: count }, (_, index) => `line ${index}`)].join('\n');

async function createGroup(name: string): Promise<number> {
  const { ID } = await taras.call('dialogs.create', { name, type: 'group' });
  await taras.call('dialogs.join', { dialog_id: ID, user_id: String(olena.id) });
  return ID;
}

describe('the list of messages', () => {
  it('is painted in the next frame when a visited chat is opened again', async () => {
    const groups = [await createGroup('Left one'), await createGroup('Left two')];
    for (const [index, group] of groups.entries()) {
      const texts = Array.from({ length: 40 }, (_, one) => lines(`Chat ${index} has ${one}`, (one * 7) % 5));
      await sendMany(server, taras, group, texts);
      await readAll(olena, group);
    }
    const page = await browser.open(server, olena, { at: `#/chats/${groups[0]}` });
    await expectOf(messageWith(page, 'Chat 0 has 39')).toBeInViewport();
    await messageWith(page, 'Chat 0 has 39').hover();
    await page.mouse.wheel(0, -600);
    await expectOf(jumpButton(page)).toBeVisible();
    await chatInList(page, 'Left two').click();
    await expectOf(messageWith(page, 'Chat 1 has 39')).toBeInViewport();
    for (const [name, text] of [
      ['Left one', 'Chat 0'],
      ['Left two', 'Chat 1'],
      ['Left one', 'Chat 0'],
    ] as const) {
      const empty = await chatInList(page, name).evaluate(countEmptyFrames, { text, frames: 30 });
      expect(empty, name).toBe(0);
    }
  });

  it('is built while the mouse button is down on its chat, and read only once it is shown', async () => {
    const [first, next] = [await createGroup('Shown before'), await createGroup('Pressed on')];
    await sendMany(server, taras, next, ['Built ahead']);
    const page = await browser.open(server, olena, { at: `#/chats/${first}` });
    await expectOf(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
    const row = chatInList(page, 'Pressed on');
    const ahead = page.locator('[inert] [data-message]');
    await row.hover();
    await page.mouse.down();
    await expectOf(ahead).toContainText('Built ahead');
    // Released beside the list, the press opens nothing.
    await page.mouse.move(900, 400);
    await page.mouse.up();
    await expectOf(ahead).toHaveCount(0);
    await expectOf(page.getByRole('textbox', { name: 'Message' })).not.toBeFocused();
    await expectOf(messageList(page)).toHaveAccessibleName('Messages in Shown before');
    await expectOf(row.getByRole('img', { name: '1 unread' })).toBeVisible();

    await row.hover();
    await page.mouse.down();
    await expectOf(ahead).toContainText('Built ahead');
    const built = await ahead.elementHandle();
    await page.mouse.up();
    await expectOf(messageWith(page, 'Built ahead')).toBeInViewport();
    expect(await messageWith(page, 'Built ahead').evaluate((one, other) => one.contains(other), built)).toBe(
      true,
    );
    await expectOf(row.getByRole('img', { name: '1 unread' })).toHaveCount(0);
    await page.keyboard.type('Hello');
    await expectOf(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Hello');
  });

  it('builds no row again because older pages come during a scroll', async () => {
    const group = await createGroup('Scrolled back');
    const texts = Array.from({ length: 300 }, (_, one) => lines(`Step ${one}.`, 1));
    await sendMany(server, taras, group, texts);
    await readAll(olena, group);
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    await expectOf(messageWith(page, 'Step 299.')).toBeInViewport();
    await settled(page);
    await expectOf(jumpButton(page)).toBeHidden();
    const built = await page.evaluate(rowsBuiltByScrolling, { frames: 120, step: 120 });
    expect(built.rows, 'rows that came into view').toBeGreaterThan(100);
    // A few rows at the edge may come and go as heights are measured; each page would bring a screen of them.
    expect(built.again, 'rows that were built again').toBeLessThan(10);
  });

  it('stays where it is while the next chat loads', async () => {
    const [left, next] = [await createGroup('Left at its end'), await createGroup('Loading late')];
    const ids = await sendMany(
      server,
      taras,
      left,
      Array.from({ length: 120 }, (_, one) => `Word ${one}.`),
    );
    await sendMany(server, taras, next, ['Here at last']);
    await Promise.all([readAll(olena, left), readAll(olena, next)]);
    const page = await browser.open(server, olena, { at: `#/chats/${left}/${ids[20]}` });
    await expectOf(messageWith(page, 'Word 20.')).toBeInViewport();
    await jumpButton(page).click();
    await expectOf(messageWith(page, 'Word 119.')).toBeInViewport();
    const held = Promise.withResolvers<void>();
    await page.route(`**/dialogs/${next}/messages*`, (route) => held.promise.then(() => route.continue()));
    await chatInList(page, 'Loading late').click();
    await expectOf(page.getByRole('region', { name: 'Messages in Loading late' })).toBeVisible();
    held.resolve();
    await expectOf(messageWith(page, 'Here at last')).toBeVisible();
    await chatInList(page, 'Left at its end').click();
    await expectOf(messageWith(page, 'Word 119.')).toBeInViewport();
  });

  it.each([
    ['its messages', 'first', ({ left }) => [`#/chats/${left}`, `**/dialogs/${left}/messages*`]],
    [
      'a reply in it',
      'second',
      ({ left, reply }) => [`#/chats/${left}/${reply}`, `**/dialogs/messages/${reply}`],
    ],
  ] satisfies [string, string, (ids: { left: number; reply: number }) => [string, string]][])(
    'does not bring back a chat that was left before %s came',
    async (_, round, placesOf) => {
      const [left, next] = [await createGroup(`Left ${round}`), await createGroup(`Stayed in ${round}`)];
      const { ID: thread } = await taras.call('dialogs.send', { dialog_id: left, text: 'Who has a ladder?' });
      const { ID: reply } = await taras.call('dialogs.send', { dialog_id: left, thread, text: 'I do' });
      await Promise.all([readAll(olena, left), readAll(olena, next)]);
      const [address, request] = placesOf({ left, reply });
      const page = await browser.open(server, olena, { at: `#/chats/${next}`, changesProfile: true });
      const stayed = page.getByRole('region', { name: `Messages in Stayed in ${round}` });
      await expectOf(stayed).toBeVisible();
      const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await page.route(request, async (route) => {
        asked.resolve();
        await held.promise;
        await route.continue();
      });
      await page.evaluate((to) => void (location.hash = to), address);
      await asked.promise;
      await expectOf(page.getByRole('region', { name: `Messages in Left ${round}` })).toBeVisible();
      await chatInList(page, `Stayed in ${round}`).click();
      await expectOf(stayed).toBeVisible();
      await taras.call('dialogs.update', { dialog_id: left, name: `Renamed ${round}` });
      await expectOf(chatInList(page, `Renamed ${round}`)).toBeVisible();
      const [answer] = await Promise.all([page.waitForResponse(request), held.resolve()]);
      await answer.finished();
      // Two frames, in which it would be opened.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      await expectOf(page).toHaveURL(new RegExp(`#/chats/${next}$`));
      await expectOf(stayed).toBeVisible();
    },
  );

  it('has exactly one shown message in the tab order, which arrows and jumps move', async () => {
    const group = await createGroup('Roving');
    const ids = await sendMany(
      server,
      taras,
      group,
      Array.from({ length: 120 }, (_, one) => `Entry ${one}.`),
    );
    await readAll(olena, group);
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    await expectOf(messageWith(page, 'Entry 119.')).toBeInViewport();
    await expectOf.poll(() => tabStops(page)).toEqual({ shown: 1, all: 1 });
    await messageWith(page, 'Entry 119.').hover();
    await page.mouse.wheel(0, -2_500);
    await expectOf(messageWith(page, 'Entry 119.')).not.toBeInViewport();
    await expectOf.poll(() => tabStops(page)).toEqual({ shown: 1, all: 1 });
    await page.getByRole('textbox', { name: 'Message' }).focus();
    const focused = page.locator('[data-message]:focus');
    while (!(await focused.count())) await page.keyboard.press('Shift+Tab');
    await expectOf(focused).toBeInViewport();
    const before = ids.indexOf(Number(await focused.getAttribute('data-message')));
    await page.keyboard.press('ArrowUp');
    await expectOf(focused).toHaveAttribute('data-message', String(ids[before - 1]));

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('"Entry 12."');
    await page.getByRole('option', { name: /Entry 12\./ }).click();
    await expectOf(messageWith(page, 'Entry 12.')).toBeFocused();
    await expectOf.poll(() => tabStops(page)).toEqual({ shown: 1, all: 1 });
    await page.keyboard.press('ArrowDown');
    await expectOf(messageWith(page, 'Entry 13.')).toBeFocused();
  });

  it('opens at the first new message even if the browser measures rows late', async () => {
    const group = await createGroup('Measured late');
    for (let one = 0; one < 24; one++)
      await taras.call('dialogs.send', { dialog_id: group, text: lines(`Old ${one}`, (one * 7) % 15) });
    await readAll(olena, group);
    await sendMany(server, taras, group, ['Short news', lines('Long news', 6)]);
    const page = await browser.open(server, olena);
    await page.evaluate(measureLate, 20);
    await chatInList(page, 'Measured late').click();
    await expectOf(messageList(page).getByRole('separator', { name: 'New messages' })).toBeInViewport();
    await expectOf(messageWith(page, 'Long news')).toBeInViewport({ ratio: 1 });
  });

  it('opens a read chat at its end even if the browser measures rows late', async () => {
    const group = await createGroup('Read before');
    await sendMany(
      server,
      taras,
      group,
      Array.from({ length: 60 }, (_, one) => lines(`Old ${one}`, (one * 7) % 15)),
    );
    await readAll(olena, group);
    const page = await browser.open(server, olena);
    await page.evaluate(measureLate, 20);
    await chatInList(page, 'Read before').click();
    await expectOf(messageWith(page, 'Old 59')).toBeInViewport({ ratio: 1 });
    await settled(page);
    expect(await page.evaluate(distanceFromEnd)).toBeLessThan(1);
  });

  it('shows a tall message in a nearly empty chat even if the browser measures rows late', async () => {
    const group = await createGroup('Nearly empty');
    await taras.call('dialogs.send', { dialog_id: group, text: 'Anyone here?' });
    const page = await browser.open(server, olena);
    await page.evaluate(measureLate, 3);
    await chatInList(page, 'Nearly empty').click();
    await expectOf(messageWith(page, 'Anyone here?')).toBeVisible();
    await taras.call('dialogs.send', { dialog_id: group, text: lines('A long answer', 16) });
    await expectOf(chatInList(page, 'Nearly empty')).toContainText('A long answer');
    await expectOf(messageWith(page, 'A long answer')).toBeInViewport({ timeout: 1_000 });
    await expectOf(messageWith(page, 'Anyone here?')).toBeInViewport();
  });

  it('goes to an old message while many new ones arrive', async () => {
    const group = await createGroup('Busy');
    const [first] = await sendMany(server, taras, group, [
      'Long ago',
      ...Array.from({ length: 20 }, (_, one) => `Then ${one}`),
    ]);
    await readAll(olena, group);
    const page = await browser.open(server, olena);
    await page.evaluate(measureLate, 20);
    await chatInList(page, 'Busy').click();
    await expectOf(messageWith(page, 'Then 19')).toBeInViewport();
    await page.evaluate(goWhenShown, ['Now 20.', `#/chats/${group}/${first}`] as const);
    for (let one = 0; one < 60; one++)
      await taras.call('dialogs.send', { dialog_id: group, text: lines(`Now ${one}.`, one % 9) });
    await expectOf(chatInList(page, 'Busy')).toContainText('Now 59.');
    await settled(page);
    await expectOf(messageWith(page, 'Long ago')).toBeInViewport({ timeout: 1_000 });
  });

  it('stays at its end while messages arrive faster than they can be drawn', async () => {
    const group = await createGroup('Flood');
    await sendMany(
      server,
      taras,
      group,
      Array.from({ length: 40 }, (_, one) => `Before ${one}`),
    );
    await readAll(olena, group);
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    await expectOf(messageWith(page, 'Before 39')).toBeInViewport();
    await page.evaluate(watchEnd);
    await sendMany(
      server,
      taras,
      group,
      Array.from({ length: FLOOD }, (_, one) => lines(`Flood ${one}.`, one % 9)),
    );
    await expectOf(messageWith(page, `Flood ${FLOOD - 1}.`)).toBeInViewport({ ratio: 1 });
    await expectOf(jumpButton(page)).toHaveCount(0);
    const { lost, furthest, screen } = await page.evaluate(
      () => (window as unknown as { end: WatchedEnd }).end,
    );
    expect(lost).toBe(0);
    expect(furthest).toBeLessThan(screen);
    expect(await page.evaluate(distanceFromEnd)).toBeLessThan(1);
  });
});

const FLOOD = 600;

/** Runs in the page: delivers what the browser measures only some frames later, as on a busy machine. */
function measureLate(frames: number): void {
  const Observer = window.ResizeObserver;
  window.ResizeObserver = class extends Observer {
    constructor(callback: ResizeObserverCallback) {
      super((entries, observer) => {
        let left = frames;
        const wait = () => (left-- > 0 ? requestAnimationFrame(wait) : callback(entries, observer));
        wait();
      });
    }
  };
}

/** Pixels, except `lost`: how often the list offered to jump to its end, because it was no longer there. */
interface WatchedEnd {
  lost: number;
  /** The largest distance from the end in any frame. */
  furthest: number;
  /** The height of the list. */
  screen: number;
}

/** Runs in the page: watches from now on whether the list is at its end. */
function watchEnd(): void {
  const view = document.querySelector('[data-key]')?.closest('ol')?.parentElement;
  if (!view) throw new Error('There is no list.');
  const end: WatchedEnd = { lost: 0, furthest: 0, screen: view.clientHeight };
  Object.assign(window, { end });
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    for (const node of added)
      if (node instanceof Element && node.outerHTML.includes('Jump to latest message')) end.lost++;
  }).observe(document.body, { subtree: true, childList: true });
  const look = () => {
    end.furthest = Math.max(end.furthest, view.scrollHeight - view.scrollTop - view.clientHeight);
    requestAnimationFrame(look);
  };
  look();
}

/**
 * Runs in the page: scrolls up by `step` pixels in each frame; returns how many rows were built meanwhile, and how many
 * of them again.
 */
async function rowsBuiltByScrolling({ frames, step }: { frames: number; step: number }) {
  const view = document.querySelector('[data-key]')?.closest('ol')?.parentElement;
  if (!view) throw new Error('There is no list.');
  const keys = new Set<string>();
  let built = 0;
  const observer = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      const key =
        node instanceof HTMLLIElement && node.querySelector<HTMLElement>('[data-key]')?.dataset['key'];
      if (!key) continue;
      built++;
      keys.add(key);
    }
  });
  observer.observe(view, { subtree: true, childList: true });
  view.dispatchEvent(new WheelEvent('wheel', { deltaY: -step, bubbles: true }));
  for (let frame = 0; frame < frames; frame++) {
    view.scrollTop -= step;
    await new Promise(requestAnimationFrame);
  }
  observer.disconnect();
  return { rows: keys.size, again: built - keys.size };
}

/** Runs in the page: returns how far the list is from its end, in pixels. */
function distanceFromEnd(): number {
  const view = document.querySelector('[data-key]')?.closest('ol')?.parentElement;
  return view ? view.scrollHeight - view.scrollTop - view.clientHeight : Infinity;
}

/** Runs in the page: navigates as soon as a text is shown. */
function goWhenShown([text, hash]: readonly [string, string]): void {
  const observer = new MutationObserver(() => {
    if (!document.body.textContent.includes(text)) return;
    observer.disconnect();
    location.hash = hash;
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
}

/** Waits until the list has not moved for some frames. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const position = () => {
      const view = document.querySelector('[data-key]')?.closest('ol')?.parentElement;
      return `${view?.scrollTop} of ${view?.scrollHeight}`;
    };
    let last = '';
    for (let still = 0; still < 30; still++) {
      await new Promise(requestAnimationFrame);
      if (position() !== last) still = 0;
      last = position();
    }
  });
}

/** Opens a chat by its row; returns how many of the next frames are painted without any message of it. */
async function countEmptyFrames(row: Element, { text, frames }: { text: string; frames: number }) {
  // A task that is posted in a frame runs after that frame is painted.
  const painted = () =>
    new Promise<void>((resolve) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve();
        port2.postMessage(null);
      }),
    );
  const isFilled = () =>
    [...document.querySelectorAll('[data-message]')].some((message) => {
      const { top, bottom, width } = message.getBoundingClientRect();
      const isShown = message.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      return isShown && width > 0 && bottom > 0 && top < innerHeight && message.textContent.includes(text);
    });
  let empty = 0;
  await painted();
  // The browser tells of the new address in a task of its own, before or after the next frame.
  const arrived = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
  (row as HTMLElement).click();
  await arrived;
  for (let frame = 0; frame < frames; frame++) {
    await painted();
    if (!isFilled()) empty++;
  }
  return empty;
}

/** Returns how many messages are in the tab order: of those in view, and of all in the page. */
function tabStops(page: Page): Promise<{ shown: number; all: number }> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('[data-message][tabindex="0"]')];
    const view = document.querySelector('[data-message]')?.closest('.scroll')?.getBoundingClientRect();
    const shown = all.filter((message) => {
      const { top, bottom } = message.getBoundingClientRect();
      return view && bottom > view.top && top < view.bottom;
    });
    return { shown: shown.length, all: all.length };
  });
}
