import { expect as playwrightExpect } from '@playwright/test';
import { it, vi } from 'vitest';
import { testDesktops } from '../desktop';
import { guestOf, storeJoined } from '../guests';

vi.setConfig({ testTimeout: 120_000 });
const expectOf = playwrightExpect.configure({ timeout: 40_000 });

const desktops = testDesktops();

it('says that what was not sent will be lost', async () => {
  const { there, page } = await guestOf(desktops);
  await page.getByRole('link', { name: /Garden/ }).click();
  await there.stop();
  await expectOf(page.getByText(/^Lypova 12 is offline/)).toBeVisible();
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('Not sent yet');
  await box.press('Enter');
  await expectOf(page.getByRole('button', { name: '1 waiting' })).toBeVisible();
  await page.getByRole('button', { name: 'Taras: you' }).click();
  await page.getByRole('menuitem', { name: 'Leave Lypova 12' }).click();
  await expectOf(page.getByRole('alertdialog')).toContainText(
    'What wasn’t sent will be lost. 1 item hasn’t been sent yet: Message in Garden: “Not sent yet”',
  );
});

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
