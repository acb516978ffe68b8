import { expect as playwrightExpect, type Locator, type Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { sharedCommunity, type SharedCommunity } from '../support/shared';
import type { TestPerson } from '../support/service';
import type { Desktop, TestDesktops } from './desktop';
import { findBox } from './first-run';

const expectOf = playwrightExpect.configure({ timeout: 40_000 });

export interface Street {
  there: SharedCommunity;
  taras: TestPerson;
  dialog_id: number;
}

/** Creates a community on another host with a group of two. */
export async function street(): Promise<Street> {
  const there = await sharedCommunity('Lypova 12');
  onTestFinished(() => there.close());
  const taras = await there.now.person('Taras');
  const { ID: dialog_id } = await there.owner.call('dialogs.create', { name: 'Garden', type: 'group' });
  await there.owner.call('dialogs.join', { dialog_id, user_id: String(taras.id) });
  return { there, taras, dialog_id };
}

/** Joins a community by its address, until its pages are open. */
async function joinAt(page: Page, { address, key }: SharedCommunity): Promise<void> {
  await page.getByLabel('Address or link').fill(address);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('All digits').click();
  await expectOf(page.getByText(key.match(/.{4}/g)?.join(' ') ?? '')).toBeVisible();
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expectOf(page.getByRole('heading', { name: 'Sign in to Lypova 12' })).toBeVisible();
}

/** Signs in, until the chats or something else is shown. */
export async function signIn(
  page: Page,
  { email, password }: TestPerson,
  shown: Locator = findBox(page),
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectOf(shown).toBeVisible();
}

/** Opens a window on a remote community, with Taras or its owner signed in. */
export async function guestOf(
  desktops: TestDesktops,
  who: 'Taras' | 'the owner' = 'Taras',
): Promise<Street & { desktop: Desktop; page: Page }> {
  const [here, desktop] = await Promise.all([street(), desktops.open()]);
  const { page } = desktop;
  await page.getByRole('button', { name: 'Join one on your network' }).click();
  await joinAt(page, here.there);
  await signIn(page, who === 'Taras' ? here.taras : here.there.owner);
  return { ...here, desktop, page };
}

/** Waits until the replica in the program's folder holds everything that its person may see. */
export async function replicaFilled(desktops: TestDesktops): Promise<void> {
  const folder = join(desktops.path, 'desktop', 'elsewhere', 'replicas');
  await expectOf
    .poll(() => {
      const [file] = readdirSync(folder).filter((name) => name.endsWith('.db'));
      if (file === undefined) return -1;
      const raw = new Database(join(folder, file), { readonly: true });
      try {
        return raw
          .prepare("SELECT count(*) FROM replica_scope WHERE state IN ('waiting', 'filling')")
          .pluck()
          .get();
      } finally {
        raw.close();
      }
    })
    .toBe(0);
}

/**
 * Stores communities that were joined and whose hosts don't answer; returns their IDs. `shown` is the index of the one
 * displayed last.
 */
export function storeJoined(desktops: TestDesktops, names: readonly string[], shown?: number): string[] {
  const gone = { number: 0, addresses: ['127.0.0.1:1'], discovered: [], term: 1, seen: 0 };
  const communities = names.map((name, index) => {
    const digits = String(index + 1).repeat(64);
    return { ...gone, id: `joined-${digits.slice(0, 16)}`, name, key: digits };
  });
  const ids = communities.map(({ id }) => id);
  mkdirSync(join(desktops.path, 'desktop'), { recursive: true });
  const stored = JSON.stringify({ shown: (shown !== undefined && ids[shown]) || 'main', communities });
  writeFileSync(join(desktops.path, 'desktop', 'joined.json'), stored);
  return ids;
}

/** Returns a community's button in the sidebar, by its name and status. */
export function tile(page: Page, name: string | RegExp): Locator {
  return page.getByRole('group', { name: 'Communities' }).getByRole('button', { name });
}

/** Switches to another community in the sidebar, which loads its pages. */
export async function switchTo(page: Page, name: string | RegExp): Promise<void> {
  await tile(page, name).click();
  await expectOf(tile(page, name)).toHaveAttribute('aria-current', 'true');
}
