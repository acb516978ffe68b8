import type { Page } from '@playwright/test';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OutboxItem } from '../../../shared/bridge';
import { awayPage, outboxActions, showOutbox } from '../../support/browser/away-page';
import { expectOf, testBrowser } from '../../support/browser/browser';
import { testServer, type TestServer } from '../../support/server';
import { seriousViolationsInBothThemes } from '../../support/browser/axe';

const browser = testBrowser();
let server: TestServer;
beforeEach(async () => void (server = await testServer()));
afterEach(() => server.close());

/** A group with messages, a post with a comment, and what of it waits to be sent. */
async function busyEvening() {
  const [olena] = await server.people('Olena', 'Taras');
  const { ID: dialog } = await olena!.call('dialogs.create', { name: 'Garden group' });
  const texts = ['Who has the keys of the shed?', 'I leave them at the gate, on the nail under the roof.'];
  const sent = [];
  for (const text of texts) sent.push(await olena!.call('dialogs.send', { dialog_id: dialog, text }));
  const post = await olena!.call('posts.create', {
    user: String(olena!.id),
    content: 'The apples are ripe.',
  });
  const comment = await olena!.call('posts.comment', { post_id: post.ID, content: 'Come with a basket' });
  const now = Math.floor(Date.now() / 1000);
  const item = (key: string, name: string, input: OutboxItem['input'], made: number[] = []): OutboxItem => ({
    ...{ key, name, input, made, madeAt: now - 300 },
    ...{ state: 'pending', error: null },
  });
  const items = [
    item('a', 'dialogs.send', { dialog_id: dialog, text: texts[1] }, [sent[1]!.ID]),
    item('b', 'posts.create', { user: olena!.id, content: 'The apples are ripe.' }, [post.ID]),
    item('c', 'posts.comment', { post_id: post.ID, content: 'Come with a basket' }, [comment.ID]),
    item('d', 'posts.like', { post_id: post.ID, value: true }),
  ];
  const refused: OutboxItem = {
    ...item('e', 'dialogs.send', { dialog_id: dialog, text: 'See you there' }),
    ...{ state: 'refused', error: { detail: 'access_denied', message: '' } },
  };
  const conflict: OutboxItem = {
    ...item('f', 'dialogs.editMessage', {
      message_id: sent[0]!.ID,
      text: 'Who has the key?'.repeat(256),
      ifVersion: { text: 'Who has a key?' },
    }),
    state: 'refused',
    error: { detail: 'version_conflict', message: '', current: { text: texts[0] } },
  };
  return { olena: olena!, dialog, items, refused, conflict, asOf: now - 600 };
}

describe('the pages of a community that is away', () => {
  it('show since when, mark unsent messages, and list them in the outbox', async () => {
    const { olena, dialog, items, refused, asOf } = await busyEvening();
    const page = await awayPage(browser, server, olena, { items, asOf, at: `#/chats/${dialog}` });
    await expectOf(
      page.getByText(/is offline\.Last updated .*\d\d:\d\d\. What you do now is sent/),
    ).toBeVisible();
    await expectOf(page.locator('[data-message]').last()).toContainText('Waiting to be sent');
    await expectOf(page.locator('[data-message]').first()).not.toContainText('Waiting');
    await expectOf(
      page.getByRole('button', { name: /, offline since .*\d\d:\d\d, 4 unsent items$/ }),
    ).toBeVisible();
    await showOutbox(page, [...items, refused]);
    await page.getByRole('button', { name: 'Open outbox' }).click();
    const list = page.getByRole('main').getByRole('listitem');
    await expectOf(page.getByText('Message in Garden group')).toHaveCount(2);
    await expectOf(page.getByText('You don’t have permission', { exact: false })).toBeVisible();
    expect(await seriousViolationsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Edit: Message in Garden group: “See you there”' }).press('Enter');
    await page.keyboard.type(' at six');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Discard: Like' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expectOf(list.filter({ hasText: /^\s*Like/ })).toHaveCount(0);
    await expectOf(page.getByRole('button', { name: /^Retry: Message/ })).toBeFocused();
    expect(await outboxActions(page)).toEqual([
      { action: 'edit', key: 'e', text: 'See you there at six' },
      { action: 'discard', key: 'd' },
    ]);
    await showOutbox(page, []);
    await expectOf(page.getByText('Everything has been sent')).toBeVisible();
  });

  it('show both versions of a conflicting edit, in the chat and in the outbox', async () => {
    const { olena, dialog, conflict, asOf } = await busyEvening();
    const at = `#/chats/${dialog}`;
    const page = await awayPage(browser, server, olena, { items: [conflict], asOf, at, width: 390 });
    await page.getByRole('button', { name: 'Compare' }).press('Enter');
    const window = page.getByRole('dialog', { name: 'Which version do you want to keep?' });
    await expectOf(window.getByRole('region', { name: 'Your version' })).toContainText('Who has the key?');
    await expectOf(window.getByRole('region', { name: 'Current version' })).toHaveText(/keys of the shed/);
    expect(await seriousViolationsInBothThemes(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await window.getByRole('button', { name: 'Edit' }).click();
    await window.getByRole('textbox').fill('Who has them?');
    await window.getByRole('button', { name: 'Save and send' }).click();
    await expectOf(window).toBeHidden();
    await page.goto(page.url().replace(/#.*/, '#/settings/outbox'));
    await expectOf(page.getByRole('region', { name: 'Your version' })).toBeVisible();
    expect(await seriousViolationsInBothThemes(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.getByRole('button', { name: /^Keep mine: / }).press('Enter');
    await page.getByRole('button', { name: /^Use current: / }).press('Enter');
    await expectOf(page.getByText('Everything has been sent')).toBeVisible();
    expect(await outboxActions(page)).toEqual([
      { action: 'edit', key: 'f', text: 'Who has them?' },
      { action: 'overwrite', key: 'f' },
      { action: 'discard', key: 'f' },
    ]);
  });
});

it('the sign-in page offers to save or delete what was unsent when the session ended', async () => {
  const { olena, items, asOf } = await busyEvening();
  const at = '#/sign-in';
  const page = await awayPage(browser, server, olena, { items, asOf, at, width: 390, isSignedOut: true });
  const note = page.getByRole('region', { name: '4 items weren’t sent' });
  await expectOf(note).toContainText('Sign in again to send them');
  await page.waitForLoadState();
  expect(await seriousViolationsInBothThemes(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
  await note.getByRole('button', { name: 'Save to a file' }).press('Enter');
  await note.getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectOf(note).toBeHidden();
  expect(await outboxActions(page)).toEqual([{ action: 'save' }, { action: 'discardAll' }]);
});

/** By how many pixels the page is wider than its window. */
function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
