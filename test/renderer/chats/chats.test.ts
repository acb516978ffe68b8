import type { Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clickWhenStill, copiedBy, expectOf, loseAnswers, testBrowser } from '../../support/browser/browser';
import { tabTo } from '../../support/browser/keys';
import { fixture } from '../../support/fixtures';
import { untilPasses } from '../../support/waiting';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
let server: TestServer;
let olena: TestPerson;
let taras: TestPerson;

beforeAll(async () => {
  server = await testServer();
  const [first, second] = await server.people('Olena', 'Taras');
  olena = first!;
  taras = second!;
  await taras.call('account.updateProfile', { link: 'taras' });
});
afterAll(() => server.close());

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const messages = (page: Page) => page.getByRole('region', { name: /^Messages in/ });
const bubble = (page: Page, words: string) =>
  messages(page).getByRole('group').filter({ hasText: words }).first();
const chat = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Your chats' }).getByRole('link').filter({ hasText: name });

async function write(page: Page, words: string): Promise<void> {
  await box(page).fill(words);
  await box(page).press('Enter');
}

/** Chooses an entry of the menu that the right button opens over something. */
async function choose(page: Page, over: Locator, entry: string): Promise<void> {
  await over.click({ button: 'right' });
  await page.getByRole('menuitem', { name: entry }).first().click();
}

/** A new group of both. */
async function groupOf(name: string): Promise<number> {
  const { ID } = await olena.call('dialogs.create', { name, type: 'group' });
  await olena.call('dialogs.join', { dialog_id: ID, user_id: String(taras.id) });
  return ID;
}

describe('two people', () => {
  it('find each other and chat live', async () => {
    const one = await browser.open(server, olena);
    const other = await browser.open(server, taras);
    await one.getByRole('searchbox', { name: 'Search chats and people' }).fill('tara');
    await one.getByRole('list', { name: 'People' }).getByRole('button', { name: /Taras/ }).click();
    await box(one).pressSequentially('Hello');
    await box(one).press('Enter');

    const row = chat(other, 'Olena');
    await expectOf(row).toContainText('Hello');
    await expectOf(row.getByRole('img', { name: '1 unread' })).toBeVisible();
    await row.click();
    await expectOf(bubble(other, 'Hello')).toBeVisible();
    await expectOf(bubble(one, 'Hello').getByText('Read', { exact: true })).toBeAttached();

    await box(other).pressSequentially('Hi');
    await expectOf(messages(one).getByText('typing…')).toBeVisible();
    await box(other).press('Enter');
    await expectOf(bubble(one, 'Hi')).toBeVisible();
    await expectOf(messages(one).getByText('typing…')).toBeHidden();
  });

  it('reply, edit, react and delete, and both see it live', async () => {
    const group = await groupOf('Acts');
    const one = await browser.open(server, olena, { at: `#/chats/${group}` });
    const other = await browser.open(server, taras, { at: `#/chats/${group}` });
    await write(one, 'First **words**');
    await expectOf(bubble(other, 'First words').locator('strong')).toHaveText('words');

    await choose(other, bubble(other, 'First words'), 'Reply');
    await write(other, 'An answer');
    await expectOf(bubble(one, 'An answer').getByRole('button', { name: /In reply to Olena/ })).toContainText(
      'First words',
    );

    await box(one).press('ArrowUp');
    await expectOf(box(one)).toHaveValue('First **words**');
    await box(one).press('Home');
    await box(one).pressSequentially('Other, not ');
    await expectOf(box(one)).toHaveValue('Other, not First **words**');
    await box(one).press('Enter');
    await expectOf(bubble(other, 'Other, not First words')).toContainText('edited');

    const copied = await copiedBy(one, () => choose(one, bubble(one, 'An answer'), 'Copy'));
    expect(copied).toBe('An answer');

    await bubble(one, 'An answer').hover();
    await one.getByRole('button', { name: 'React', exact: true }).click();
    await one.getByRole('button', { name: 'React with 🎉' }).click();
    const reaction = bubble(other, 'An answer').getByRole('button', { name: /🎉 1/ });
    await expectOf(reaction).toHaveAttribute('aria-pressed', 'false');
    await reaction.click();
    await expectOf(bubble(one, 'An answer').getByRole('button', { name: /🎉 2/ })).toBeVisible();

    await choose(other, bubble(other, 'An answer'), 'Delete');
    await other.getByRole('button', { name: 'Undo' }).click();
    await expectOf(bubble(other, 'An answer')).toBeVisible();
    await choose(other, bubble(other, 'An answer'), 'Delete');
    await expectOf(bubble(other, 'An answer')).toHaveCount(0);
    // Leaving the conversation ends the time to bring it back.
    await other.goto(`${server.url}/#/people`);
    await expectOf(bubble(one, 'An answer')).toHaveCount(0);
  });
});

describe('the keyboard', () => {
  it('moves through messages with arrow keys as one tab stop, and returns to the composer', async () => {
    const group = await groupOf('Keys');
    await taras.call('dialogs.send', { dialog_id: group, text: 'Older, with https://example.org' });
    await taras.call('dialogs.send', { dialog_id: group, text: 'Newer, for @taras' });
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    const [older, newer] = [bubble(page, 'Older'), bubble(page, 'Newer')];
    await expectOf(newer).toBeVisible();
    await expectOf(box(page)).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expectOf(page.getByRole('button', { name: 'Attach' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expectOf(newer).toBeFocused();
    await page.keyboard.press('Tab');
    await expectOf(newer.getByRole('link', { name: '@taras' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowUp');
    await expectOf(older).toBeFocused();
    await page.keyboard.press('r');
    await expectOf(box(page)).toBeFocused();
    await expectOf(page.getByText('Reply to Taras')).toBeVisible();
    await page.keyboard.press('Escape');
    await expectOf(page.getByText('Reply to Taras')).toHaveCount(0);
    await page.keyboard.press('Control+f');
    await expectOf(page.getByRole('searchbox', { name: 'Search in this chat' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expectOf(box(page)).toBeFocused();
  });

  it('can open a chat, write, mention, reply, react, send a file and switch chats', async () => {
    const [group, next] = [await groupOf('Only keys'), await groupOf('After it')];
    await taras.call('dialogs.send', { dialog_id: group, text: 'Whose ladder is this?' });
    const page = await browser.open(server, olena);
    const { keyboard } = page;
    const question = bubble(page, 'Whose ladder');
    await expectOf(chat(page, 'Only keys')).toBeVisible();
    await tabTo(page, chat(page, 'Only keys'));
    await keyboard.press('Enter');
    await expectOf(question).toBeVisible();
    await expectOf(box(page)).toBeFocused();
    await keyboard.type('I will ask @ta');
    await expectOf(page.getByRole('option', { name: /Taras/ })).toHaveAttribute('aria-selected', 'true');
    await keyboard.press('Enter');
    await expectOf(box(page)).toHaveValue('I will ask @taras ');
    await keyboard.press('Enter');
    const mention = bubble(page, 'I will ask').getByRole('link', { name: '@taras' });
    await expectOf(mention).toHaveAttribute('href', '#/people/taras');

    await tabTo(page, bubble(page, 'I will ask'), 'Shift+Tab');
    await keyboard.press('ArrowUp');
    await expectOf(question).toBeFocused();
    await keyboard.press('r');
    await expectOf(box(page)).toBeFocused();
    await keyboard.type('It is mine');
    await keyboard.press('Enter');
    await expectOf(
      bubble(page, 'It is mine').getByRole('button', { name: /In reply to Taras/ }),
    ).toBeVisible();

    await tabTo(page, question, 'Shift+Tab');
    await tabTo(page, page.getByRole('button', { name: 'React', exact: true }));
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: '👍' }).first());
    await keyboard.press('Enter');
    await expectOf(question.getByRole('button', { name: /👍/ })).toHaveAttribute('aria-pressed', 'true');

    // Asked for early: the browser is told of it while the focus moves.
    const choosing = page.waitForEvent('filechooser');
    await tabTo(page, page.getByRole('button', { name: 'Attach' }));
    await keyboard.press('Enter');
    await expectOf(page.getByRole('menuitem', { name: 'Photo or file' })).toBeFocused();
    await keyboard.press('Enter');
    await (
      await choosing
    ).setFiles([{ name: 'ladder.txt', mimeType: 'text/plain', buffer: Buffer.from('3 m') }]);
    await tabTo(page, box(page));
    await keyboard.press('Enter');
    await expectOf(bubble(page, 'ladder.txt')).toBeVisible();

    await keyboard.press('Alt+ArrowDown');
    await expectOf(messages(page)).toHaveAccessibleName('Messages in After it');
    expect(page.url()).toContain(`#/chats/${next}`);
  });
});

describe('message text', () => {
  it('is formatted by the toolbar and by shortcuts, and a table is pasted aligned', async () => {
    const group = await groupOf('Formatted');
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    const { keyboard } = page;
    await box(page).fill('Mind the step');
    await box(page).press('ControlOrMeta+a');
    const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
    await clickWhenStill(toolbar.getByRole('button', { name: 'Bold' }));
    await expectOf(box(page)).toHaveValue('**Mind the step**');
    await keyboard.press('ControlOrMeta+i');
    await expectOf(box(page)).toHaveValue('**_Mind the step_**');
    await keyboard.press('ControlOrMeta+z');
    await expectOf(box(page)).toHaveValue('**Mind the step**');
    await keyboard.press('End');
    await expectOf(toolbar).toHaveCount(0);
    await box(page).evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', '<table><tr><td>Nails<td>40<tr><td>Saw<td>1</table>');
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await keyboard.press('Enter');
    const sent = bubble(page, 'Mind the step');
    await expectOf(sent.locator('strong')).toHaveText('Mind the step');
    await expectOf(sent.locator('pre')).toHaveText('Nails  40\nSaw     1');
  });

  it('is counted near the limit, stays as a draft per chat in two windows, and is removed from both when sent', async () => {
    const [here, there] = [await groupOf('Written here'), await groupOf('Written there')];
    const one = await browser.open(server, olena, { at: `#/chats/${here}` });
    const other = await one.context().newPage();
    await other.goto(`${server.url}/#/chats/${there}`);
    await box(one).fill('Said here');
    await box(other).fill('ї'.repeat(4000));
    await expectOf(other.getByText('96 characters left')).toBeAttached();
    await box(other).fill('🙂'.repeat(4097));
    await expectOf(other.getByText('1 character too many')).toBeAttached();
    await expectOf(other.getByRole('button', { name: 'Send' })).toBeDisabled();
    await box(other).fill('Said there');
    await expectOf(chat(one, 'Written there')).toContainText('Draft: Said there');
    await other.goto(`${server.url}/#/chats/${here}`);
    await expectOf(box(other)).toHaveValue('Said here');
    await one.reload();
    await expectOf(box(one)).toHaveValue('Said here');

    await box(one).press('Enter');
    await expectOf(bubble(other, 'Said here')).toBeVisible();
    await expectOf(box(other)).toHaveValue('');
  });

  it('is sent once when two windows of one person retry it after a rejection', async () => {
    const group = await groupOf('Refused once');
    const one = await browser.open(server, taras, { at: `#/chats/${group}` });
    await expectOf(box(one)).toBeVisible();
    await one.route(/\/dialogs\/\d+\/messages$/, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 403, json: { detail: 'access_denied', message: 'No.' } })
        : route.continue(),
    );
    await write(one, 'Once only');
    const reason = 'Not sent: You don’t have permission to do this.';
    const note = (page: Page) => page.getByRole('alert').filter({ hasText: reason });
    await expectOf(note(one)).toBeVisible();
    const other = await one.context().newPage();
    await other.goto(`${server.url}/#/chats/${group}`);
    await expectOf(note(other)).toBeVisible();
    await one.unrouteAll();
    await note(one).getByRole('button', { name: 'Retry' }).click();
    await expectOf(bubble(other, 'Once only').getByText('Sent', { exact: true })).toBeAttached();
    await expectOf(note(other)).toHaveCount(0);
  });
});

describe('a long history', () => {
  const COUNT = 1_200;
  const BURST = 150;
  let group: number;
  const ids: number[] = [];

  beforeAll(async () => {
    group = await groupOf('Long');
    // Each token may ask so often at once, so it takes several to be quick.
    for (let from = 1; from <= COUNT; from += BURST) {
      const writer = server.now.as(await server.now.signIn(taras.email, taras.password), taras);
      const texts = Array.from({ length: BURST }, (_, index) => textOf(from + index));
      const sent = texts.map((text) => writer.call('dialogs.send', { dialog_id: group, text }));
      ids.push(...(await Promise.all(sent)).map((message) => message.ID));
    }
    const [last] = await olena.call('dialogs.messages', { dialog_id: group, limit: 1 });
    await olena.call('dialogs.read', { dialog_id: group, message: last!.ID });
  });

  const textOf = (one: number) => (one === 7 ? 'The needle of number 7' : `Number ${one}.`);
  const isSeen = (page: Page, words: string) => expectOf(bubble(page, words)).toBeInViewport();

  /** Scrolls up by a wheel until something is in the page. */
  async function scrollUpTo(page: Page, words: string): Promise<void> {
    await bubble(page, 'Number').hover();
    await expectOf
      .poll(
        async () => {
          await page.mouse.wheel(0, -4_000);
          return bubble(page, words).count();
        },
        { timeout: 30_000, intervals: [50] },
      )
      .toBeGreaterThan(0);
  }

  it('scrolls to its beginning and back with few rows in the page', async () => {
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    await isSeen(page, `Number ${COUNT}.`);
    await scrollUpTo(page, 'Number 1.');
    expect(await messages(page).getByRole('group').count()).toBeLessThan(100);
    await page.getByRole('button', { name: 'Jump to latest message' }).click();
    await isSeen(page, `Number ${COUNT}.`);
    expect(await messages(page).getByRole('group').count()).toBeLessThan(100);
  });

  it('keeps its scroll position when older messages load and when another chat was open', async () => {
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    await isSeen(page, `Number ${COUNT}.`);
    await bubble(page, `Number ${COUNT}.`).hover();
    await page.mouse.wheel(0, -1_500);
    await expectOf(bubble(page, `Number ${COUNT}.`)).not.toBeInViewport();
    await whenStill(() => placeOf(page));
    const before = await firstSeen(page);
    const elsewhere = await groupOf('Aside');
    await page.goto(`${server.url}/#/chats/${elsewhere}`);
    await expectOf(messages(page)).toHaveAccessibleName('Messages in Aside');
    await page.goBack();
    await expectOf(bubble(page, before)).toBeInViewport();
    await expectOf.poll(() => firstSeen(page)).toBe(before);
  });

  it('opens one message after another by address, however far apart', async () => {
    const page = await browser.open(server, olena);
    for (const number of [100, 600, 300, 1_100, 20]) {
      await page.goto(`${server.url}/#/chats/${group}/${ids[number - 1]}`);
      await isSeen(page, textOf(number));
      await page.goto(`${server.url}/#/chats`);
      await expectOf(messages(page)).toHaveCount(0);
    }
  });

  it("continues from an opened message: to one's own new message, and to the end", async () => {
    const group = await groupOf('Go on');
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    const { ID } = await olena.call('dialogs.send', { dialog_id: group, text: 'Long ago' });
    // A chat that is opened after the others were sent begins at its unread marker.
    await expectOf(bubble(page, 'Long ago')).toBeInViewport();
    for (let count = 1; count <= 60; count++)
      await taras.call('dialogs.send', { dialog_id: group, text: `Since then ${count}` });
    await expectOf(bubble(page, 'Since then 60')).toBeInViewport();
    await page.goto(`${server.url}/#/chats/${group}/${ID}`);
    await expectOf(bubble(page, 'Long ago')).toBeInViewport();
    await write(page, 'Said now');
    await expectOf(bubble(page, 'Said now').getByText('Sent', { exact: true })).toBeAttached();
    await expectOf(bubble(page, 'Said now')).toBeInViewport();

    await box(page).press('Control+f');
    const search = page.getByRole('searchbox', { name: 'Search in this chat' });
    await search.fill('Long ago');
    await expectOf(bubble(page, 'Long ago')).toBeInViewport();
    await page.getByRole('button', { name: 'Jump to latest message' }).click();
    await expectOf(bubble(page, 'Said now')).toBeInViewport();
    await taras.call('dialogs.send', { dialog_id: group, text: 'And then' });
    await expectOf(bubble(page, 'And then')).toBeInViewport();
    await box(page).click();
    await box(page).press('Control+f');
    await expectOf(search).toBeFocused();
  });

  it('opens the same message again, from a search and from a link in another message', async () => {
    const group = await groupOf('Come again');
    const { ID } = await olena.call('dialogs.send', { dialog_id: group, text: 'The very first' });
    for (let count = 1; count <= 60; count++)
      await olena.call('dialogs.send', { dialog_id: group, text: `Between ${count}` });
    const text = `See ${server.url}/#/chats/${group}/${ID} above`;
    await olena.call('dialogs.send', { dialog_id: group, text });
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    const toEnd = page.getByRole('button', { name: 'Jump to latest message' });
    for (const time of ['first', 'second']) {
      await messages(page)
        .getByRole('link', { name: /#\/chats/ })
        .click();
      await expectOf(bubble(page, 'The very first'), time).toBeInViewport();
      await toEnd.click();
      await expectOf(bubble(page, 'Between 60')).toBeInViewport();
    }
    for (const time of ['first', 'second']) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).fill('The very first');
      await page.getByRole('option', { name: /The very first/ }).click();
      await expectOf(bubble(page, 'The very first'), time).toBeInViewport();
      await toEnd.click();
      await expectOf(bubble(page, 'Between 60')).toBeInViewport();
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

    await choose(page, bubble(page, 'The needle'), 'Reply');
    await write(page, 'Found it');
    await isSeen(page, 'Found it');
    await expectOf(bubble(page, 'The needle of number 7')).not.toHaveAttribute('data-message', '7');
    await clickWhenStill(bubble(page, 'Found it').getByRole('button', { name: /In reply to Taras/ }));
    await expectOf(messages(page).locator(`[data-message="${ids[6]}"]`)).toBeInViewport();
    await isSeen(page, 'Number 8.');
  });

  it.each([1, 2, 3])('opens a message while older ones load above it (%i)', async (frames) => {
    const group = await groupOf(`Racing ${frames}`);
    const ids: number[] = [];
    for (let line = 0; line < 150; line++) {
      // Waits where so many messages exceed the request rate.
      const text = `Line ${line} of many`;
      ids.push((await untilPasses(() => taras.call('dialogs.send', { dialog_id: group, text }))).ID);
    }
    const page = await browser.open(server, olena, { height: 1200 });
    // Older messages have come to the page, but are not given to it before the list goes to another one.
    await page.evaluate(() => {
      const fetched = window.fetch;
      const { promise: gone, resolve: go } = Promise.withResolvers<void>();
      Object.assign(window, { go });
      window.fetch = async (...asked) => {
        const answer = await fetched(...asked);
        if (/[?&]last_id=/.test(answer.url)) await gone;
        return answer;
      };
    });
    const asked = page.waitForResponse(/\/messages\?.*last_id=/);
    await page.evaluate((hash) => (location.hash = hash), `#/chats/${group}/${ids[75]}`);
    await expectOf(bubble(page, 'Line 75 of many')).toBeInViewport();
    await asked;
    await page.evaluate(
      ([hash, frames]) => {
        let left = frames;
        const go = () => {
          if (left-- > 0) requestAnimationFrame(go);
          else (window as unknown as { go: () => void }).go();
        };
        addEventListener('hashchange', go);
        location.hash = hash;
      },
      [`#/chats/${group}/${ids[95]}`, frames] as const,
    );
    await expectOf(bubble(page, 'Line 95 of many')).toBeInViewport();
  });

  it('stays at its end as it grows, after opening at the unread marker and reading everything', async () => {
    const group = await groupOf('Short');
    await taras.call('dialogs.send', { dialog_id: group, text: 'First' });
    const page = await browser.open(server, olena);
    await chat(page, 'Short').click();
    await expectOf(bubble(page, 'First')).toBeInViewport();
    for (let line = 0; line < 30; line++)
      await taras.call('dialogs.send', { dialog_id: group, text: `Then ${line}` });
    await expectOf(bubble(page, 'Then 29')).toBeInViewport();
  });

  it('opens at the message in the address, or at the unread marker', async () => {
    const [around] = await olena.call('dialogs.searchMessages', { mask: 'needle', dialog: group });
    const page = await browser.open(server, olena, { at: `#/chats/${group}/${around!.ID}` });
    await isSeen(page, 'The needle of number 7');

    for (const words of ['News one', 'News two'])
      await taras.call('dialogs.send', { dialog_id: group, text: words });
    const other = await browser.open(server, olena, { at: `#/chats/${group}` });
    await expectOf(messages(other).getByRole('separator', { name: 'New messages' })).toBeInViewport();
    await expectOf(chat(other, 'Long').getByRole('img', { name: /unread/ })).toHaveCount(0);
  });

  it('stays at its end when a message grows while scrolling settles', async () => {
    const dialog = await groupOf('Taller');
    for (let count = 1; count <= 30; count++)
      await taras.call('dialogs.send', { dialog_id: dialog, text: `Row ${count}` });
    const page = await browser.open(server, taras, { at: `#/chats/${dialog}` });
    await expectOf(bubble(page, 'Row 30')).toBeInViewport();
    const gap = await bubble(page, 'Row 29').evaluate((one) => {
      const view = one.closest('ol')?.parentElement;
      if (!view) return 0;
      one.style.minHeight = '900px';
      view.scrollTop += 1;
      return view.scrollHeight - view.clientHeight - view.scrollTop;
    });
    expect(gap).toBeGreaterThan(500);
    await expectOf(bubble(page, 'Row 30')).toBeInViewport();
    await expectOf(page.getByRole('button', { name: 'Jump to latest message' })).toHaveCount(0);
  });

  it('opens at unread messages and stays at its end, for any message heights', async () => {
    const tall = await groupOf('Tall');
    const lines = (name: string, count: number) =>
      [name, ...Array.from({ length: count }, (_, index) => `line ${index}`)].join('\n');
    for (let one = 0; one < 24; one++)
      await taras.call('dialogs.send', { dialog_id: tall, text: lines(`Old ${one}`, (one * 7) % 15) });
    const [last] = await olena.call('dialogs.messages', { dialog_id: tall, limit: 1 });
    await olena.call('dialogs.read', { dialog_id: tall, message: last!.ID });
    await taras.call('dialogs.send', { dialog_id: tall, text: 'Short news' });
    await taras.call('dialogs.send', { dialog_id: tall, text: lines('Long news', 6) });

    const page = await browser.open(server, olena, { at: `#/chats/${tall}` });
    await expectOf(messages(page).getByRole('separator', { name: 'New messages' })).toBeInViewport();
    await expectOf(bubble(page, 'Long news')).toBeInViewport({ ratio: 1 });

    const toNewest = page.getByRole('button', { name: 'Jump to latest message' });
    await box(page).fill(lines('A long answer', 12));
    await expectOf(bubble(page, 'Long news')).toBeInViewport({ ratio: 1 });
    await box(page).fill('A short one');
    await expectOf(bubble(page, 'Long news')).toBeInViewport({ ratio: 1 });
    await expectOf(toNewest).toHaveCount(0);
    await taras.call('dialogs.send', { dialog_id: tall, text: lines('More news', 14) });
    await expectOf(bubble(page, 'More news')).toBeInViewport({ ratio: 1 });
    await choose(page, bubble(page, 'More news'), 'Delete');
    await expectOf(bubble(page, 'More news')).toHaveCount(0);
    await expectOf(bubble(page, 'Long news')).toBeInViewport({ ratio: 1 });
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

describe('groups and channels', () => {
  it('are created once when the answer is lost and the button is pressed again', async () => {
    const page = await browser.open(server, olena);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: 'New group' }).click();
    const window = page.getByRole('dialog', { name: 'New group' });
    await window.getByRole('textbox', { name: 'Name' }).fill('Only one');
    await loseAnswers(page, '**/dialogs');
    await window.getByRole('button', { name: 'Create' }).click();
    await expectOf(window.getByRole('alert')).toBeVisible();
    await window.getByRole('button', { name: 'Create' }).click();
    await expectOf(messages(page)).toHaveAccessibleName('Messages in Only one');
    const made = (await olena.call('dialogs.list', {})).filter(({ Name }) => Name === 'Only one');
    expect(made).toHaveLength(1);
  });

  it('are created with members, and joined by an invitation', async () => {
    const one = await browser.open(server, olena);
    await one.getByRole('button', { name: 'New', exact: true }).click();
    await one.getByRole('menuitem', { name: 'New group' }).click();
    const window = one.getByRole('dialog', { name: 'New group' });
    await window.getByRole('textbox', { name: 'Name' }).fill('Book club');
    await window.getByRole('switch', { name: /^Private/ }).click();
    await window.getByRole('button', { name: 'Create' }).click();
    await expectOf(messages(one)).toHaveAccessibleName('Messages in Book club');
    await one.getByRole('button', { name: 'Chat info' }).last().click();
    await one.getByRole('button', { name: 'Invitations' }).click();
    const invitations = one.getByRole('dialog', { name: 'Invitations' });
    await invitations.getByRole('button', { name: 'New invitation' }).click();
    await invitations.getByRole('button', { name: 'Show QR code' }).click();
    await expectOf(invitations.getByRole('img', { name: 'QR code: invitation to Book club' })).toBeVisible();
    const copy = invitations.getByRole('button', { name: 'Copy link' });
    const link = await copiedBy(one, () => copy.click());
    await invitations.getByRole('button', { name: 'Close' }).click();

    const other = await browser.open(server, taras);
    await other.getByRole('button', { name: 'New', exact: true }).click();
    await other.getByRole('menuitem', { name: 'Join with an invitation' }).click();
    await other.getByRole('textbox', { name: 'Code or link' }).fill(link);
    await other.getByRole('button', { name: 'Continue' }).click();
    await other.getByRole('button', { name: 'Join', exact: true }).click();
    await expectOf(messages(other)).toHaveAccessibleName('Messages in Book club');
    await write(other, 'I am in');
    await expectOf(bubble(one, 'I am in')).toBeVisible();
    await expectOf(one.getByRole('complementary', { name: 'Chat info' }).getByText('Taras')).toBeVisible();

    await one.getByRole('button', { name: 'Actions for Taras' }).click();
    await one.getByRole('menuitem', { name: 'Make admin' }).click();
    await expectOf(one.getByRole('complementary').getByText('Admin')).toBeVisible();
    await one.getByRole('button', { name: 'Actions for Taras' }).click();
    await one.getByRole('menuitem', { name: 'Remove', exact: true }).click();
    await one.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expectOf(chat(other, 'Book club')).toHaveCount(0);
  });

  it('show that they were deleted, and appear again with a member who returns', async () => {
    const group = await groupOf('Soon deleted');
    const { ID: closed } = await olena.call('dialogs.create', {
      name: 'Closed',
      type: 'group',
      private: true,
    });
    await olena.call('dialogs.join', { dialog_id: closed, user_id: String(taras.id) });
    const page = await browser.open(server, taras, { at: `#/chats/${group}` });
    await expectOf(box(page)).toBeVisible();
    await olena.call('dialogs.remove', { dialog_id: group });
    await expectOf(page.getByText('Chat not found')).toBeVisible();

    await page.goto(`${server.url}/#/chats/${closed}`);
    await expectOf(box(page)).toBeVisible();
    await olena.call('dialogs.leave', { dialog_id: closed, user_id: String(taras.id) });
    await expectOf(page.getByText('Chat not found')).toBeVisible();
    await olena.call('dialogs.send', { dialog_id: closed, text: 'Said meanwhile' });
    await olena.call('dialogs.join', { dialog_id: closed, user_id: String(taras.id) });
    await expectOf(bubble(page, 'Said meanwhile')).toBeVisible();
    await write(page, 'Back again');
    await expectOf(bubble(page, 'Back again').getByText('Sent', { exact: true })).toBeAttached();
  });

  it('can get a picture while edited, which all members see', async () => {
    const group = await groupOf('Orchard');
    const page = await browser.open(server, olena, { at: `#/chats/${group}` });
    const other = await browser.open(server, taras);
    await expectOf(chat(other, 'Orchard').locator('img')).toHaveCount(0);
    await chat(page, 'Orchard').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const form = page.getByRole('dialog', { name: 'Edit group' });
    const picture = { name: 'tree.jpg', mimeType: 'image/jpeg', buffer: fixture('turned.jpg') };
    await form.getByLabel('Change chat photo').last().setInputFiles([picture]);
    const window = page.getByRole('dialog', { name: 'Chat photo' });
    await window.getByRole('button', { name: 'Save' }).click();
    await expectOf(form.locator('img')).toBeVisible();
    await expectOf(chat(other, 'Orchard').locator('img')).toBeVisible();
    await form.getByRole('button', { name: 'Save' }).click();
    await expectOf(form).toHaveCount(0);
    await expectOf(chat(page, 'Orchard').locator('img')).toBeVisible();
  });

  it('let only admins write in a channel, and preview a public one before joining', async () => {
    const { ID } = await olena.call('dialogs.create', { name: 'Quarter news', type: 'channel' });
    await olena.call('dialogs.send', { dialog_id: ID, text: 'Water is off on Thursday' });
    const page = await browser.open(server, taras);
    await page.getByRole('searchbox', { name: 'Search chats and people' }).fill('quarter');
    await page
      .getByRole('list', { name: 'Groups and channels' })
      .getByRole('link', { name: /Quarter news/ })
      .click();
    await page.getByRole('button', { name: 'Join channel' }).click();
    await expectOf(bubble(page, 'Water is off')).toBeVisible();
    await expectOf(page.getByText('Only admins can post here.')).toBeVisible();
    await expectOf(box(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Mute' }).click();
    await expectOf(page.getByRole('button', { name: 'Unmute' })).toBeVisible();
  });

  it('can be pinned, muted, navigated and left by keyboard', async () => {
    const [group, next] = [await groupOf('Left soon'), await groupOf('Next to it')];
    await olena.call('dialogs.send', { dialog_id: group, text: 'Bye' });
    const page = await browser.open(server, taras, { at: `#/chats/${group}` });
    await expectOf(bubble(page, 'Bye')).toBeVisible();
    await expectOf(chat(page, 'Next to it')).toBeVisible();
    await page.keyboard.press('Alt+ArrowDown');
    await expectOf(messages(page)).toHaveAccessibleName('Messages in Next to it');
    expect(page.url()).toContain(`#/chats/${next}`);
    await chat(page, 'Left soon').focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Pin' }).press('Enter');
    await expectOf(chat(page, 'Left soon').getByText('Pinned')).toBeAttached();
    await choose(page, chat(page, 'Left soon'), 'Leave');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expectOf(chat(page, 'Left soon')).toHaveCount(0);
  });
});

describe('a narrow window', () => {
  it('shows one pane with a back button, in Ukrainian too', async () => {
    const group = await groupOf('Вузько');
    const page = await browser.open(server, olena, { width: 390, height: 844, language: 'uk' });
    await page.getByRole('link').filter({ hasText: 'Вузько' }).click();
    await expectOf(page.getByRole('heading', { name: 'Чати' })).toBeHidden();
    await page.getByRole('textbox', { name: 'Повідомлення' }).fill('Привіт');
    await page.getByRole('button', { name: 'Надіслати' }).click();
    await expectOf(page.getByRole('group').filter({ hasText: 'Привіт' })).toBeVisible();
    await page.getByRole('button', { name: 'Назад до чатів' }).click();
    await expectOf(page.getByRole('heading', { name: 'Чати' })).toBeVisible();
    expect(new URL(page.url()).hash).not.toContain(String(group));
  });
});
