import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copiedBy, expectOf, testBrowser } from '../../support/browser/browser';
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
});
afterAll(() => server.close());

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const pages = (page: Page) => page.getByRole('navigation', { name: 'Settings' });
const member = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const open = (person: TestPerson, place: string) =>
  browser.open(server, person, { at: `#/settings/${place}` });

/** Chooses what to do about a member. */
async function choose(page: Page, name: string, entry: string): Promise<void> {
  await button(page, `Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

describe('the community', () => {
  it('can be renamed by its owner, live for everyone', async () => {
    const page = await open(olena, 'community');
    const other = await open(iryna, 'about');
    await field(page, 'Name').fill(' ');
    await button(page, 'Save').click();
    await expectOf(field(page, 'Name')).toHaveAccessibleDescription('Fill in this field.');
    await field(page, 'Name').fill('Our street');
    await field(page, 'Description').fill('Numbers 12 to 18');
    await button(page, 'Save').click();
    await expectOf(pages(page).getByText('Our street · you’re the owner')).toBeVisible();
    await expectOf(other.getByText('Numbers 12 to 18')).toBeVisible();
    await expectOf(page.getByText('Olena changed the community settings')).toBeVisible();

    await page.getByRole('radio', { name: /^By invitation/ }).click();
    await expectOf(page.getByText('Saved', { exact: true }).first()).toBeVisible();
    await expectOf.poll(async () => (await iryna.call('community.get', {})).Registration).toBe('invite');
    await page.getByRole('radio', { name: /^Anyone who can connect/ }).click();
    await expectOf.poll(async () => (await iryna.call('community.get', {})).Registration).toBe('open');
  });

  it('can get a picture from its owner, and lose it', async () => {
    const page = await open(olena, 'community');
    const picture = { name: 'gate.jpg', mimeType: 'image/jpeg', buffer: fixture('turned.jpg') };
    await page.getByLabel('Change community photo').last().setInputFiles([picture]);
    const window = page.getByRole('dialog', { name: 'Community photo' });
    await window.getByRole('button', { name: 'Save' }).click();
    await expectOf(window).toHaveCount(0);
    const { Avatar } = await iryna.call('community.get', {});
    const { Width, Height } = await iryna.call('photos.get', { photo_id: Avatar });
    expect(Width).toBe(Height);
    await button(page, 'Remove community photo').click();
    await expectOf(button(page, 'Remove community photo')).toHaveCount(0);
    expect(await iryna.call('community.get', {})).toMatchObject({ Avatar: 0 });
  });

  it('leads to its calendar of events', async () => {
    const page = await open(taras, 'community');
    await page.getByRole('link', { name: 'Calendar of events' }).click();
    await expectOf(page.getByRole('heading', { name: 'Events', exact: true })).toBeVisible();
  });

  it('is read-only for admins, and has no settings pages for members', async () => {
    const page = await open(taras, 'community');
    await expectOf(page.getByLabel('Change community photo')).toHaveCount(0);
    await expectOf(pages(page).getByText(/you’re an admin$/)).toBeVisible();
    await expectOf(field(page, 'Name')).toBeDisabled();
    await expectOf(page.getByRole('radio', { name: /^By invitation/ })).toBeDisabled();

    const other = await open(iryna, 'members');
    await expectOf(other.getByText('Admins only')).toBeVisible();
    await expectOf(pages(other).getByRole('link', { name: 'Profile' })).toBeVisible();
    await expectOf(pages(other).getByRole('link', { name: 'Members and roles' })).toHaveCount(0);
  });
});

describe('invitations', () => {
  it('can be created and shared, and let a new person in', async () => {
    const page = await open(taras, 'invitations');
    await expectOf(page.getByText('No invitations yet')).toBeVisible();
    await page.getByRole('combobox', { name: 'Can be used by' }).click();
    await page.getByRole('option', { name: '1 person' }).click();
    await button(page, 'Create invitation').click();
    await expectOf(page.getByRole('img', { name: /^QR code: invitation/ })).toBeVisible();
    const link = await copiedBy(page, () => button(page, 'Copy link').first().click());

    const other = await browser.open(server, null);
    await other.goto(link);
    await field(other, 'Your name').fill('Nadia');
    await field(other, 'Email').fill('nadia@example.org');
    await field(other, 'Password').fill('Nadia has a password');
    await button(other, 'Join').click();
    await expectOf(other.getByRole('heading', { name: 'Feed', level: 1 })).toBeVisible();

    await expectOf(page.getByText(/^used 1 of 1/)).toBeVisible();
    await page.getByRole('button', { name: /^Revoke/ }).click();
    await expectOf(page.getByRole('alertdialog').getByRole('button', { name: 'Keep it' })).toBeFocused();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expectOf(page.getByText('No invitations yet')).toBeVisible();
    expect(await olena.call('admin.invites', {})).toEqual([]);
  });
});

describe('members', () => {
  it('can be searched, and only the owner can change and revert their role', async () => {
    const page = await open(olena, 'members');
    const other = await open(iryna, 'profile');
    await page.getByRole('combobox', { name: /^Role of Iryna/ }).click();
    await page.getByRole('option', { name: 'Admin' }).click();
    await expectOf(page.getByText('Iryna is now an admin')).toBeVisible();
    await expectOf(pages(other).getByRole('link', { name: 'Reports' })).toBeVisible();
    await button(page, 'Undo').click();
    await expectOf(page.getByRole('combobox', { name: /^Role of Iryna/ })).toContainText('Member');
    await expectOf(pages(other).getByRole('link', { name: 'Reports' })).toHaveCount(0);

    const search = page.getByRole('searchbox', { name: /^Name, @tag/ });
    await search.fill(taras.email);
    await expectOf(member(page, 'Taras')).toBeVisible();
    await expectOf(member(page, 'Iryna')).toHaveCount(0);
    await search.fill('nobody like this');
    await expectOf(page.getByText('No members found')).toBeVisible();
    await search.fill('');
    await expectOf(member(page, 'Olena')).toContainText('you');
    await server.people('Ostap');
    await expectOf(member(page, 'Ostap')).toBeVisible();

    const admin = await open(taras, 'members');
    await expectOf(member(admin, 'Iryna')).toBeVisible();
    await expectOf(admin.getByRole('combobox')).toHaveCount(0);
    await button(admin, 'Actions for Olena').click();
    await expectOf(admin.getByRole('menuitem')).toHaveText(['Open profile']);
  });

  it('can be banned with a reason that they see, and unbanned', async () => {
    const [mykola] = await server.people('Mykola');
    const other = await browser.open(server, mykola!);
    await expectOf(other.getByRole('heading', { name: 'Chats' })).toBeVisible();
    const page = await open(taras, 'members');
    await choose(page, 'Mykola', 'Ban');
    await page.getByRole('dialog').getByRole('button', { name: 'Ban', exact: true }).click();
    await expectOf(field(page, 'Reason')).toHaveAccessibleDescription('Enter a reason.');
    await expectOf(field(page, 'Reason')).toBeFocused();
    await field(page, 'Reason').fill('Sells windows');
    await page.getByRole('dialog').getByRole('button', { name: 'Ban', exact: true }).click();
    await expectOf(member(page, 'Mykola').getByText('Banned')).toBeVisible();
    await expectOf(other.getByRole('heading', { name: /^Sign in/ })).toBeVisible();
    await field(other, 'Email').fill(mykola!.email);
    await field(other, 'Password').fill(mykola!.password);
    await button(other, 'Sign in').click();
    await expectOf(other.getByText('You’re banned from this community. Reason: Sells windows')).toBeVisible();

    await choose(page, 'Mykola', 'Unban');
    await expectOf(page.getByText('Mykola can sign in again')).toBeVisible();
    await expectOf(member(page, 'Mykola').getByText('Banned')).toHaveCount(0);
    await button(other, 'Sign in').click();
    await expectOf(other.getByRole('heading', { name: 'Chats' })).toBeVisible();
  });

  it('can get a reset code, which is shown once and works', async () => {
    const [petro] = await server.people('Petro');
    const page = await open(taras, 'members');
    await choose(page, 'Petro', 'Create reset code');
    await button(page, 'Create code').click();
    const code = await copiedBy(page, () => button(page, 'Copy code').click());
    await button(page, 'Done').click();
    await expectOf(page.getByText(code)).toHaveCount(0);
    await server.now.open('account.resetConfirm', { code, password: 'a password of my own' });
    await server.now.signIn(petro!.email, 'a password of my own');
  });
});

describe('reports', () => {
  it('are counted, arrive live, and are resolved, also by a ban or by another admin', async () => {
    const page = await open(olena, 'reports');
    await expectOf(page.getByText('No open reports')).toBeVisible();
    await iryna.call('people.report', { user: String(taras.id), reason: 'Shouts at cats' });
    await expectOf(page.getByText('Shouts at cats')).toBeVisible();
    await expectOf(pages(page).getByRole('img', { name: '1 open report' })).toBeVisible();

    await button(page, 'Resolve report about Taras').click();
    await page.getByRole('radio', { name: /^Warned/ }).click();
    await field(page, 'Note for the other admins').fill('He likes cats now');
    await button(page, 'Close report').click();
    await expectOf(page.getByText('No open reports')).toBeVisible();
    await expectOf(pages(page).getByRole('img', { name: /open report/ })).toHaveCount(0);
    await page.getByRole('radio', { name: 'Resolved' }).click();
    await expectOf(page.getByText('Warned')).toBeVisible();
    await expectOf(page.getByText('He likes cats now')).toBeVisible();

    const [roman, sofia] = (await server.people('Roman', 'Sofia')) as [TestPerson, TestPerson];
    await iryna.call('people.report', { user: String(roman.id), reason: 'Spam' });
    await iryna.call('people.report', { user: String(sofia.id), reason: 'Late' });
    await page.getByRole('radio', { name: 'Open' }).click();
    await button(page, 'Resolve report about Roman').click();
    await page.getByRole('radio', { name: /^Ban/ }).click();
    await button(page, 'Close report').click();
    await expectOf(field(page, 'Reason')).toHaveAccessibleDescription('Enter a reason.');
    await field(page, 'Reason').fill('Spam in every chat');
    await button(page, 'Close report').click();
    await expectOf(button(page, 'Resolve report about Roman')).toHaveCount(0);
    const [found] = await olena.call('admin.people', { query: 'Roman' });
    expect(found?.Banned).toBe(true);

    await button(page, 'Resolve report about Sofia').click();
    const [report] = await olena.call('admin.reports', { open: true });
    await taras.call('admin.decideReport', { report_id: report!.ID, decision: 'dismissed' });
    await button(page, 'Close report').click();
    await expectOf(page.getByText('Another admin has already resolved it.')).toBeVisible();
    await expectOf(page.getByText('No open reports')).toBeVisible();
  });
});

describe('local mail', () => {
  it('shows the code of an email on request, which the audit log records', async () => {
    await server.now.open('account.reset', { email: iryna.email });
    const page = await open(olena, 'mail');
    const letter = page.getByRole('listitem').filter({ hasText: 'A new password' });
    await expectOf(letter).toContainText(`To ${iryna.email}`);
    await expectOf(letter).toContainText('••••••••');
    await letter.getByRole('button', { name: 'Show code' }).click();
    const copy = letter.getByRole('button', { name: /^Copy code/ });
    const code = await copiedBy(page, () => copy.click());
    await letter.getByRole('button', { name: 'Show email' }).click();
    await expectOf(letter.getByText(/to choose a new password/)).toBeVisible();
    await server.now.open('account.resetConfirm', { code, password: 'Iryna has another one' });
    const [act] = await olena.call('admin.acts', { limit: 1 });
    expect(act).toMatchObject({ Act: 'read_letter', User: { ID: iryna.id } });
  });
});

describe('all community pages', () => {
  it('have no serious accessibility problems, in both themes', async () => {
    const page = await open(olena, 'members');
    const faults: Record<string, string[]> = {};
    const look = async (name: string) => (faults[name] = await seriousViolationsInBothThemes(page));
    await choose(page, 'Iryna', 'Ban');
    await page.getByRole('dialog').getByRole('button', { name: 'Ban', exact: true }).click();
    await look('a ban');
    await page.keyboard.press('Escape');
    await pages(page).getByRole('link', { name: 'Invitations' }).click();
    await button(page, 'Create invitation').click();
    await page.getByRole('img', { name: /^QR code/ }).waitFor();
    await look('an invitation');
    await pages(page).getByRole('link', { name: 'Community' }).click();
    await field(page, 'Name').fill('');
    await button(page, 'Save').click();
    await look('a form with faults');
    await pages(page).getByRole('link', { name: 'Profile' }).click();
    await page.getByRole('alertdialog').waitFor();
    await look('a question');
    expect(Object.entries(faults).filter(([, found]) => found.length)).toEqual([]);
  });

  it('fit a phone', async () => {
    const page = await browser.open(server, olena, { at: '#/settings', width: 390, height: 844 });
    for (const name of [
      'Community',
      'Members and roles',
      'Invitations',
      'Reports',
      'Promo codes',
      'Local mail',
      'Storage',
      'Backups',
    ]) {
      await page.getByRole('link', { name, exact: true }).click();
      await expectOf(page.getByRole('heading', { name, exact: true })).toBeFocused();
      const [width, room] = await page.evaluate(() => {
        const pane = document.querySelector('main section h1')?.closest('section')?.parentElement;
        return [pane?.scrollWidth ?? 0, pane?.clientWidth ?? 0];
      });
      expect(width, name).toBeLessThanOrEqual(room);
      await button(page, 'Back to settings').click();
    }
  });
});
