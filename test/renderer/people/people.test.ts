import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxOf, expectOf, testBrowser } from '../../support/browser/browser';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
let server: TestServer;

beforeAll(async () => {
  server = await testServer();
  await server.people('Owner');
});
afterAll(() => server.close());

/** Two people used by this test only. */
async function two(first: string, second: string): Promise<[TestPerson, TestPerson]> {
  return (await server.people(first, second)) as [TestPerson, TestPerson];
}

const befriend = async (one: TestPerson, other: TestPerson) => {
  await one.call('people.subscribe', { user: String(other.id), value: true });
  await other.call('people.subscribe', { user: String(one.id), value: true });
};
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'People' }).getByRole('link', { name });
const bell = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /^Notifications/ });

/** The host refuses what the page asks of it. */
async function refuse(page: Page, path: string): Promise<void> {
  const refusal = JSON.stringify({ detail: 'conflict', message: 'No.' });
  await page.route(path, (route) => route.fulfill({ status: 409, body: refusal }));
}

describe('friends', () => {
  it('are told why someone can’t be asked or written to', async () => {
    const [asker, closed] = await two('Vira', 'Zakhar');
    await closed.call('account.updateProfile', { addFriendState: false, sendMessageState: 2 });
    const page = await browser.open(server, asker, { at: `#/people/${closed.id}` });
    await page.getByRole('button', { name: 'Add friend' }).click();
    await expectOf(page.getByText('Zakhar doesn’t accept friend requests.')).toBeVisible();
    await page.getByRole('button', { name: 'Message', exact: true }).click();
    await expectOf(page.getByText('This person doesn’t accept messages from you.')).toBeVisible();
  });

  it('can be found, requested, accepted, ignored and removed, live for both', async () => {
    const [hanna, peter] = await two('Hanna', 'Peter');
    const one = await browser.open(server, hanna, { at: '#/people?list=find' });
    const other = await browser.open(server, peter, { at: '#/people?list=incoming' });
    await expectOf(other.getByText('No requests')).toBeVisible();
    await one.getByRole('searchbox', { name: 'Name or @tag' }).fill('pet');
    await row(one, 'Peter').getByRole('button', { name: 'Add friend' }).dblclick();
    await expectOf(row(one, 'Peter').getByRole('button', { name: 'Cancel request' })).toBeEnabled();

    await expectOf(tab(other, 'Requests').getByRole('img', { name: '1 friend request' })).toBeVisible();
    await expectOf(bell(other)).toHaveAccessibleName('Notifications, 1 new notification');
    await row(other, 'Hanna').getByRole('button', { name: 'Accept' }).press('Enter');
    await expectOf(row(other, 'Hanna').getByRole('button', { name: 'Remove friend' })).toBeFocused();
    await tab(one, 'Friends').click();
    await expectOf(row(one, 'Peter').getByRole('button', { name: 'Remove friend' })).toBeVisible();
    await expectOf(tab(one, 'Friends')).toHaveText(/1$/);
    const relation = async () =>
      (await hanna.call('people.relationships', { user: String(peter.id) })).RelationshipState;
    expect(await relation()).toBe('friends');

    await row(one, 'Peter').getByRole('button', { name: 'Remove friend' }).click();
    await expectOf(one.getByText('Peter is no longer your friend')).toBeVisible();
    expect(await relation()).toBe('he_subscribed');
    await one.getByRole('button', { name: 'Undo' }).click();
    await expectOf.poll(relation).toBe('friends');
    await row(one, 'Peter').getByRole('button', { name: 'Remove friend' }).click();
    await expectOf(one.getByText('Peter is no longer your friend')).toBeVisible();
    await refuse(one, '**/user/*/subscribe');
    await one.getByRole('button', { name: 'Undo' }).click();
    await expectOf(one.getByText(/isn’t possible now/)).toBeVisible();

    const [zoya, yana] = (await server.people('Zoya', 'Yana')) as [TestPerson, TestPerson];
    for (const one of [zoya, yana])
      await one.call('people.subscribe', { user: String(peter.id), value: true });
    await expectOf(row(other, 'Yana')).toBeVisible();
    await row(other, 'Zoya').getByRole('button', { name: 'Ignore' }).press('Enter');
    await expectOf(row(other, 'Zoya')).toHaveCount(0);
    await expectOf(other.getByRole('main').getByRole('listitem').locator(':focus')).toBeVisible();
    await row(other, 'Yana').getByRole('button', { name: 'Ignore' }).click();
    await expectOf(row(other, 'Yana')).toHaveCount(0);
    // What is hidden so far is done before the page goes.
    await other.reload();
    await expectOf.poll(() => peter.call('people.incoming', {})).toEqual([]);
  });

  it("are those of the profile's owner, also when coming from another profile", async () => {
    const [vera, yosyp] = await two('Vera', 'Yosyp');
    const [zlata] = (await server.people('Zlata')) as [TestPerson];
    await befriend(vera, yosyp);
    await befriend(yosyp, zlata);
    const page = await browser.open(server, vera, { at: `#/people/u${vera.id}/friends` });
    await page.getByRole('link', { name: /Yosyp/ }).first().click();
    await expectOf(page.getByRole('heading', { name: 'Yosyp' })).toBeVisible();
    await page
      .getByRole('link', { name: /^Friends/ })
      .first()
      .click();
    await expectOf(row(page, 'Zlata').getByRole('button', { name: 'Add friend' })).toBeVisible();
    await expectOf(page.getByRole('main').getByRole('button', { name: 'Remove friend' })).toHaveCount(1);
  });
});

describe('finding people', () => {
  it('filters by name, work, country and who is online', async () => {
    const [ivan, lidia] = await two('Ivan', 'Lidia');
    await lidia.call('account.updateProfile', { worksAt: 'Harbour bakery', country: 1, link: 'lidia' });
    const page = await browser.open(server, ivan, { at: '#/people?list=find' });
    await page.getByRole('searchbox', { name: 'Name or @tag' }).fill('@lidi');
    await expectOf(page.getByRole('status').filter({ hasText: '1 person' })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Name or @tag' }).fill('');
    await page.getByRole('textbox', { name: 'Work or school' }).fill('bakery');
    await expectOf(row(page, 'Lidia')).toBeVisible();
    await expectOf(row(page, 'Ivan')).toHaveCount(0);
    await page.getByRole('combobox', { name: 'Country' }).click();
    await page.getByRole('option', { name: 'Ukraine' }).click();
    await expectOf(page.getByText('No people found')).toBeVisible();
    await page.getByRole('button', { name: 'Remove filter: Ukraine' }).click();
    await expectOf(row(page, 'Lidia')).toBeVisible();
    await page.getByRole('switch', { name: 'Online now' }).click();
    await expectOf(page.getByText('No people found')).toBeVisible();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expectOf(row(page, 'Lidia')).toBeVisible();
  });

  it('restores its filters and position after opening a profile', async () => {
    const [roman] = await two('Roman', 'Sofia');
    await server.people(...Array.from({ length: 32 }, (_, count) => `Neighbour ${count}`));
    const page = await browser.open(server, roman, { at: '#/people?list=find' });
    const words = page.getByRole('searchbox', { name: 'Name or @tag' });
    await words.fill('neighbour');
    await expectOf(page.getByText('More than 30 people')).toBeVisible();
    const more = page.getByRole('button', { name: 'Show more' });
    await more.click();
    await expectOf(page.getByText('32 people')).toBeVisible();
    const last = page.getByRole('listitem').filter({ hasText: 'Neighbour' }).last();
    await last.scrollIntoViewIfNeeded();
    const before = await boxOf(last);
    const name = (await last.getByRole('link').first().innerText()).trim();
    await last.getByRole('link').first().click();
    await expectOf(page.getByRole('heading', { name })).toBeVisible();
    await page.goBack();
    await expectOf(words).toHaveValue('neighbour');
    await expectOf(page.getByText('32 people')).toBeVisible();
    await expectOf(last).toContainText(name);
    await expectOf.poll(() => boxOf(last)).toEqual(before);
  });
});

describe('a profile', () => {
  it("opens a chat, and shows the person's details", async () => {
    const [one, other] = await two('Oleh', 'Nadia');
    await other.call('account.updateProfile', { link: 'nadia', about: 'Up since four', cityNative: 'Львів' });
    const page = await browser.open(server, one, { at: '#/people/nadia' });
    await expectOf(page.getByRole('heading', { name: 'Nadia' })).toBeVisible();
    await expectOf(page.getByText('Up since four')).toBeVisible();
    await expectOf(page.getByRole('definition').filter({ hasText: 'Львів' })).toBeVisible();
    await page.getByRole('button', { name: 'Message' }).click();
    await expectOf(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
    expect(page.url()).toMatch(/#\/chats\/\d+$/);
    await page.goBack();
    await expectOf(page.getByRole('heading', { name: 'Nadia' })).toBeVisible();
  });

  it('cuts a long text about the person between words in a narrow window', async () => {
    const [one, other] = await two('Marta', 'Denys');
    const about = 'I plant trees and write down which ones have come up. '.repeat(8);
    await other.call('account.updateProfile', { link: 'denys', about });
    const page = await browser.open(server, one, { at: '#/people/denys', width: 390 });
    const text = page.getByText(/^I plant trees/);
    const more = page.locator('main .head').getByRole('button', { name: 'Show more' });
    await expectOf(more).toBeVisible();
    const button = await boxOf(more);
    const lines = await text.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return [...range.getClientRects()].map(({ top, bottom, right }) => ({ top, bottom, right }));
    });
    const beside = lines.filter(({ top, bottom }) => top < button.y + button.height / 2 && bottom > button.y);
    expect(beside).toHaveLength(1);
    expect(beside[0]!.right).toBeLessThanOrEqual(button.x);
    await more.click();
    await expectOf(more).toHaveCount(0);
    await expectOf(text).toHaveText(about.trim());
  });

  it('shows that a person was not found, and leads back', async () => {
    const [one] = await two('Yarema', 'Ustyna');
    const page = await browser.open(server, one, { at: '#/people/no-such-person' });
    await expectOf(page.getByText('Profile not found')).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await expectOf(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();
  });

  it('lets you report a person to the admins, and block and unblock them, which hides both', async () => {
    const [one, other] = await two('Vasyl', 'Rostyslav');
    const page = await browser.open(server, one, { at: `#/people/${other.id}` });
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Report' }).click();
    const window = page.getByRole('dialog', { name: 'Report Rostyslav' });
    await expectOf(window.getByRole('button', { name: 'Report' })).toBeDisabled();
    await window.getByRole('textbox', { name: 'What happened?' }).fill('Sells what is not theirs');
    await window.getByRole('button', { name: 'Report' }).click();
    await expectOf(page.getByText('Reported. Thank you.')).toBeVisible();
    await expectOf(window).toBeHidden();

    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Block' }).click();
    const question = page.getByRole('alertdialog', { name: 'Block Rostyslav?' });
    await question.getByRole('button', { name: 'Block' }).click();
    await expectOf(page.getByText('Rostyslav is blocked')).toBeVisible();
    expect((await other.refused('people.get', { user: String(one.id) })).code).toBe('not_found');
    await refuse(page, '**/user/*/block');
    await page.getByRole('button', { name: 'Unblock' }).click();
    await expectOf(page.getByText(/isn’t possible now/)).toBeVisible();
    await page.unroute('**/user/*/block');
    await one.call('people.unblock', { user: String(other.id) });
    await expectOf
      .poll(() => other.call('people.get', { user: String(one.id) }).catch(() => null))
      .toMatchObject({ Name: 'Vasyl' });
  });
});

describe('notifications', () => {
  it('arrive live, can be answered in place, and are marked as read', async () => {
    const [one, other] = await two('Stepan', 'Teodor');
    const page = await browser.open(server, one, { at: '#/people' });
    await expectOf(page.getByText('No friends yet')).toBeVisible();
    await other.call('people.subscribe', { user: String(one.id), value: true });
    await expectOf(bell(page)).toHaveAccessibleName('Notifications, 1 new notification');
    await bell(page).click();
    const panel = page.getByRole('complementary', { name: 'Notifications' });
    await expectOf(row(page, 'sent you a friend request')).toContainText('New: Teodor');
    await panel.getByRole('button', { name: 'Accept' }).click();
    await expectOf(panel.getByRole('button', { name: 'Accept' })).toHaveCount(0);
    await expectOf(row(page, 'sent you a friend request').getByRole('link')).toBeFocused();
    await panel.getByRole('button', { name: 'Mark all as read' }).click();
    await expectOf(bell(page)).toHaveAccessibleName('Notifications');
    await page.keyboard.press('Escape');
    await expectOf(panel).toHaveCount(0);
    await expectOf(row(page, 'Teodor')).toBeVisible();
  });

  it('open the message with a mention', async () => {
    const [one, other] = await two('Fedir', 'Hordii');
    await one.call('account.updateProfile', { link: 'fedir' });
    const { ID } = await other.call('dialogs.create', { name: 'Garden', type: 'group' });
    await other.call('dialogs.join', { dialog_id: ID, user_id: String(one.id) });
    await other.call('dialogs.send', { dialog_id: ID, text: 'Is @fedir coming?' });
    const page = await browser.open(server, one, { at: '#/notifications' });
    await page.getByRole('link', { name: /Hordii mentioned you/ }).click();
    await expectOf(page.getByRole('region', { name: 'Messages in Garden' })).toContainText(
      'Is @fedir coming?',
    );
    expect(page.url()).toMatch(new RegExp(`#/chats/${ID}/\\d+$`));
    await expectOf(bell(page)).toHaveAccessibleName('Notifications');
  });
});
