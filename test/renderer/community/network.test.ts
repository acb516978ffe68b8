import { chromium, type Page } from '@playwright/test';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Output } from '../../../shared/contract';
import { copiedBy, expectOf, testBrowser } from '../../support/browser/browser';
import { CHROMIUM_ARGUMENTS, chromiumWithWindows } from '../../support/browser/chromium';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';
import { seriousViolationsInBothThemes } from '../../support/browser/axe';

const browser = testBrowser();
let server: TestServer;
let olena: TestPerson;
let taras: TestPerson;

beforeEach(async () => {
  server = await testServer();
  const [first, second] = await server.people('Olena', 'Taras');
  olena = first!;
  taras = second!;
  await olena.call('admin.share', { port: 0 });
  await olena.call('admin.setRole', { user_id: taras.id, role: 'admin' });
});
afterEach(() => server.close());

const open = (person: TestPerson) => browser.open(server, person, { at: '#/settings/network' });
const share = (page: Page) => page.getByRole('switch', { name: 'Share on the network' });
const plain = (page: Page) => page.getByRole('switch', { name: 'Allow connections without TLS' });
const state = () => olena.call('admin.sharing', {});

describe('an invitation', () => {
  it("uses the network address as soon as there is one, with the community's key", async () => {
    const page = await browser.open(server, olena, { at: '#/settings/invitations' });
    await page.getByRole('button', { name: 'Create invitation' }).click();
    await expectOf(page.getByText(/^This link leads to/)).toBeVisible();
    const { Link, Key } = await olena.call('admin.share', { on: true });
    const [{ Code } = { Code: '' }] = await olena.call('admin.invites', {});
    const link = `${new URL(Link).origin}/#/join/${Code}?key=${Key}`;
    await expectOf(page.getByText(link, { exact: true })).toBeVisible();
    await expectOf(page.getByText(/^This link leads to/)).toHaveCount(0);
  });
});

describe('a community that is not shared', () => {
  const invitations = (person: TestPerson) => browser.open(server, person, { at: '#/settings/invitations' });

  it('says so where invitations are created, and lets its owner share it there', async () => {
    const page = await invitations(olena);
    await expectOf(page.getByText('Not shared on the network')).toBeVisible();
    await expectOf(
      page.getByText('Invitations work only on this computer until you share it.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Share' }).click();
    await expectOf(page.getByText('Not shared on the network')).toHaveCount(0);
    expect(await state()).toMatchObject({ On: true });
    await olena.call('admin.share', { on: false });
    await expectOf(page.getByText('Not shared on the network')).toBeVisible();
  });
});

describe('the network page', () => {
  it('turns sharing on and off, and shows the invite link', async () => {
    const page = await open(olena);
    await expectOf(page.getByText('No one else, on any network.')).toBeVisible();
    await share(page).click();
    await expectOf(page.getByRole('img', { name: /^QR code: link/ })).toBeVisible();
    const { Link, Key, Port } = await state();
    await expectOf(page.getByText(Link, { exact: true })).toBeVisible();
    const words = page.getByRole('list', { name: 'Six words of the fingerprint' });
    await expectOf(words.getByRole('listitem')).toHaveCount(6);
    await page.getByText('All digits').click();
    await expectOf(page.getByText(Key.match(/.{4}/g)!.join(' '))).toBeVisible();
    await expectOf(page.getByText('Anyone who can open it can create an account.')).toBeVisible();
    await expectOf(page.getByRole('textbox', { name: 'Port' })).toHaveValue(String(Port));
    const copy = page.getByRole('button', { name: 'Copy link' });
    expect(await copiedBy(page, () => copy.click())).toBe(Link);
    await page.getByText('1 other address').click();
    await expectOf(page.getByText(`https://yard-box.local:${Port}`, { exact: true })).toBeVisible();

    await share(page).click();
    await expectOf(page.getByText('No one else, on any network.')).toBeVisible();
    expect((await state()).On).toBe(false);
  });

  it('warns about a connection without TLS, and offers no invitation when no one can join', async () => {
    const page = await open(olena);
    await share(page).click();
    await plain(page).click();
    await expectOf(page.getByText('Not private.')).toBeVisible();
    await expectOf(plain(page)).toBeChecked();
    // It is shown before the host has answered.
    await expectOf.poll(state).toMatchObject({ On: true, Plain: true });
    await page.getByText('3 other addresses').click();
    await expectOf(page.getByText(/^http:\/\/192\.0\.2\.7:/)).toBeVisible();
    expect(await seriousViolationsInBothThemes(page)).toEqual([]);

    await olena.call('community.update', { registration: 'closed' });
    await expectOf(page.getByText('No one can create an account.', { exact: false })).toBeVisible();
    await expectOf(page.getByRole('button', { name: 'Create invitation' })).toHaveCount(0);
  });

  it('rejects a used or invalid port, and moves to a free one', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '::', resolve));
    const { port } = other.address() as AddressInfo;
    await olena.call('admin.share', { on: true });
    const page = await open(olena);
    const field = page.getByRole('textbox', { name: 'Port' });
    const save = page.getByRole('button', { name: 'Save' });
    await field.fill('many');
    await save.click();
    await expectOf(page.getByText('Enter a number from 1 to 65535.')).toBeVisible();
    await expectOf(field).toBeFocused();
    await field.fill(String(port));
    await save.click();
    await expectOf(page.getByText(`Port ${port} is used by another program.`)).toBeVisible();
    await new Promise((resolve) => other.close(resolve));
    await save.click();
    await expectOf(page.getByText('Port changed')).toBeVisible();
    expect((await state()).Port).toBe(port);
  });

  it('shows admins the status and who can share, and lets only the owner change it', async () => {
    await olena.call('admin.share', { on: true });
    const page = await open(taras);
    await expectOf(share(page)).toBeChecked();
    await expectOf(share(page)).toBeDisabled();
    await expectOf(plain(page)).toBeDisabled();
    await expectOf(page.getByRole('textbox', { name: 'Port' })).toBeDisabled();
    await olena.call('admin.share', { on: false });
    await expectOf(share(page)).not.toBeChecked();
    await page.goto(`${server.url}/#/settings/invitations`);
    await expectOf(page.getByText(/until Olena shares the community/)).toBeVisible();
    await expectOf(page.getByRole('button', { name: 'Share' })).toHaveCount(0);
  });
});

it('tests the connection from this end, and lists recent guests', async () => {
  const { Port } = await olena.call('admin.share', { on: true });
  const page = await open(olena);
  const checked: Output<'admin.checkSharing'> = {
    Announced: 'failed',
    System: 'win32',
    Addresses: [{ Address: `https://192.0.2.7:${Port}`, Answers: true }],
    Visitors: [
      { Address: '192.0.2.20', Timestamp: 1_700_000_000, Arrived: true },
      { Address: '192.0.2.21', Timestamp: 1_700_000_000, Arrived: false },
    ],
  };
  await page.route('**/admin/sharing/check', (route) => route.fulfill({ json: checked }));
  await page.getByRole('button', { name: 'Test this computer' }).click();
  await expectOf(page.getByText('the network doesn’t support multicast')).toBeVisible();
  await expectOf(page.getByText(`https://192.0.2.7:${Port} answers.`)).toBeVisible();
  const visitors = page.getByRole('list', { name: 'Recent visitors' }).getByRole('listitem');
  await expectOf(visitors).toHaveText([/^192\.0\.2\.20\s*Connected/, /^192\.0\.2\.21\s*Only searched/]);
  await page.getByText('Allow the port in the firewall').click();
  await expectOf(page.getByText(new RegExp(`On Windows: .*TCP port ${Port}`))).toBeVisible();
});

it('a guest on an untrusted certificate signs in by the link and chats with the others', async () => {
  const { Port } = await olena.call('admin.share', { on: true });
  const url = `https://127.0.0.1:${Port}`;
  // A certificate that is only unknown, in place of one that no browser lets anybody pass.
  const strange = await chromium.launch({ executablePath: chromiumWithWindows(), args: CHROMIUM_ARGUMENTS });
  onTestFinished(() => strange.close());
  const warned = await strange.newPage();
  await expect(warned.goto(url)).rejects.toThrow('ERR_CERT_AUTHORITY_INVALID');
  await warned.getByRole('button', { name: 'Advanced' }).click();
  await warned.getByRole('link', { name: /^Proceed to/ }).click();
  await expectOf(warned.getByRole('heading', { name: 'Courtyard' })).toBeVisible();
  const page = await browser.open({ ...server, url }, taras, { goesOn: true });
  const { ID } = await olena.call('dialogs.create', { name: 'Yard', type: 'group' });
  await olena.call('dialogs.join', { dialog_id: ID, user_id: String(taras.id) });
  await page.getByRole('link', { name: /Yard/ }).click();
  await olena.call('dialogs.send', { dialog_id: ID, text: 'Welcome by TLS' });
  await expectOf(page.getByRole('main').getByText('Welcome by TLS').first()).toBeVisible();
});
