import { expect as playwrightExpect, type Page } from '@playwright/test';
import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { SUPERSEDED_FILE, type Successor } from '../../electron/standby/succession/successor';
import { seriousViolations } from '../support/browser/axe';
import { sharedCommunity } from '../support/shared';
import { testDesktops } from './desktop';
import { guestOf, signIn, tile } from './guests';

vi.setConfig({ testTimeout: 180_000 });
const expectOf = playwrightExpect.configure({ timeout: 60_000 });

const desktops = testDesktops();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const confirm = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();

const computerPage = (page: Page) => page.getByRole('heading', { name: 'This computer', exact: true });

async function openPage(page: Page): Promise<void> {
  await page.evaluate(() => void (location.hash = '#/settings/computer'));
  await expectOf(computerPage(page)).toBeVisible();
}

/** Keeps a copy until it is in step: by a new link, which the owner doesn't need. */
async function keepCopy(page: Page, link?: string): Promise<void> {
  if (link !== undefined) {
    await page.getByLabel('Link from the owner').fill(link);
    await expectOf(page.getByText(/^Needs about .* free on this computer\.$/)).toBeVisible();
  }
  await button(page, 'Keep a copy').click();
  await expectOf(page.getByText('Up to date', { exact: true })).toBeVisible();
}

/** Sends a message to a dialog; it is shown as sent once the host has accepted it. */
async function say(on: Page, dialog_id: number, words: string): Promise<void> {
  await on.evaluate((id) => void (location.hash = `#/chats/${id}`), dialog_id);
  const box = on.getByRole('textbox', { name: 'Message' });
  await box.fill(words);
  await box.press('Enter');
  const message = on.getByRole('region', { name: /^Messages in/ }).getByRole('group');
  await expectOf(
    message.filter({ hasText: words }).getByText('Sent', { exact: true }).first(),
  ).toBeAttached();
}

it('keeps a copy of a community on this computer, checks the link first, and deletes the copy', async () => {
  const { there, page } = await guestOf(desktops);
  await openPage(page);
  const field = page.getByLabel('Link from the owner');
  await field.fill('https://example.org');
  await expectOf(field).toHaveAccessibleDescription(/isn’t a link for a standby/);
  const { Link } = await there.owner.call('admin.pairStandby', {});
  await field.fill(Link.replace(/key=\w{64}/, `key=${'a'.repeat(64)}`));
  await expectOf(field).toHaveAccessibleDescription(/belongs to another community/);
  await expectOf(button(page, 'Keep a copy')).toBeDisabled();
  await keepCopy(page, Link);
  expect(await there.owner.call('admin.standby', {})).toMatchObject({ State: 'in_step', Name: hostname() });
  await expectOf(page.getByText('Only the owner of the community can do this.')).toBeVisible();
  await expectOf(button(page, 'Move here')).toBeDisabled();
  expect(await seriousViolations(page)).toEqual([]);

  const folder = join(desktops.path, 'desktop', 'standbys');
  expect(readdirSync(folder)).toHaveLength(1);
  await button(page, 'Delete copy').click();
  await confirm(page, 'Delete copy');
  await expectOf(field).toBeVisible();
  expect(readdirSync(folder)).toEqual([]);
});

it('hosts the community from the copy when its host is offline, and again after a restart', async () => {
  const { there, page, desktop, dialog_id } = await guestOf(desktops, 'the owner');
  await openPage(page);
  await keepCopy(page);
  await there.stop();
  await expectOf(page.getByText('Host offline', { exact: true })).toBeVisible();
  await button(page, 'Host from here').click();
  await confirm(page, 'Host from here');
  await expectOf(page.getByText('This computer hosts Lypova 12')).toBeVisible();
  await expectOf(tile(page, /^Lypova 12/)).not.toHaveAccessibleName(/away/);

  await say(page, dialog_id, 'From the new host');
  await desktop.quit();

  const { page: again } = await desktops.open();
  await openPage(again);
  await expectOf(again.getByText('This computer hosts Lypova 12')).toBeVisible();
  await say(again, dialog_id, 'After the restart');

  await again.getByRole('button', { name: 'Olena: you' }).click();
  await again.getByRole('menuitem', { name: 'Leave Lypova 12' }).click();
  await confirm(again, 'Leave');
  await expectOf(again.getByText(/^This computer hosts the community\. Move it/)).toBeVisible();
});

it('moves the community here while its host is online, and the window stays connected', async () => {
  const { there, page, dialog_id } = await guestOf(desktops, 'the owner');
  await openPage(page);
  await keepCopy(page);
  await button(page, 'Move here').click();
  await confirm(page, 'Move here');
  await expectOf(page.getByText('This computer hosts Lypova 12')).toBeVisible();
  await say(page, dialog_id, 'From here');
  await expect(there.owner.call('dialogs.send', { dialog_id, text: 'Too late' })).rejects.toMatchObject({
    code: 'superseded',
  });
});

it('opens its own community on the computer that took over from it, and becomes its standby', async () => {
  const here = await sharedCommunity('Lypova 12');
  const there = await here.takeOver();
  onTestFinished(() => there.close());
  cpSync(here.data, desktops.path, { recursive: true });
  const before = await desktops.open();
  await signIn(before.page, here.owner);
  await before.quit();
  const successor: Successor = {
    ...{ name: 'garage', how: 'takeover', term: 2, addresses: [], urls: [`https://${there.address}`] },
    ...{ certificate: '', seq: null, ended: null, schema: 0 },
  };
  writeFileSync(join(desktops.path, SUPERSEDED_FILE), JSON.stringify(successor));

  const { page } = await desktops.open();
  await button(page, 'What to do').click();
  await expectOf(page.getByText('garage hosts the community now')).toBeVisible();
  await button(page, 'Open').click();
  await expectOf(page.getByRole('heading', { name: 'Sign in to Lypova 12' })).toBeVisible();
  await signIn(page, there.owner, computerPage(page));
  await keepCopy(page);
  expect(await there.owner.call('admin.standby', {})).toMatchObject({ State: 'in_step', Name: hostname() });
});
