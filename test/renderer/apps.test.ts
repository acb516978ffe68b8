import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copiedBy, expectOf, testBrowser } from '../support/browser/browser';
import { pkce, requestOf } from '../support/apps';
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
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

it('a developer creates an app, and a neighbour signs in to it and disconnects it', async () => {
  const callback = `${server.url}/callback`;
  const settings = await browser.open(server, olena, { at: '#/settings/apps' });
  await button(settings, 'Create app').click();
  const window = settings.getByRole('dialog');
  await field(settings, 'Name').fill('Garden planner');
  await field(settings, 'Redirect addresses').fill('garden.example');
  await window.getByRole('button', { name: 'Create app' }).click();
  await expectOf(field(settings, 'Redirect addresses')).toHaveAccessibleDescription(/garden\.example: enter/);
  await field(settings, 'Redirect addresses').fill(callback);
  await window.getByRole('button', { name: 'Create app' }).click();
  const secret = await copiedBy(settings, () => button(settings, 'Copy secret').click());
  await button(settings, 'Done').click();
  await expectOf(settings.getByRole('heading', { name: 'Garden planner' })).toBeVisible();
  await expectOf(settings.getByText(secret)).toHaveCount(0);
  const [app] = await olena.call('apps.list', {});

  const { verifier, challenge } = pkce();
  const request = { ...requestOf(app!, challenge), redirect_uri: callback, state: 'a state' };
  const page = await browser.open(server, null, { at: `oauth/authorize?${new URLSearchParams(request)}` });
  await page.route('**/callback?*', (route) => route.fulfill({ body: 'Back in the garden' }));
  await field(page, 'Email').fill(taras.email);
  await page.getByLabel('Password', { exact: true }).fill(taras.password);
  await button(page, 'Sign in').click();
  await expectOf(
    page.getByRole('heading', { name: 'Allow Garden planner to use your account?' }),
  ).toBeVisible();
  await expectOf(page.getByText('Made by Olena')).toBeVisible();
  await expectOf(page.getByText('You’re signed in as Taras')).toBeVisible();
  await expectOf(page.getByRole('listitem')).toHaveCount(2);
  await button(page, 'Allow').click();
  await expectOf(page.getByText('Back in the garden')).toBeVisible();
  const answer = Object.fromEntries(new URL(page.url()).searchParams);
  expect(answer).toMatchObject({ state: 'a state', iss: server.url });

  const exchanged = await fetch(`${server.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: answer['code'] ?? '',
      redirect_uri: callback,
      code_verifier: verifier,
      client_id: String(app!.ID),
      client_secret: secret,
    }),
  });
  const { access_token: token } = (await exchanged.json()) as { access_token: string };
  const ask = () => fetch(`${server.url}/me`, { headers: { token } });
  expect(await (await ask()).json()).toMatchObject({ ID: taras.id });

  await page.goto(`${server.url}/#/settings/sessions`);
  const connected = page.getByRole('group', { name: 'Garden planner' });
  await expectOf(connected).toContainText('Reads as you');
  await button(page, 'Disconnect Garden planner').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expectOf(page.getByText('No connected apps.')).toBeVisible();
  expect((await ask()).status).toBe(401);
});

it('a request is denied by the person, or shown as invalid without a link to the app', async () => {
  const callback = `${server.url}/callback`;
  const app = await olena.call('apps.create', { name: 'Garden planner', redirects: [callback] });
  const request = { ...requestOf(app, pkce().challenge), redirect_uri: callback };
  const open = async (changed: Record<string, string> = {}) => {
    const query = new URLSearchParams({ ...request, ...changed });
    const page = await browser.open(server, taras, { at: `#/authorize?${query}` });
    await page.route('**/callback?*', (route) => route.fulfill({ body: 'Back in the garden' }));
    return page;
  };

  const refused = await open();
  await button(refused, 'Not now').click();
  await expectOf(refused.getByText('Back in the garden')).toBeVisible();
  expect(new URL(refused.url()).searchParams.get('error')).toBe('access_denied');

  const invalid = await open({ scope: 'everything' });
  await expectOf(invalid.getByText('invalid_scope')).toBeVisible();
  await expectOf(button(invalid, 'Allow')).toHaveCount(0);
  await button(invalid, `Back to ${new URL(callback).host}`).click();
  await expectOf(invalid.getByText('Back in the garden')).toBeVisible();

  for (const changed of [{ client_id: '12345' }, { redirect_uri: 'https://other.example/' }]) {
    const unknown = await open(changed);
    await expectOf(unknown.getByText('This link doesn’t work')).toBeVisible();
    await expectOf(unknown.getByRole('button', { name: /^(Allow|Not now|Back to)/ })).toHaveCount(0);
  }
});

// Reading the mailed code may make a phone load the page again.
it.each([
  { title: '', email: 'iryna@example.org', isReloaded: false },
  { title: ', also after a reload', email: 'zoya@example.org', isReloaded: true },
])('a newcomer who registers on the way is led on to the request of the app$title', async (newcomer) => {
  const { email, isReloaded } = newcomer;
  await olena.call('community.update', { registration: 'open' });
  const callback = `${server.url}/callback`;
  const app = await olena.call('apps.create', { name: 'Weather station', redirects: [callback] });
  const request = { ...requestOf(app, pkce().challenge), redirect_uri: callback };
  const page = await browser.open(server, null, { at: `#/authorize?${new URLSearchParams(request)}` });
  await page.getByRole('link', { name: 'Create account' }).click();
  await field(page, 'Your name').fill('Iryna');
  await field(page, 'Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await button(page, 'Create account').click();
  await expectOf(page.getByText(`We sent a code to ${email}`)).toBeVisible();
  if (isReloaded) {
    await page.reload();
    await expectOf(field(page, 'Email')).toHaveValue(email);
  }
  await field(page, 'Code').fill(await mailedCode(server.now.service, email));
  await button(page, 'Confirm').click();
  if (isReloaded) {
    await page.getByLabel('Password', { exact: true }).fill('a long enough password');
    await expectOf(field(page, 'Email')).toHaveValue(email);
    await button(page, 'Sign in').click();
  }
  await expectOf(
    page.getByRole('heading', { name: 'Allow Weather station to use your account?' }),
  ).toBeVisible();
});
