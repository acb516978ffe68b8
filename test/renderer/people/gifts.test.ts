import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectOf, testBrowser } from '../../support/browser/browser';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';
import { seriousViolationsInBothThemes } from '../../support/browser/axe';

const browser = testBrowser();
let server: TestServer;
let owner: TestPerson;

beforeAll(async () => {
  server = await testServer();
  [owner] = (await server.people('Owner')) as [TestPerson];
});
afterAll(() => server.close());

/** A person with coins and one without, used by this test only. */
async function two(giver: string, receiver: string, coins: number): Promise<[TestPerson, TestPerson]> {
  const both = (await server.people(giver, receiver)) as [TestPerson, TestPerson];
  await owner.call('admin.createPromo', { code: `for${giver}`, coins, uses: 1 });
  await both[0].call('account.promo', { promo: `for${giver}` });
  return both;
}

async function openGiving(page: Page, name: string) {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Give a gift' }).click();
  const window = page.getByRole('dialog', { name: `A gift for ${name}` });
  await expectOf(window.getByRole('radio', { name: 'Cup of tea' })).toBeChecked();
  return window;
}

const gifts = (page: Page) => page.getByRole('region', { name: 'Gifts' });

describe('a gift', () => {
  it('is chosen, given with a note, and shown live on the profile of its recipient', async () => {
    const [one, other] = await two('Ada', 'Bohdan', 40);
    const theirs = await browser.open(server, other, { at: `#/people/${other.id}` });
    await expectOf(gifts(theirs).getByText('Gifts you receive appear here.')).toBeVisible();
    const page = await browser.open(server, one, { at: `#/people/${other.id}` });
    await expectOf(page.getByRole('heading', { name: 'Bohdan' })).toBeVisible();
    await expectOf(gifts(page)).toHaveCount(0);

    const window = await openGiving(page, 'Bohdan');
    await expectOf(window.getByText('You have 40 coins.')).toBeVisible();
    await window.getByRole('radio', { name: 'Apple pie' }).check();
    await window.getByRole('textbox', { name: 'Note' }).fill('Still warm');
    await window.getByRole('button', { name: 'Give for 15 coins' }).click();
    await expectOf(page.getByText('Gift sent to Bohdan')).toBeVisible();
    await expectOf(window).toBeHidden();

    for (const view of [page, theirs]) {
      await gifts(view).getByRole('button', { name: 'Apple pie from Ada: “Still warm”' }).click();
      const list = view.getByRole('dialog').getByRole('listitem');
      await expectOf(list).toHaveCount(1);
      await expectOf(list).toContainText('Still warm');
      await expectOf(list.getByRole('link', { name: 'From Ada' })).toBeVisible();
    }
    expect((await one.call('people.me', {})).Coins).toBe(25);
  });

  it('hides its giver and note from everyone except the recipient', async () => {
    const [one, other] = await two('Danylo', 'Emma', 40);
    const page = await browser.open(server, one, { at: `#/people/${other.id}` });
    const window = await openGiving(page, 'Emma');
    await window.getByRole('textbox', { name: 'Note' }).fill('Guess who');
    await window.getByRole('combobox', { name: 'Visible to others' }).click();
    await page.getByRole('option', { name: 'Hide my name' }).click();
    await window.getByRole('button', { name: 'Give for 5 coins' }).click();
    await expectOf(window).toBeHidden();

    const strangers = await browser.open(server, owner, { at: `#/people/${other.id}` });
    await expectOf(gifts(strangers).getByRole('listitem').getByRole('button')).toHaveAccessibleName(
      'Cup of tea from Someone',
    );
    const theirs = await browser.open(server, other, { at: `#/people/${other.id}` });
    await expectOf(gifts(theirs).getByRole('listitem').getByRole('button')).toHaveAccessibleName(
      'Cup of tea from Danylo: “Guess who”',
    );
  });

  it("creates a notification with its note, which opens the recipient's gifts", async () => {
    const [one, other] = await two('Ulas', 'Vira', 40);
    const page = await browser.open(server, other, { at: '#/notifications' });
    await expectOf(page.getByText('No notifications')).toBeVisible();
    await one.call('people.give', { user: String(other.id), item: 5, message: 'The first ones' });
    await page.getByRole('link', { name: /Ulas sent you a gift: .*The first ones/ }).click();
    await expectOf(gifts(page).getByRole('button', { name: 'Tulips from Ulas' })).toBeVisible();
  });

  it('shows how many coins are missing, and costs none when giving fails', async () => {
    const [one, other] = await two('Fedir', 'Hanna', 9);
    await other.call('account.updateProfile', { sendMessageState: 1 });
    const page = await browser.open(server, one, { at: `#/people/${other.id}` });
    const window = await openGiving(page, 'Hanna');
    await expectOf(window.getByText('Hanna doesn’t accept messages from you')).toBeVisible();
    await expectOf(window.getByRole('textbox')).toHaveCount(0);
    expect(await seriousViolationsInBothThemes(page)).toEqual([]);
    await window.getByRole('radio', { name: 'Daisies' }).check();
    await expectOf(
      window.getByRole('status').filter({ hasText: 'You need 1 more coin for this.' }),
    ).toBeVisible();
    await expectOf(window.getByRole('button', { name: 'Give for 10 coins' })).toBeDisabled();
    await window.getByRole('radio', { name: 'Cup of tea' }).check();
    await owner.call('admin.ban', { user_id: other.id, reason: 'spam' });
    await window.getByRole('button', { name: 'Give for 5 coins' }).click();
    await expectOf(window.getByRole('alert')).toContainText('You weren’t charged');
    expect((await one.call('people.me', {})).Coins).toBe(9);
  });
});

describe('many gifts', () => {
  it('are shown in part on the profile, and all in a dialog', async () => {
    const [one, other] = await two('Nadia', 'Oleh', 1000);
    for (let n = 0; n < 21; n++) await one.call('people.give', { user: String(other.id), item: 1 });
    await one.call('people.give', { user: String(other.id), item: 102 });
    const page = await browser.open(server, one, { at: `#/people/${other.id}`, language: 'uk' });
    const region = page.getByRole('region', { name: 'Подарунки' });
    await expectOf(region.getByRole('listitem')).toHaveCount(8);
    await expectOf(region.getByRole('button', { name: 'Premium — від: Nadia' })).toBeVisible();
    await region.getByRole('button', { name: 'Показати всі' }).click();
    const window = page.getByRole('dialog', { name: 'Подарунки: Oleh' });
    await expectOf(window.getByRole('listitem')).toHaveCount(20);
    await window.getByRole('button', { name: 'Показати більше' }).click();
    await expectOf(window.getByRole('listitem')).toHaveCount(22);
    await expectOf(window.getByText('Чашка чаю')).toHaveCount(21);
  });
});
