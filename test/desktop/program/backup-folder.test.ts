import { expect as playwrightExpect } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, vi } from 'vitest';
import { stage, testDesktops } from '../desktop';
import { makeCommunity } from '../first-run';

vi.setConfig({ testTimeout: 60_000 });
const expectOf = playwrightExpect.configure({ timeout: 30_000 });

const desktops = testDesktops();

// Electron shows native dialogs, which stay open until someone presses a button.
describe.skipIf(stage === 'Electron')('a backup folder', () => {
  it('is chosen and given up by keyboard, without losing the focus', async () => {
    const { page, inProgram } = await desktops.open();
    const folder = join(desktops.path, 'usb');
    mkdirSync(folder);
    await inProgram(({ dialog }, path) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
    }, folder);
    await makeCommunity(page);
    await page.evaluate(() => (location.hash = '#/settings/backups'));
    const choose = page.getByRole('button', { name: 'Choose folder' });
    await choose.press('Enter');
    await page.getByLabel('Passphrase', { exact: true }).fill('four-quiet-lime-trees');
    await page.getByLabel('Repeat passphrase').fill('four-quiet-lime-trees');
    await page.getByLabel('Repeat passphrase').press('Enter');
    // The second one makes a backup on this computer.
    await expectOf(page.getByRole('button', { name: 'Back up now' }).first()).toBeFocused();
    await expectOf(page.getByText('1 backup in the folder')).toBeVisible();
    await page.getByRole('button', { name: 'Stop', exact: true }).press('Enter');
    await expectOf(choose).toBeFocused();
  });
});
