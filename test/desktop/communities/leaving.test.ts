import { expect as playwrightExpect } from '@playwright/test';
import { it, vi } from 'vitest';
import { testDesktops } from '../desktop';
import { storeJoined } from '../guests';

vi.setConfig({ testTimeout: 120_000 });
const expectOf = playwrightExpect.configure({ timeout: 40_000 });

const desktops = testDesktops();

it('opens another joined community when one is left and there is none of your own', async () => {
  const [, other] = storeJoined(desktops, ['Aspen', 'Birch'], 0);
  const { page } = await desktops.open();
  const leave = async (name: string) => {
    await page.getByRole('button', { name: 'Communities' }).click();
    await page.getByRole('menuitem', { name: `Leave ${name}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  };
  await leave('Aspen');
  await expectOf.poll(() => page.url()).toContain(other);
  await leave('Birch');
  await expectOf(page.getByRole('heading', { name: 'Create a community' })).toBeVisible();
});
