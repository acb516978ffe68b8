import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copiedBy, expectOf, testBrowser } from '../support/browser/browser';
import { smallExport } from '../support/export-archive';
import { fixture } from '../support/fixtures';
import { testServer, type TestServer } from '../support/server';
import { mailedCode, type TestPerson } from '../support/service';

const browser = testBrowser();
let server: TestServer;
let olena: TestPerson;
let taras: TestPerson;

beforeAll(async () => {
  server = await testServer();
  const [first, second] = await server.people('Olena', 'Taras');
  olena = first!;
  taras = second!;
});
afterAll(() => server.close());

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const pageLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true });
const open = (person: TestPerson, place: string) =>
  browser.open(server, person, { at: `#/settings/${place}` });

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await button(page, 'Sign in').click();
}

async function chooser(page: Page) {
  const choosing = page.waitForEvent('filechooser');
  await button(page, 'Choose file').click();
  return choosing;
}

/** Chooses a value of a select by its words. */
async function select(page: Page, name: string | RegExp, value: string): Promise<void> {
  await page.getByRole('combobox', { name }).click();
  await page.getByRole('option', { name: value, exact: true }).click();
}

describe('the own profile', () => {
  it('is edited in place, persists after a reload, and is what others see', async () => {
    const [ann] = await server.people('Ann');
    const page = await open(ann!, 'profile');
    await field(page, 'Name').fill(' ');
    await button(page, 'Save').click();
    await expectOf(field(page, 'Name')).toHaveAccessibleDescription('Fill in this field.');
    await expectOf(field(page, 'Name')).toBeFocused();
    await field(page, 'Name').fill('Ann');
    await field(page, 'Surname').fill('Bondarenko');
    await field(page, 'Tag').fill('ann.b');
    await field(page, 'About you').fill('I have a ladder.\nAsk me.');
    await field(page, 'City').fill('Lviv');
    await field(page, 'Website').fill('example.org/ann');
    await select(page, /^Country/, 'Ukraine');
    await select(page, /^Relationship/, 'Married');
    await page.getByRole('checkbox', { name: 'Ukrainian' }).click();
    await button(page, 'Save').click();
    await expectOf(page.getByText('Saved', { exact: true })).toBeVisible();
    await expectOf(button(page, 'Save')).toHaveCount(0);

    await page.reload();
    await expectOf(field(page, 'Surname')).toHaveValue('Bondarenko');
    await expectOf(field(page, 'Website')).toHaveValue('https://example.org/ann');
    await expectOf(page.getByRole('combobox', { name: /^Country/ })).toContainText('Ukraine');
    await expectOf(page.getByRole('checkbox', { name: 'Ukrainian' })).toBeChecked();

    const other = await browser.open(server, taras, { at: '#/people/ann.b' });
    await expectOf(other.getByRole('heading', { name: 'Ann Bondarenko' })).toBeVisible();
    await expectOf(other.getByText('Lviv, Ukraine')).toBeVisible();
    await expectOf(other.getByText('Married')).toBeVisible();
  });

  it('gets a photo from the page of its settings', async () => {
    const [ira] = await server.people('Ira');
    const page = await open(ira!, 'profile');
    const photo = fixture('turned.jpg');
    const choosing = page.waitForEvent('filechooser');
    await button(page, 'Change profile photo').click();
    await (await choosing).setFiles([{ name: 'me.jpg', mimeType: 'image/jpeg', buffer: photo }]);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expectOf(button(page, 'Remove profile photo')).toBeVisible();
    expect((await ira!.call('people.me', {})).Avatar).toBeGreaterThan(0);
    await button(page, 'Remove profile photo').click();
    await expectOf(button(page, 'Remove profile photo')).toHaveCount(0);
  });

  it('asks before a link or back discards unsaved changes', async () => {
    const page = await browser.open(server, taras, { at: '#/people' });
    await page.goto(`${server.url}/#/settings/profile`);
    await field(page, 'Surname').fill('Unsaved');
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });

    await pageLink(page, 'Privacy').click();
    await expectOf(question.getByRole('button', { name: 'Stay' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expectOf(page).toHaveURL(/settings\/profile$/);
    await expectOf(field(page, 'Surname')).toHaveValue('Unsaved');

    await page.evaluate(() => history.back());
    await question.getByRole('button', { name: 'Leave' }).click();
    await expectOf(page).toHaveURL(/#\/people$/);
    await page.goForward();
    await expectOf(field(page, 'Surname')).toHaveValue('');
  });
});

describe('privacy', () => {
  it('applies at once, and hides what others may not see', async () => {
    await taras.call('account.updateProfile', { birthday: '1990-05-04', link: 'taras' });
    const page = await open(taras, 'privacy');
    await select(page, /^My birthday/, 'No one');
    await expectOf(page.getByText('Saved', { exact: true })).toBeVisible();
    expect((await olena.call('people.get', { user: 'taras' })).Birthday).toBe('');
    await page.reload();
    await expectOf(page.getByRole('combobox', { name: /^My birthday/ })).toContainText('No one');

    await page.getByRole('switch', { name: 'Show me in search' }).click();
    await expectOf(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await olena.call('people.find', { query: 'taras' })).toEqual([]);
  });
});

describe('the account', () => {
  it('gets a new password, which signs in and ends other sessions', async () => {
    const [ben] = await server.people('Ben');
    const elsewhere = server.now.as(await server.now.signIn(ben!.email, ben!.password), ben!);
    const other = await browser.open(server, elsewhere);
    await expectOf(other.getByRole('heading', { name: 'Chats' })).toBeVisible();

    const page = await open(ben!, 'account');
    await field(page, 'Current password').fill('not mine at all');
    await field(page, 'New password').fill('short');
    await button(page, 'Change password').click();
    await expectOf(field(page, 'New password')).toHaveAccessibleDescription(/at least 8 characters/);
    await field(page, 'New password').fill('quite another password');
    await button(page, 'Change password').click();
    await expectOf(field(page, 'Current password')).toHaveAccessibleDescription('Wrong password.');
    await field(page, 'Current password').fill(ben!.password);
    await button(page, 'Change password').click();
    await expectOf(page.getByText('Password changed')).toBeVisible();

    await expectOf(other.getByText('Your session has ended')).toBeVisible();
    await signIn(other, ben!.email, 'quite another password');
    await expectOf(other.getByRole('heading', { name: 'Chats' })).toBeVisible();
    await expectOf(pageLink(page, 'Account and password')).toBeVisible();
  });

  it('gets a recovery code to print, with which another password is chosen', async () => {
    const [lev] = await server.people('Lev');
    const page = await browser.open(server, lev!, { at: '#/settings/account' });
    await page.getByRole('button', { name: 'Create code' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').fill(lev!.password);
    await dialog.getByRole('button', { name: 'Create code' }).click();
    const code = (await dialog.getByText(/^(\w{4}-){3}\w{4}$/).textContent()) ?? '';
    await page.emulateMedia({ media: 'print' });
    await expectOf(page.getByText(code)).toBeVisible();
    await expectOf(page.getByText('It works once.')).toBeVisible();
    await expectOf(page.getByText('Done')).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expectOf(page.getByText('You have a recovery code')).toBeVisible();
    const signedOut = await browser.open(server, null, { at: '#/reset' });
    await signedOut.getByRole('button', { name: 'I have a code' }).click();
    await signedOut.getByLabel('Code').fill(code);
    await signedOut.getByLabel('New password').fill('a password to remember');
    await signedOut.getByRole('button', { name: 'Set password' }).click();
    await expectOf(signedOut.getByText('Password changed. Sign in with it.')).toBeVisible();
    await signIn(signedOut, lev!.email, 'a password to remember');
    await expectOf(signedOut.getByRole('heading', { name: 'Chats' })).toBeVisible();
  });

  it('gets a new email address with the code that was sent there', async () => {
    const [cid] = await server.people('Cid');
    const page = await open(cid!, 'account');
    await button(page, 'Change email').click();
    await field(page, 'New email').fill('cid.anew@example.org');
    await field(page, 'Your password').fill('wrong');
    await button(page, 'Send code').click();
    await expectOf(field(page, 'Your password')).toHaveAccessibleDescription('Wrong password.');
    await field(page, 'Your password').fill(cid!.password);
    await button(page, 'Send code').click();
    await expectOf(field(page, 'Code')).toBeFocused();
    await field(page, 'Code').fill('00000000');
    await button(page, 'Confirm').click();
    await expectOf(field(page, 'Code')).toHaveAccessibleDescription(/Wrong or expired/);
    await button(page, 'Back').press('Enter');
    await expectOf(field(page, 'New email')).toBeFocused();
    await page.keyboard.press('Enter');
    await expectOf(field(page, 'Code')).toBeFocused();
    await field(page, 'Code').fill(await mailedCode(server.now.service, 'cid.anew@example.org'));
    await page.keyboard.press('Enter');
    await expectOf(page.getByText('cid.anew@example.org', { exact: true })).toBeVisible();
    expect((await cid!.call('people.me', {})).Email).toBe('cid.anew@example.org');
  });

  it('can be exported as a file', async () => {
    const page = await open(taras, 'account');
    const downloading = page.waitForEvent('download');
    await button(page, 'Download').click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/^courtyard-.+\.zip$/);
    expect(
      readFileSync(await file.path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
  });

  it('imports the export of another community, says what it contained, and marks its posts', async () => {
    const [fay] = await server.people('Fay');
    const page = await open(fay!, 'account');
    const zip = { name: 'export.zip', mimeType: 'application/zip', buffer: await smallExport() };
    await (await chooser(page)).setFiles(zip);
    await expectOf(page.getByText(/^Import finished/)).toBeVisible();
    await expectOf(
      page.getByText(/^Imported: 1 file, 2 photos, 1 track, 1 video, 2 playlists/),
    ).toBeVisible();
    await (await chooser(page)).setFiles({ ...zip, buffer: Buffer.from('no zip') });
    await expectOf(page.getByText(/isn’t a data export/)).toBeVisible();
    await page.reload();
    await expectOf(page.getByText(/^Imported: 1 file/)).toBeVisible();
    await page.goto(`${server.url}/#/people/u${fay!.id}`);
    await expectOf(page.getByText(/imported, written/).first()).toBeVisible();
  });

  it('can be deleted for good, only with the password', async () => {
    const [dan] = await server.people('Dan');
    const page = await open(dan!, 'account');
    await button(page, 'Delete').click();
    await field(page, 'Your password').fill('wrong');
    await button(page, 'Delete account').click();
    await expectOf(field(page, 'Your password')).toHaveAccessibleDescription('Wrong password.');
    await field(page, 'Your password').fill(dan!.password);
    await button(page, 'Delete account').click();
    await expectOf(page.getByText('Your account was deleted')).toBeVisible();
    await expectOf(page.getByText('Your session has ended')).toHaveCount(0);
    await signIn(page, dan!.email, dan!.password);
    await expectOf(page.getByText('Wrong email or password.')).toBeVisible();
  });
});

describe('sessions and tokens', () => {
  it('list every device, and can end one or all others, whose window asks to sign in', async () => {
    const [eve] = await server.people('Eve');
    const client = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const session = await server.now.signIn(eve!.email, eve!.password, { userAgent: client });
    const other = await browser.open(server, server.now.as(session, eve!));
    await expectOf(other.getByRole('heading', { name: 'Chats' })).toBeVisible();

    const page = await open(eve!, 'sessions');
    await button(page, 'Sign out Firefox on Linux').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await expectOf(page.getByText('You aren’t signed in anywhere else.')).toBeVisible();
    await expectOf(other.getByText('Your session has ended')).toBeVisible();
    await expectOf(other.getByRole('heading', { name: /^Sign in/ })).toBeVisible();

    for (const name of ['Weather bot', 'Clock']) {
      await server.now.signIn(eve!.email, eve!.password, { userAgent: name });
    }
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expectOf(button(page, 'Sign out Weather bot')).toBeVisible();
    await button(page, 'Sign out all others').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out all others' }).click();
    await expectOf(page.getByText('You aren’t signed in anywhere else.')).toBeVisible();
    expect(await eve!.call('account.tokens', {})).toHaveLength(1);
  });

  it('create a token for a bot, which works over HTTP until it is revoked', async () => {
    const page = await open(taras, 'sessions');
    await button(page, 'Create token').click();
    const window = page.getByRole('dialog');
    await field(page, 'Name').fill('Weather bot');
    await window.getByRole('button', { name: 'Create token' }).click();
    const token = await copiedBy(page, () => button(page, 'Copy token').click());
    await button(page, 'Done').click();
    await expectOf(page.getByText(token)).toHaveCount(0);

    const ask = () => fetch(`${server.url}/me`, { headers: { token } });
    expect(await (await ask()).json()).toMatchObject({ Name: 'Taras' });
    await button(page, 'Revoke Weather bot').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expectOf(page.getByText('Token revoked')).toBeVisible();
    expect((await ask()).status).toBe(401);
  });
});

describe('theme and language', () => {
  const root = (page: Page) => page.locator('html');

  it('survive a reload, and sync to another device', async () => {
    const [gus] = await server.people('Gus');
    const page = await open(gus!, 'appearance');
    await page.getByRole('radio', { name: 'Dark' }).click();
    await page.getByRole('radio', { name: 'River' }).click();
    await expectOf(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.getByRole('slider', { name: 'Text size' }).press('ArrowRight');
    await page.reload();
    await expectOf(root(page)).toHaveAttribute('data-theme', 'dark');
    await expectOf(root(page)).toHaveAttribute('data-accent', 'river');
    await expectOf(page.getByRole('slider', { name: 'Text size' })).toHaveAttribute('aria-valuetext', '110%');

    await pageLink(page, 'Language').click();
    await page.getByRole('radio', { name: 'Українська' }).click();
    await expectOf(page.getByRole('heading', { name: 'Мова', exact: true })).toBeVisible();
    await expectOf(page.getByText('Збережено', { exact: true })).toBeVisible();
    await page.reload();
    await expectOf(root(page)).toHaveAttribute('lang', 'uk');

    const other = await browser.open(server, gus!);
    await expectOf(root(other)).toHaveAttribute('data-theme', 'dark');
    await expectOf(root(other)).toHaveAttribute('data-accent', 'river');
    await expectOf(root(other)).toHaveAttribute('lang', 'uk');
    await expectOf(root(other)).toHaveCSS('--text-scale', '1');
  });
});

describe('keyboard navigation', () => {
  it('moves between pages with arrow keys and saves with Enter', async () => {
    const page = await open(taras, 'profile');
    await pageLink(page, 'Profile').focus();
    await page.keyboard.press('ArrowDown');
    await expectOf(pageLink(page, 'Privacy')).toBeFocused();
    await page.keyboard.press('Enter');
    await expectOf(page.getByRole('heading', { name: 'Privacy' })).toBeVisible();
    const friends = page.getByRole('combobox', { name: /^My friends/ });
    const isAt = (choice: string) =>
      expectOf(page.getByRole('option', { name: choice })).toHaveAttribute('data-highlighted', '');
    await friends.focus();
    await page.keyboard.press('Enter');
    await isAt('Everyone');
    await page.keyboard.press('ArrowDown');
    await isAt('Friends');
    await page.keyboard.press('Enter');
    await expectOf(friends).toContainText('Friends');

    await page.goto(`${server.url}/#/settings/profile`);
    await field(page, 'Status').focus();
    await page.keyboard.type('By keys');
    await page.keyboard.press('Enter');
    await expectOf(page.getByText('Saved', { exact: true })).toBeVisible();
    expect((await taras.call('people.me', {})).Status).toBe('By keys');
  });
});

describe('a narrow window', () => {
  it('shows only the list, then a page with a back button, in Ukrainian too', async () => {
    const page = await browser.open(server, taras, {
      at: '#/settings',
      width: 390,
      height: 844,
      language: 'uk',
    });
    await expectOf(page.getByRole('heading', { name: 'Профіль' })).toBeHidden();
    await page.getByRole('link', { name: 'Приватність' }).click();
    await expectOf(page.getByRole('heading', { name: 'Приватність' })).toBeFocused();
    await expectOf(page.getByRole('navigation', { name: 'Налаштування' })).toBeHidden();
    await button(page, 'Назад до налаштувань').click();
    await expectOf(page.getByRole('navigation', { name: 'Налаштування' })).toBeVisible();
  });
});
