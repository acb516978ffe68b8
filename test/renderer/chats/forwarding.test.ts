import type { Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { copiedBy, expectOf, testBrowser } from '../../support/browser/browser';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
let server: TestServer;
let ann: TestPerson;
let ben: TestPerson;
let yard: number;
let garden: number;
let news: number;

beforeAll(async () => {
  server = await testServer();
  [ann, ben] = (await server.people('Ann', 'Ben')) as [TestPerson, TestPerson];
  ({ ID: yard } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' }));
  ({ ID: garden } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' }));
  ({ ID: news } = await ben.call('dialogs.create', { name: 'News', type: 'channel' }));
  await ann.call('dialogs.join', { dialog_id: yard, user_id: String(ben.id) });
  await ann.call('dialogs.join', { dialog_id: news, user_id: '@me' });
});
afterAll(() => server.close());

const bubble = (page: Page, text: string) => page.getByRole('group', { name: /,/ }).filter({ hasText: text });
const choose = async (page: Page, over: Locator, entry: string) => {
  await over.click({ button: 'right' });
  await page.getByRole('menuitem', { name: entry }).click();
};

describe('a forwarded message', () => {
  it('is sent to the selected chats with its author, its attachments and an added text', async () => {
    const photo = await upload(server.now.service, ben.session, 'photos.upload', fixture('turned.jpg'), {});
    await ben.call('dialogs.send', { dialog_id: yard, text: 'The gate is done', photos_list: [photo.ID] });
    const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
    await choose(page, bubble(page, 'The gate is done'), 'Forward');
    const asked = page.getByRole('dialog', { name: 'Send to' });
    await expectOf(asked.getByRole('button', { name: 'Garden' })).toBeVisible();
    await expectOf(asked.getByRole('button', { name: 'News' })).toBeHidden();
    await expectOf(asked.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
    await asked.getByRole('searchbox').fill('gard');
    await expectOf(asked.getByRole('button', { name: 'Yard' })).toBeHidden();
    await asked.getByRole('searchbox').press('Enter');
    await expectOf(asked.getByRole('searchbox')).toHaveValue('');
    await expectOf(asked.getByRole('button', { name: 'Garden' })).toHaveAttribute('aria-pressed', 'true');
    await expectOf(asked.getByText('1 chat selected: Garden')).toBeVisible();
    await asked.getByRole('textbox', { name: 'Add a message' }).fill('Look');
    await asked.getByRole('textbox', { name: 'Add a message' }).press('Enter');
    await expectOf(page.getByText('Sent to Garden')).toBeVisible();
    await expectOf(asked).toBeHidden();
    const sent = await ann.call('dialogs.messages', { dialog_id: garden });
    expect(sent.map(({ Text, Photos, Forwarded }) => [Text, Photos, Forwarded?.Name])).toEqual([
      ['The gate is done', [photo.ID], 'Ben'],
      ['Look', [], undefined],
    ]);
  });
});

test('Enter selects a chat and then sends, in the search field and on a row; space only selects', async () => {
  await ann.call('dialogs.send', { dialog_id: yard, text: 'By Enter' });
  const page = await browser.open(server, ann, { at: `#/chats/${yard}` });
  const asked = page.getByRole('dialog', { name: 'Send to' });
  const found = asked.getByRole('searchbox');
  const row = asked.getByRole('button', { name: 'Garden' });
  await choose(page, bubble(page, 'By Enter'), 'Forward');
  await found.fill('gard');
  await expectOf(row).toBeVisible();
  await expectOf(asked.getByRole('button', { name: 'Yard' })).toBeHidden();
  await found.press('ArrowDown');
  await expectOf(row).toBeFocused();
  for (const isChosen of [true, false]) {
    await page.keyboard.press('Space');
    await expectOf(row).toHaveAttribute('aria-pressed', String(isChosen));
  }
  await page.keyboard.press('Enter');
  await expectOf(row).toHaveAttribute('aria-pressed', 'true');
  // Nothing is found by this name, so that nothing is meant yet.
  await found.fill('nowhere');
  await expectOf(asked.getByText('No chats found')).toBeVisible();
  await found.press('Enter');
  await expectOf(asked.getByText('1 chat selected')).toBeVisible();
  await found.fill('');
  await row.focus();
  await page.keyboard.press('Enter');
  await expectOf(page.getByText('Sent to Garden')).toBeVisible();
  await expectOf(asked).toBeHidden();

  await choose(page, bubble(page, 'By Enter'), 'Forward');
  await found.fill('gard');
  await expectOf(row).toBeVisible();
  await expectOf(asked.getByRole('button', { name: 'Yard' })).toBeHidden();
  await found.press('Enter');
  await expectOf(found).toHaveValue('');
  await expectOf(row).toHaveAttribute('aria-pressed', 'true');
  await found.press('Enter');
  await expectOf(asked).toBeHidden();
  const sent = await ann.call('dialogs.messages', { dialog_id: garden });
  expect(sent.filter(({ Text }) => Text === 'By Enter')).toHaveLength(2);
});

describe('several messages', () => {
  it('are forwarded without polls, after saying so, and not at all if there are only polls', async () => {
    const { ID: votes } = await ann.call('dialogs.create', { name: 'Votes', type: 'group' });
    const poll = { options: ['Yes', 'No'] };
    for (const text of ['Paint it?', 'Water it?'])
      await ann.call('dialogs.send', { dialog_id: votes, text, poll });
    await ann.call('dialogs.send', { dialog_id: votes, text: 'Please vote' });
    const page = await browser.open(server, ann, { at: `#/chats/${votes}` });
    await choose(page, bubble(page, 'Paint it?'), 'Select');
    const bar = page.getByRole('toolbar', { name: 'Selected messages' });
    const forward = bar.getByRole('button', { name: 'Forward' });
    await bubble(page, 'Water it?').click({ force: true });
    await expectOf(bar).toContainText('2 selected');
    await expectOf(forward).toBeDisabled();
    await bubble(page, 'Please vote').click({ force: true });
    await forward.click();
    const asked = page.getByRole('dialog', { name: 'Send to' });
    await expectOf(asked).toContainText('2 messages won’t be sent: polls and events can’t be forwarded.');
    await asked.getByRole('button', { name: 'Garden' }).click();
    await asked.getByRole('button', { name: 'Send', exact: true }).click();
    await expectOf(page.getByText('Sent to Garden')).toBeVisible();
    await choose(page, bubble(page, 'Please vote'), 'Forward');
    await expectOf(asked).toBeVisible();
    await expectOf(asked).not.toContainText('won’t be sent');
  });

  it('can be selected by pressing anywhere on their rows, copied, and deleted with undo', async () => {
    for (const text of ['One apple', 'Two pears', 'Three plums'])
      await ann.call('dialogs.send', { dialog_id: garden, text });
    const page = await browser.open(server, ann, { at: `#/chats/${garden}` });
    await choose(page, bubble(page, 'One apple'), 'Select');
    const bar = page.getByRole('toolbar', { name: 'Selected messages' });
    await expectOf(bar).toContainText('1 selected');
    // The row's own tick lies over it.
    await bubble(page, 'Three plums').click({ force: true });
    await expectOf(bar).toContainText('2 selected');
    const copied = await copiedBy(page, () => bar.getByRole('button', { name: 'Copy' }).click());
    expect(copied).toBe('Ann: One apple\nAnn: Three plums');
    await expectOf(bar).toBeHidden();

    await choose(page, bubble(page, 'Two pears'), 'Select');
    await expectOf(bar).toContainText('1 selected');
    await bubble(page, 'Three plums').click({ force: true });
    await expectOf(bar).toContainText('2 selected');
    await bar.getByRole('button', { name: 'Delete' }).click();
    await expectOf(bubble(page, 'Two pears')).toBeHidden();
    await expectOf(page.getByText('2 messages deleted')).toBeVisible();
    await page.getByRole('button', { name: /Undo/ }).click();
    await expectOf(bubble(page, 'Two pears')).toBeVisible();
    await expectOf(bubble(page, 'Three plums')).toBeVisible();
  });

  it('can all be deleted and copied by a key, wherever the focus is among them', async () => {
    const { ID: beds } = await ann.call('dialogs.create', { name: 'Beds', type: 'group' });
    for (const text of ['Red', 'Green', 'Blue']) await ann.call('dialogs.send', { dialog_id: beds, text });
    const page = await browser.open(server, ann, { at: `#/chats/${beds}` });
    const bar = page.getByRole('toolbar', { name: 'Selected messages' });
    await choose(page, bubble(page, 'Red'), 'Select');
    await expectOf(bar).toContainText('1 selected');
    await page.getByRole('listitem').filter({ hasText: 'Green' }).locator('label').click();
    await expectOf(bar).toContainText('2 selected');
    expect(await copiedBy(page, () => page.keyboard.press('c'))).toBe('Ann: Red\nAnn: Green');
    await expectOf(bar).toBeHidden();

    await bubble(page, 'Green').focus();
    await page.keyboard.press('s');
    await page.keyboard.press('ArrowUp');
    await expectOf(bubble(page, 'Red')).toBeFocused();
    await page.keyboard.press('s');
    await expectOf(bar).toContainText('2 selected');
    // The one under the focus is not chosen, and not meant.
    for (const next of ['Green', 'Blue']) {
      await page.keyboard.press('ArrowDown');
      await expectOf(bubble(page, next)).toBeFocused();
    }
    await page.keyboard.press('Delete');
    await expectOf(page.getByText('2 messages deleted')).toBeVisible();
    await expectOf(bubble(page, 'Blue')).toBeVisible();
    await expectOf(bubble(page, 'Green')).toBeHidden();
    await page.getByRole('button', { name: /Undo/ }).click();
    await expectOf(bubble(page, 'Red')).toBeVisible();
  });

  it('say that those of others can’t be deleted', async () => {
    await ben.call('dialogs.send', { dialog_id: news, text: 'Of somebody else' });
    const page = await browser.open(server, ann, { at: `#/chats/${news}` });
    await choose(page, bubble(page, 'Of somebody else'), 'Select');
    const bar = page.getByRole('toolbar', { name: 'Selected messages' });
    await expectOf(bar).toContainText('1 selected');
    await page.keyboard.press('Delete');
    await expectOf(page.getByText('You can’t delete other people’s messages here.')).toBeVisible();
    await expectOf(bar).toContainText('1 selected');
  });

  it('can be selected and forwarded by keyboard alone, and deselected with Escape', async () => {
    await ann.call('dialogs.send', { dialog_id: garden, text: 'By keys' });
    await ann.call('dialogs.send', { dialog_id: garden, text: 'And this' });
    const page = await browser.open(server, ann, { at: `#/chats/${garden}` });
    await expectOf(bubble(page, 'And this')).toBeVisible();
    await page.getByRole('textbox', { name: 'Message' }).focus();
    await page.keyboard.press('Shift+Tab');
    await bubble(page, 'And this').focus();
    await page.keyboard.press('s');
    await page.keyboard.press('ArrowUp');
    await expectOf(bubble(page, 'By keys')).toBeFocused();
    await page.keyboard.press(' ');
    const bar = page.getByRole('toolbar', { name: 'Selected messages' });
    await expectOf(bar).toContainText('2 selected');
    await page.keyboard.press('Escape');
    await expectOf(bar).toBeHidden();
    await bubble(page, 'By keys').focus();
    await page.keyboard.press('f');
    const asked = page.getByRole('dialog', { name: 'Send to' });
    await expectOf(asked.getByRole('searchbox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expectOf(asked).toBeHidden();
  });
});
