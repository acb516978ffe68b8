import { expect as playwrightExpect, type Locator, type Page } from '@playwright/test';
import type { Bridge } from '../../shared/channels';

const expectOf = playwrightExpect.configure({ timeout: 30_000 });

/** Creates the community in the window, as its first person. */
export async function makeCommunity(page: Page): Promise<void> {
  await page.getByLabel('Community name').fill('Our street');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Your name').fill('Olena');
  await page.getByLabel('Email').fill('olena@example.org');
  await page.getByLabel('Password', { exact: true }).fill('a password of mine');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Create community' }).click();
  await expectOf(findBox(page)).toBeVisible();
}

/** Returns the search box, which is visible only to people who are signed in. */
export function findBox(page: Page): Locator {
  return page.getByRole('searchbox', { name: 'Search chats and people' });
}

/** Returns the session of the person signed in on a page. */
export function sessionOf(page: Page): Promise<{ token: string; id: number } | null> {
  return page.evaluate(() => (window as unknown as { courtyard: Bridge }).courtyard.session());
}
