import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clickWhenStill, expectOf, testBrowser } from '../../support/browser/browser';
import {
  chatInList,
  chooseFromMenu,
  messageInput,
  messageList,
  messageWith,
  sendMessage,
} from '../../support/browser/chat';
import { makeOlderMessagesWait, type WaitingMessages } from '../../support/browser/older-messages';
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

/** A new group of both. */
async function groupOf(name: string): Promise<number> {
  const { ID } = await olena.call('dialogs.create', { name, type: 'group' });
  await olena.call('dialogs.join', { dialog_id: ID, user_id: String(taras.id) });
  return ID;
}

describe('a long history', () => {
  const COUNT = 1_200;
  let group: number;
  let ids: number[];

  beforeAll(async () => {
    group = await groupOf('Long');
    const texts = Array.from({ length: COUNT }, (_, index) => textOf(index + 1));
    ids = await sendMany(server, taras, group, texts);
    await readAll(olena, group);
  });

  const textOf = (one: number) => (one === 7 ? 'The needle of number 7' : `Number ${one}.`);
  const numbered = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);
  const isSeen = (page: Page, words: string) => expectOf(messageWith(page, words)).toBeInViewport();

  /** Scrolls up by a wheel until something is in the page. */
  async function scrollUpTo(page: Page, words: string): Promise<void> {
    await messageWith(page, 'Number').hover();
    await expectOf
      .poll(
        async () => {
          await page.mouse.wheel(0, -4_000);
          return messageWith(page, words).count();
        },
        { timeout: 30_000, intervals: [50] },
      )
      .toBeGreaterThan(0);
  }

  it('scrolls to its beginning and back with few rows in the page', async () => {
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    await isSeen(page, `Number ${COUNT}.`);
    await scrollUpTo(page, 'Number 1.');
    expect(await messageList(page).getByRole('group').count()).toBeLessThan(100);
    await page.getByRole('button', { name: 'Jump to latest message' }).click();
    await isSeen(page, `Number ${COUNT}.`);
    expect(await messageList(page).getByRole('group').count()).toBeLessThan(100);
  });

  it('keeps its scroll position when older messages load and when another chat was open', async () => {
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    await isSeen(page, `Number ${COUNT}.`);
    await messageWith(page, `Number ${COUNT}.`).hover();
    await page.mouse.wheel(0, -1_500);
    await expectOf(messageWith(page, `Number ${COUNT}.`)).not.toBeInViewport();
    await whenStill(() => placeOf(page));
    const before = await firstSeen(page);
    await page.goto(`${server.url}/#/chats/${await groupOf('Aside')}`);
    await expectOf(messageList(page)).toHaveAccessibleName('Messages in Aside');
    await page.goBack();
    await expectOf(messageWith(page, before)).toBeInViewport();
    await expectOf.poll(() => firstSeen(page)).toBe(before);
  });

  it('opens one message after another by address, however far apart', async () => {
    const page = await browser.open(server, olena);
    for (const number of [100, 600, 300, 1_100, 20]) {
      await page.goto(`${server.url}/#/chats/${group}/${ids[number - 1]}`);
      await isSeen(page, textOf(number));
      await page.goto(`${server.url}/#/chats`);
      await expectOf(messageList(page)).toHaveCount(0);
    }
  });

  it("continues from an opened message: to one's own new message, and to the end", async () => {
    const group = await groupOf('Go on');
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    const { ID } = await olena.call('dialogs.send', { dialog_id: group, text: 'Long ago' });
    // A chat that is opened after the others were sent begins at its unread marker.
    await expectOf(messageWith(page, 'Long ago')).toBeInViewport();
    await sendMany(server, taras, group, numbered('Since then', 60));
    await expectOf(messageWith(page, 'Since then 60')).toBeInViewport();
    await page.goto(`${server.url}/#/chats/${group}/${ID}`);
    await expectOf(messageWith(page, 'Long ago')).toBeInViewport();
    await sendMessage(page, 'Said now');
    await expectOf(messageWith(page, 'Said now').getByText('Sent', { exact: true })).toBeAttached();
    await expectOf(messageWith(page, 'Said now')).toBeInViewport();

    await messageInput(page).press('Control+f');
    const search = page.getByRole('searchbox', { name: 'Search in this chat' });
    await search.fill('Long ago');
    await expectOf(messageWith(page, 'Long ago')).toBeInViewport();
    await page.getByRole('button', { name: 'Jump to latest message' }).click();
    await expectOf(messageWith(page, 'Said now')).toBeInViewport();
    await taras.call('dialogs.send', { dialog_id: group, text: 'And then' });
    await expectOf(messageWith(page, 'And then')).toBeInViewport();
    await messageInput(page).click();
    await messageInput(page).press('Control+f');
    await expectOf(search).toBeFocused();
  });

  it('opens the same message again, from a search and from a link in another message', async () => {
    const group = await groupOf('Come again');
    const { ID } = await olena.call('dialogs.send', { dialog_id: group, text: 'The very first' });
    await sendMany(server, olena, group, numbered('Between', 60));
    const text = `See ${server.url}/#/chats/${group}/${ID} above`;
    await olena.call('dialogs.send', { dialog_id: group, text });
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    const toEnd = page.getByRole('button', { name: 'Jump to latest message' });
    for (const time of ['first', 'second']) {
      await messageList(page)
        .getByRole('link', { name: /#\/chats/ })
        .click();
      await expectOf(messageWith(page, 'The very first'), time).toBeInViewport();
      await toEnd.click();
      await expectOf(messageWith(page, 'Between 60')).toBeInViewport();
    }
    for (const time of ['first', 'second']) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).fill('The very first');
      await page.getByRole('option', { name: /The very first/ }).click();
      await expectOf(messageWith(page, 'The very first'), time).toBeInViewport();
      await toEnd.click();
      await expectOf(messageWith(page, 'Between 60')).toBeInViewport();
    }
  });

  it('finds messages of any age, and jumps from a reply to its source', async () => {
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    await isSeen(page, `Number ${COUNT}.`);
    await page.getByRole('button', { name: 'Search in this chat' }).click();
    await page.getByRole('searchbox', { name: 'Search in this chat' }).fill('needle');
    await isSeen(page, 'The needle');
    await expectOf(page.getByText('1 of 1')).toBeVisible();
    await page.getByRole('button', { name: 'Close search' }).click();

    await chooseFromMenu(page, messageWith(page, 'The needle'), 'Reply');
    await sendMessage(page, 'Found it');
    await isSeen(page, 'Found it');
    await expectOf(messageWith(page, 'The needle of number 7')).not.toHaveAttribute('data-message', '7');
    // It may be over when this looks.
    const highlighted = page.evaluate(nextHighlighted);
    await clickWhenStill(messageWith(page, 'Found it').getByRole('button', { name: /In reply to Taras/ }));
    await expectOf(messageList(page).locator(`[data-message="${ids[6]}"]`)).toBeInViewport();
    expect(await highlighted).toContain('The needle of number 7');
    await isSeen(page, 'Number 8.');
  });

  it('opens a message while older ones load above it, however late they come', async () => {
    const page = await browser.open(server, olena, { height: 1200 });
    await page.evaluate(makeOlderMessagesWait);
    for (const frames of [1, 2, 3]) {
      const first = 300 * frames;
      await page.evaluate(() => (window as unknown as WaitingMessages).hold());
      const asked = page.waitForResponse(/\/messages\?.*last_id=/);
      await page.evaluate((hash) => (location.hash = hash), `#/chats/${group}/${ids[first - 1]}`);
      await isSeen(page, textOf(first));
      await asked;
      await page.evaluate(
        ([hash, frames]) => {
          let left = frames;
          const release = () => {
            if (left-- > 0) requestAnimationFrame(release);
            else (window as unknown as WaitingMessages).release();
          };
          addEventListener('hashchange', release, { once: true });
          location.hash = hash;
        },
        [`#/chats/${group}/${ids[first + 19]}`, frames] as const,
      );
      await isSeen(page, textOf(first + 20));
      await page.goto(`${server.url}/#/chats`);
      await expectOf(messageList(page)).toHaveCount(0);
    }
  });

  it('stays at its end as it grows, after opening at the unread marker and reading everything', async () => {
    const group = await groupOf('Short');
    await taras.call('dialogs.send', { dialog_id: group, text: 'First' });
    const page = await browser.open(server, olena);
    await chatInList(page, 'Short').click();
    await expectOf(messageWith(page, 'First')).toBeInViewport();
    for (let line = 0; line < 30; line++)
      await taras.call('dialogs.send', { dialog_id: group, text: `Then ${line}` });
    await expectOf(messageWith(page, 'Then 29')).toBeInViewport();
  });

  it('opens at the message in the address, or at the unread marker', async () => {
    const page = await browser.open(server, olena, { at: `#/chats/${group}/${ids[6]}` });
    await isSeen(page, 'The needle of number 7');

    await sendMany(server, taras, group, ['News one', 'News two']);
    const other = await browser.open(server, olena, { at: `#/chats/${group}` });
    await expectOf(messageList(other).getByRole('separator', { name: 'New messages' })).toBeInViewport();
    await expectOf(chatInList(other, 'Long').getByRole('img', { name: /unread/ })).toHaveCount(0);
  });

  it('stays at its end when a message grows while scrolling settles', async () => {
    const dialog = await groupOf('Taller');
    await sendMany(server, taras, dialog, numbered('Row', 30));
    const page = await browser.open(server, taras, { at: `#/chats/${dialog}` });
    await expectOf(messageWith(page, 'Row 30')).toBeInViewport();
    const gap = await messageWith(page, 'Row 29').evaluate((one) => {
      const view = one.closest('ol')?.parentElement;
      if (!view) return 0;
      one.style.minHeight = '900px';
      view.scrollTop += 1;
      return view.scrollHeight - view.clientHeight - view.scrollTop;
    });
    expect(gap).toBeGreaterThan(500);
    await expectOf(messageWith(page, 'Row 30')).toBeInViewport();
    await expectOf(page.getByRole('button', { name: 'Jump to latest message' })).toHaveCount(0);
  });

  it('opens at unread messages and stays at its end, for any message heights', async () => {
    const tall = await groupOf('Tall');
    const lines = (name: string, count: number) =>
      [name, ...Array.from({ length: count }, (_, index) => `line ${index}`)].join('\n');
    const old = Array.from({ length: 24 }, (_, one) => lines(`Old ${one}`, (one * 7) % 15));
    await sendMany(server, taras, tall, old);
    await readAll(olena, tall);
    await taras.call('dialogs.send', { dialog_id: tall, text: 'Short news' });
    await taras.call('dialogs.send', { dialog_id: tall, text: lines('Long news', 6) });

    const page = await browser.open(server, olena, { at: `#/chats/${tall}` });
    await expectOf(messageList(page).getByRole('separator', { name: 'New messages' })).toBeInViewport();
    await expectOf(messageWith(page, 'Long news')).toBeInViewport({ ratio: 1 });

    const toNewest = page.getByRole('button', { name: 'Jump to latest message' });
    await messageInput(page).fill(lines('A long answer', 12));
    await expectOf(messageWith(page, 'Long news')).toBeInViewport({ ratio: 1 });
    await messageInput(page).fill('A short one');
    await expectOf(messageWith(page, 'Long news')).toBeInViewport({ ratio: 1 });
    await expectOf(toNewest).toHaveCount(0);
    await taras.call('dialogs.send', { dialog_id: tall, text: lines('More news', 14) });
    await expectOf(messageWith(page, 'More news')).toBeInViewport({ ratio: 1 });
    await chooseFromMenu(page, messageWith(page, 'More news'), 'Delete');
    await expectOf(messageWith(page, 'More news')).toHaveCount(0);
    await expectOf(messageWith(page, 'Long news')).toBeInViewport({ ratio: 1 });
    await expectOf(toNewest).toHaveCount(0);
  });

  /** Waits until something is there and does not change any more. */
  async function whenStill(read: () => Promise<string>): Promise<void> {
    let last = '';
    await expectOf
      .poll(async () => {
        const [before, after] = [last, await read()];
        last = after;
        return after !== '' && after === before;
      })
      .toBe(true);
  }

  /** Where the list stands once it was drawn anew: a wheel scrolls over many frames, which a busy machine draws slowly. */
  function placeOf(page: Page): Promise<string> {
    return page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      const view = document.querySelector('[data-key]')?.closest('ol')?.parentElement;
      return `${view?.scrollTop} of ${view?.scrollHeight}`;
    });
  }

  async function firstSeen(page: Page): Promise<string> {
    return page.evaluate(() => {
      const view = document
        .querySelector('[data-key]')
        ?.closest('ol')
        ?.parentElement?.getBoundingClientRect();
      const rows = [...document.querySelectorAll<HTMLElement>('[data-message]')];
      const first = rows
        .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
        .find((row) => row.getBoundingClientRect().top > (view?.top ?? 0));
      return /Number \d+\./.exec(first?.textContent ?? '')?.[0] ?? '';
    });
  }
});

/** Runs in the page: returns the text of the next message that stands out. */
function nextHighlighted(): Promise<string> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const row = document.querySelector('[data-key].highlighted');
      if (!row) return;
      observer.disconnect();
      resolve(row.textContent);
    });
    observer.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['class'],
    });
  });
}
