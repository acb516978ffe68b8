import type { Locator, Page } from '@playwright/test';
import { expectOf } from './browser';

/** Presses a key repeatedly until an element has the focus. */
export async function tabTo(page: Page, place: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expectOf(place).toBeVisible();
  const isThere = () => place.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60 && !(await isThere()); presses++) await page.keyboard.press(key);
  await expectOf(place).toBeFocused();
}
