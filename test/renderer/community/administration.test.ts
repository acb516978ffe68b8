import type { Page } from '@playwright/test';
import { readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copiedBy, expectOf, testBrowser, type WindowOptions } from '../../support/browser/browser';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';
import { seriousViolationsInBothThemes } from '../../support/browser/axe';

const browser = testBrowser();
let server: TestServer;
let olena: TestPerson;
let taras: TestPerson;
let iryna: TestPerson;

beforeAll(async () => {
  server = await testServer();
  const [first, second, third] = await server.people('Olena', 'Taras', 'Iryna');
  olena = first!;
  taras = second!;
  iryna = third!;
  await olena.call('admin.setRole', { user_id: taras.id, role: 'admin' });
  const { service } = server.now;
  await upload(service, iryna.session, 'files.upload', Buffer.alloc(3000, 'a'), { filename: 'plan.txt' });
  await upload(service, taras.session, 'photos.upload', fixture('picture.png'));
});
afterAll(() => server.close());

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const open = (person: TestPerson, place: string, options: WindowOptions = {}) =>
  browser.open(server, person, { ...options, at: `#/settings/${place}` });

it('creates and verifies backups, and reports damaged and outdated ones', async () => {
  const page = await open(taras, 'backups', { changesProfile: true });
  await expectOf(page.getByText('No backups on this computer yet')).toBeVisible();
  await button(page, 'Back up now').click();
  const backups = page.getByRole('list', { name: 'On this computer' });
  await expectOf(backups.getByText('Verified just now')).toBeVisible();
  await expectOf(page.getByText('Backup created and verified')).toBeVisible();
  const [made] = await olena.call('admin.backups', {});
  await expectOf(backups.getByText(made!.Name)).toBeVisible();

  const blobs = join(server.data, 'content', 'blobs');
  const names = readdirSync(blobs, { recursive: true, encoding: 'utf8' }).filter((name) => name.length > 60);
  const [lost, moved] = names.map((name) => join(blobs, name));
  rmSync(lost!);
  // The copy of a symbolic link leads nowhere.
  renameSync(moved!, `${moved!}-moved`);
  symlinkSync(`${basename(moved!)}-moved`, moved!);
  await button(page, 'Back up now').click();
  const newest = backups.getByRole('listitem').first();
  await expectOf(newest.getByText(/^Verification failed/)).toBeVisible();
  await expectOf(newest.getByText('1 file was already missing')).toBeVisible();
  await newest.getByText('1 problem').click();
  await expectOf(newest.getByText(/^Stored content is missing/)).toBeVisible();

  await page.clock.install({ time: Date.now() + 27 * 3_600_000 });
  await page.reload();
  const sound = page.getByRole('listitem').filter({ hasText: 'Verified' });
  await expectOf(sound.getByText(/^Verified/)).toHaveClass(/old/);
});

it('lists storage by kind and by person, and moves unused files to the trash', async () => {
  const page = await open(taras, 'storage');
  const kinds = page.getByRole('table', { name: 'By type' });
  await expectOf(kinds.getByRole('row', { name: /^Files 1 3 kB$/ })).toBeVisible();
  await expectOf(kinds.getByRole('row', { name: /^Photos 1 / })).toBeVisible();
  await expectOf(kinds.getByRole('row', { name: /^Videos 0 0 byte/ })).toBeVisible();
  await expectOf(page.getByText(/ free on disk$/)).toBeVisible();
  const people = page.getByRole('table', { name: 'By person' });
  await expectOf(people.getByRole('row', { name: /^Iryna 1 3 kB$/ })).toBeVisible();

  const use = await taras.call('admin.storage', {});
  const amount = { Items: 412, Size: 3000 };
  const none = { Items: 0, Size: 0 };
  let isMoved = false;
  await page.route(/\/admin\/storage$/, (route) =>
    route.fulfill({ json: { ...use, Unused: isMoved ? none : amount, Trash: isMoved ? amount : none } }),
  );
  await page.route(/\/admin\/storage\/clean$/, (route) => {
    isMoved = true;
    return route.fulfill({ json: amount });
  });
  await page.reload();
  await expectOf(page.getByText('412 unused files (3 kB) can be moved to the trash')).toBeVisible();
  await button(page, 'Move to trash').click();
  await expectOf(page.getByText('412 files moved to the trash')).toBeVisible();
  await expectOf(page.getByText('412 files, 3 kB')).toBeVisible();
  await expectOf(button(page, 'Move to trash')).toBeHidden();
});

describe('promo codes', () => {
  it('can be created, redeemed, counted and revoked', async () => {
    const page = await open(taras, 'promos');
    await expectOf(page.getByText('No promo codes yet')).toBeVisible();
    await button(page, 'Create code').click();
    await expectOf(field(page, 'Code')).toHaveAccessibleDescription(/4 to 40 letters/);
    await field(page, 'Code').fill('SUMMER2026');
    await field(page, 'Coins').fill('many');
    await button(page, 'Create code').click();
    await expectOf(field(page, 'Coins')).toHaveAccessibleDescription(/^Enter a whole number up to/);
    await field(page, 'Coins').fill('70');
    await field(page, 'Number of people').fill('2');
    await button(page, 'Create code').click();
    const codes = page.getByRole('list', { name: 'Promo codes' });
    await expectOf(codes.getByText(/^70 coins · not used yet · expires /)).toBeVisible();
    expect(await copiedBy(page, () => button(page, 'Copy SUMMER2026').click())).toBe('SUMMER2026');
    await field(page, 'Code').fill('summer-2026');
    await button(page, 'Create code').click();
    await expectOf(field(page, 'Code')).toHaveAccessibleDescription('This code already exists.');

    const other = await open(iryna, 'account');
    await expectOf(other.getByText('None', { exact: true })).toHaveCount(1);
    await field(other, 'Promo code').fill('winter');
    await button(other, 'Redeem').click();
    await expectOf(field(other, 'Promo code')).toHaveAccessibleDescription(/^This code doesn’t exist/);
    await field(other, 'Promo code').fill('summer2026');
    await button(other, 'Redeem').click();
    await expectOf(other.getByText('Code redeemed: you now have 70 coins')).toBeVisible();
    await field(other, 'Promo code').fill('SUMMER2026');
    await button(other, 'Redeem').click();
    await expectOf(field(other, 'Promo code')).toHaveAccessibleDescription(/^You’ve already used this code/);
    await olena.call('admin.createPromo', { code: 'PLUS1', sub: 1, uses: 1 });
    await field(other, 'Promo code').fill('plus1');
    await button(other, 'Redeem').click();
    await expectOf(other.getByText('Code redeemed: your subscription is now Plus')).toBeVisible();
    await expectOf(other.getByText('A small badge next to your name')).toBeVisible();
    await olena.call('admin.revokePromo', { code: 'PLUS1' });

    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expectOf(codes.getByText(/^70 coins · used 1 of 2/)).toBeVisible();
    await button(page, 'Revoke SUMMER2026').click();
    await expectOf(page.getByRole('alertdialog').getByRole('button', { name: 'Keep it' })).toBeFocused();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expectOf(page.getByText('No promo codes yet')).toBeVisible();
    expect(await olena.call('admin.promos', {})).toEqual([]);
  });
});

it('has no serious accessibility problems on these pages, in both themes', async () => {
  await olena.call('admin.createPromo', { code: 'axe1', coins: 5, uses: 9 });
  const page = await open(olena, 'promos');
  const faults: Record<string, string[]> = {};
  for (const [place, shown] of [
    ['promos', '5 coins'],
    ['storage', 'Iryna'],
    ['backups', 'Verified'],
    ['account', 'Promo code'],
  ] as const) {
    await page.goto(`${server.url}/#/settings/${place}`);
    await expectOf(page.getByText(shown).first()).toBeVisible();
    faults[place] = await seriousViolationsInBothThemes(page);
  }
  expect(faults).toEqual({ promos: [], storage: [], backups: [], account: [] });
});
