import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectOf, holdAnswers, testBrowser } from '../../support/browser/browser';
import { testServer, type TestServer } from '../../support/server';
import { refusal, type TestPerson } from '../../support/service';

const browser = testBrowser();
const servers: TestServer[] = [];
let server: TestServer;
let olena: TestPerson;

beforeAll(async () => {
  server = await newServer();
  [olena] = (await server.people('Olena')) as [TestPerson];
  await olena.call('community.update', { name: 'Lisova 14', registration: 'open' });
});
afterAll(() => Promise.all(servers.map((one) => one.close())));

async function newServer(): Promise<TestServer> {
  const one = await testServer();
  servers.push(one);
  return one;
}

const PASSWORD = 'a long enough password';
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const password = (page: Page, name = 'Password') => page.getByLabel(name, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const isIn = (page: Page) => expectOf(page.getByRole('heading', { name: 'Chats', level: 1 })).toBeVisible();
/** A newcomer arrives where everyone's posts are. */
const isAmongEveryone = async (page: Page) => {
  await expectOf(page.getByRole('heading', { name: 'Feed', level: 1 })).toBeVisible();
  expect(page.url()).toMatch(/#\/feed\?of=everyone$/);
};

/** Fills what an account needs. */
async function fill(page: Page, name: string, email: string): Promise<void> {
  await field(page, 'Your name').fill(name);
  await field(page, 'Email').fill(email);
  await password(page).fill(PASSWORD);
}

/** The code of the last letter to an address, as an admin reads it. */
async function codeFor(email: string): Promise<string> {
  const mail = await olena.call('admin.mail', {});
  const listed = mail.find((one) => one.To === email);
  const letter = listed?.Masked ? await olena.call('admin.openLetter', { mail_id: listed.ID }) : listed;
  const code = /Code: (\S+)/.exec(letter?.Text ?? '')?.[1];
  expect(code).toBeDefined();
  return code!;
}

describe('a new community', () => {
  it('is created with its owner in three steps, from the setup link', async () => {
    const empty = await newServer();
    const setup = await empty.now.service.setupCode();
    const page = await browser.open(empty, null, { at: `#/welcome?setup=${setup}` });
    await expectOf(page.getByText('Step 1 of 3')).toBeVisible();
    await expectOf(field(page, 'Setup code')).toHaveCount(0);
    await press(page, 'Continue');
    await expectOf(field(page, 'Community name')).toHaveAccessibleDescription('Fill in this field.');
    await field(page, 'Community name').fill('Двір на Лісовій');
    await press(page, 'Continue');
    await fill(page, 'Олена', 'olena');
    await press(page, 'Continue');
    await expectOf(field(page, 'Email')).toBeFocused();
    await expectOf(field(page, 'Email')).toHaveAccessibleDescription(/valid email/);
    await field(page, 'Email').fill('olena@example.org');
    await field(page, 'Email').press('Enter');
    await expectOf(page.getByRole('radio', { name: 'By invitation' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expectOf(page.getByRole('radio', { name: 'Anyone who can connect' })).toBeChecked();
    await press(page, 'Create community');

    await isIn(page);
    await expectOf(page.getByText('No one else is here yet')).toBeVisible();
    await expectOf(page.getByText('Welcome to Двір на Лісовій')).toBeVisible();
    await expectOf(page).toHaveTitle('Двір на Лісовій');
    const community = await empty.now.open('community.get', {});
    expect(community).toMatchObject({ Name: 'Двір на Лісовій', Registration: 'open', Members: 1 });
    await page.reload();
    await isIn(page);
  });

  it('leaves a signed-in owner on the page they opened meanwhile', async () => {
    const empty = await newServer();
    const setup = await empty.now.service.setupCode();
    const page = await browser.open(empty, null, { at: `#/welcome?setup=${setup}` });
    await field(page, 'Community name').fill('Slow street');
    await press(page, 'Continue');
    await fill(page, 'Marta', 'marta@example.org');
    await press(page, 'Continue');
    const { taken, letGo } = await holdAnswers(page, /\/community$/, 'PATCH');
    await press(page, 'Create community');
    await isIn(page);
    await taken;
    await page
      .getByRole('link', { name: /^Files/ })
      .first()
      .click();
    await expectOf(page.getByRole('button', { name: 'Upload', exact: true })).toBeVisible();
    letGo();
    await expectOf(page).toHaveTitle('Slow street');
    await expectOf(page).toHaveURL(/#\/files$/);
  });

  it('keeps typed values, asks for the setup code without a link, and rejects a wrong one', async () => {
    const empty = await newServer();
    const page = await browser.open(empty, null, { at: '' });
    const fillAll = async () => {
      await field(page, 'Community name').fill('Our street');
      await field(page, 'Setup code').fill('WRONGCODE');
      await press(page, 'Continue');
      await fill(page, 'Ann', 'ann@example.org');
      await press(page, 'Continue');
      await expectOf(page.getByText('Step 3 of 3')).toBeVisible();
    };
    await fillAll();
    await page.goBack();
    await expectOf(field(page, 'Email')).toHaveValue('ann@example.org');
    await page.goBack();
    await expectOf(field(page, 'Community name')).toHaveValue('Our street');
    await page.goForward();
    await page.goForward();
    await expectOf(page.getByText('Step 3 of 3')).toBeVisible();
    await page.getByRole('button', { name: 'Change: ann@example.org' }).click();
    await expectOf(field(page, 'Your name')).toHaveValue('Ann');
    await page.reload();
    await expectOf(page.getByText('Step 1 of 3')).toBeVisible();
    await expectOf(field(page, 'Community name')).toHaveValue('');

    await fillAll();
    await press(page, 'Create community');
    await expectOf(field(page, 'Setup code')).toHaveAccessibleDescription(/Wrong setup code/);
    await field(page, 'Setup code').fill((await empty.now.service.setupCode()) ?? '');
    await press(page, 'Continue');
    await expectOf(page.getByText('Step 2 of 3')).toBeVisible();
    await press(page, 'Continue');
    await expectOf(page.getByText('Step 3 of 3')).toBeVisible();
    await press(page, 'Create community');
    await isIn(page);
  });
});

describe('signing in', () => {
  it('rejects a wrong password, and then opens the page of the address, in any language', async () => {
    const page = await browser.open(server, null, { at: '#/people?list=find' });
    await expectOf(page.getByRole('heading', { name: 'Sign in to Lisova 14' })).toBeVisible();
    await page.getByRole('radio', { name: 'Українська' }).click();
    await expectOf(page.getByRole('heading', { name: 'Вхід: Lisova 14' })).toBeVisible();
    await expectOf(page.locator('html')).toHaveAttribute('lang', 'uk');
    await page.getByRole('button', { name: 'Тема: Темна' }).click();
    await expectOf(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expectOf(page.getByRole('heading', { name: 'Вхід: Lisova 14' })).toBeVisible();
    await expectOf(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('radio', { name: 'English' }).click();

    await password(page).fill('visible words');
    await press(page, 'Show password');
    await expectOf(field(page, 'Password')).toHaveValue('visible words');
    await press(page, 'Hide password');
    await expectOf(password(page)).toHaveAttribute('type', 'password');
    await field(page, 'Email').fill(olena.email);
    await password(page).fill('not the password');
    await press(page, 'Sign in');
    await expectOf(page.getByRole('alert')).toHaveText('Wrong email or password.');
    await password(page).fill(olena.password);
    await password(page).press('Enter');
    await expectOf(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();
    expect(page.url()).toContain('#/people?list=find');
  });

  it('shows why it failed in a zoomed window, too', async () => {
    const page = await browser.open(server, null, { width: 640, height: 300 });
    await field(page, 'Email').fill(olena.email);
    await password(page).fill('not the password');
    await page.keyboard.press('Enter');
    await expectOf(page.getByText('Wrong email or password.')).toBeInViewport({ ratio: 1 });
  });
});

describe('the cards for newcomers', () => {
  it('say what is dismissed, and lead the focus to the next one', async () => {
    const another = await newServer();
    const [owner] = (await another.people('Owner')) as [TestPerson];
    const page = await browser.open(another, owner, { at: '#/feed?of=everyone' });
    const dismiss = page.getByRole('button', { name: 'Dismiss' });
    await expectOf(dismiss).toHaveAccessibleDescription('Welcome newcomers');
    await dismiss.press('Enter');
    await expectOf(dismiss).toHaveCount(0);
    await expectOf(page.getByRole('link', { name: 'Invite people' })).toBeFocused();
  });
});

describe('registering', () => {
  it('works with an invitation alone, without email', async () => {
    const { Code } = await olena.call('admin.createInvite', { maxUses: 1 });
    const page = await browser.open(server, null, { at: `#/join/${Code}` });
    await expectOf(page.getByText('Olena invited you')).toBeVisible();
    await fill(page, 'Taras', 'taras@example.org');
    await press(page, 'Join');
    await isAmongEveryone(page);
    await expectOf(page.getByRole('heading', { name: 'Olena invited you' })).toBeVisible();
    await press(page, 'Say hello');
    await expectOf(page.getByRole('region', { name: 'Messages in Olena' })).toBeVisible();
    expect(page.url()).toMatch(/#\/chats\/\d+$/);

    const late = await browser.open(server, null, { at: `#/join/${Code}` });
    await expectOf(late.getByRole('alert')).toContainText('Invalid invitation');
  });

  it('accepts a typed code or a whole link', async () => {
    const { Code } = await olena.call('admin.createInvite', { maxUses: 5 });
    const page = await browser.open(server, null, { at: '#/sign-in' });
    for (const given of [Code, `${server.url}/#/join/${Code}`]) {
      await page.goto(`${server.url}/#/sign-in`);
      await press(page, 'I have a link or code');
      await field(page, 'Link or code').fill(given);
      await press(page, 'Continue');
      await expectOf(page.getByText('Olena invited you')).toBeVisible();
    }
  });

  it('is confirmed with the code from an email', async () => {
    const page = await browser.open(server, null, { at: '#/sign-in' });
    await page.getByRole('link', { name: 'Create account' }).click();
    await fill(page, 'Iryna', olena.email);
    await press(page, 'Create account');
    await expectOf(field(page, 'Email')).toHaveAccessibleDescription(/already exists/);
    await field(page, 'Email').fill('iryna@example.org');
    await press(page, 'Create account');
    await expectOf(page.getByText('We sent a code to iryna@example.org')).toBeVisible();
    await field(page, 'Code').fill('NOTTHECODE');
    await press(page, 'Confirm');
    await expectOf(field(page, 'Code')).toHaveAccessibleDescription(/Wrong or expired/);
    await press(page, 'Send a new code');
    await expectOf(page.getByRole('status').filter({ hasText: 'A new code was sent' })).toBeVisible();
    await field(page, 'Code').fill(await codeFor('iryna@example.org'));
    await press(page, 'Confirm');
    await isAmongEveryone(page);
  });

  it('leaves nothing of its form on the sign-in page when it is given up', async () => {
    const page = await browser.open(server, null, { at: '#/sign-in' });
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await field(page, 'Email').fill('forgetful@example.com');
    await press(page, 'Send code');
    await field(page, 'Code').fill('000000');
    await password(page, 'New password').fill('another long password');
    await page.goBack();
    await expectOf(page.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
    await expectOf(page.getByText('has an account here')).toHaveCount(0);
    await expectOf(password(page)).toHaveValue('');
  });

  it('leads on to the group of the invitation', async () => {
    const { ID } = await olena.call('dialogs.create', { name: 'Garden', type: 'group', private: true });
    const { Code } = await olena.call('dialogs.createInvite', { dialog_id: ID });
    const page = await browser.open(server, null, { at: `#/join/${Code}` });
    await press(page, 'Sign in');
    await page.getByRole('link', { name: 'Create account' }).click();
    await fill(page, 'Kateryna', 'kateryna@example.org');
    await press(page, 'Create account');
    await expectOf(page.getByText('We sent a code to kateryna@example.org')).toBeVisible();
    await field(page, 'Code').fill(await codeFor('kateryna@example.org'));
    await press(page, 'Confirm');
    await expectOf(page.getByRole('heading', { name: 'Garden' })).toBeVisible();
    await press(page, 'Join');
    await expectOf(page.getByRole('region', { name: 'Messages in Garden' })).toBeVisible();
    await page.getByRole('link', { name: /^Feed/ }).first().click();
    await expectOf(page.getByRole('heading', { name: 'Feed', level: 1 })).toBeVisible();
  });

  it('continues after a reload between the two pages', async () => {
    const page = await browser.open(server, null, { at: '#/register' });
    await fill(page, 'Viktor', 'viktor@example.org');
    await press(page, 'Create account');
    await expectOf(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible();
    await page.goBack();
    await expectOf(field(page, 'Your name')).toHaveValue('Viktor');
    await page.goForward();
    await page.reload();
    await page.getByRole('link', { name: 'Send a new code' }).click();
    await expectOf(page.getByText('To get a new code, register again')).toBeVisible();
    await fill(page, 'Viktor', 'viktor@example.org');
    await press(page, 'Create account');
    await expectOf(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible();
    await page.reload();
    await field(page, 'Email').fill('viktor@example.org');
    await field(page, 'Code').fill(await codeFor('viktor@example.org'));
    await press(page, 'Confirm');
    await expectOf(page.getByText('Your account is ready. Sign in.')).toBeVisible();
    await password(page).fill(PASSWORD);
    await press(page, 'Sign in');
    await isIn(page);
  });
});

describe('a forgotten password', () => {
  it('is reset with the code from an email', async () => {
    const [person] = (await server.people('Solomiia')) as [TestPerson];
    const page = await browser.open(server, null, { at: '#/sign-in' });
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await field(page, 'Email').fill(person.email);
    await press(page, 'Send code');
    await expectOf(page.getByText(`If ${person.email} has an account here`)).toBeVisible();
    await field(page, 'Code').fill(await codeFor(person.email));
    await password(page, 'New password').fill('short');
    await press(page, 'Set password');
    await expectOf(password(page, 'New password')).toHaveAccessibleDescription(/at least 8 characters/);
    await password(page, 'New password').fill('another long password');
    await press(page, 'Set password');
    await expectOf(page.getByText('Password changed. Sign in with it.')).toBeVisible();
    await expectOf(password(page)).toBeFocused();
    await password(page).fill('another long password');
    await press(page, 'Sign in');
    await isIn(page);
  });

  it('leads on to the group of the invitation', async () => {
    const [person] = (await server.people('Bohdan')) as [TestPerson];
    const { ID } = await olena.call('dialogs.create', { name: 'Orchard', type: 'group', private: true });
    const { Code } = await olena.call('dialogs.createInvite', { dialog_id: ID });
    const page = await browser.open(server, null, { at: `#/join/${Code}` });
    await press(page, 'Sign in');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await field(page, 'Email').fill(person.email);
    await press(page, 'Send code');
    await expectOf(page.getByText(`If ${person.email} has an account here`)).toBeVisible();
    await field(page, 'Code').fill(await codeFor(person.email));
    await password(page, 'New password').fill('another long password');
    await press(page, 'Set password');
    await password(page).fill('another long password');
    await press(page, 'Sign in');
    await expectOf(page.getByRole('heading', { name: 'Orchard' })).toBeVisible();
  });

  it('is reset with the code from an admin', async () => {
    const [person] = (await server.people('Danylo')) as [TestPerson];
    const { Code } = await olena.call('admin.resetCode', { user_id: person.id });
    const page = await browser.open(server, null, { at: '#/reset' });
    await press(page, 'I have a code');
    await field(page, 'Code').fill(Code);
    await password(page, 'New password').fill('another long password');
    await press(page, 'Set password');
    await field(page, 'Email').fill(person.email);
    await password(page).fill('another long password');
    await press(page, 'Sign in');
    await isIn(page);
  });
});

it('signs in with the right password to an account delayed by failed attempts of others', async () => {
  const [person] = (await server.people('Marta')) as [TestPerson];
  for (let n = 0; n < 6; n++) {
    const stranger = { token: null, address: `198.51.100.${n}`, userAgent: 'test' };
    const guess = { email: person.email, password: 'a wrong password' };
    await refusal(server.now.service.call(stranger, 'account.login', guess));
  }
  const page = await browser.open(server, null, { at: '#/sign-in' });
  await field(page, 'Email').fill(person.email);
  await password(page).fill(person.password);
  await press(page, 'Sign in');
  await isIn(page);
});
