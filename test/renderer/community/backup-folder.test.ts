import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { seriousViolations } from '../../support/browser/axe';
import { expectOf, testBrowser } from '../../support/browser/browser';
import { testServer, type TestServer } from '../../support/server';
import type { TestPerson } from '../../support/service';

const browser = testBrowser();
const folder = mkdtempSync(join(tmpdir(), 'courtyard-usb-'));
let server: TestServer;
let olena: TestPerson;

beforeAll(async () => {
  server = await testServer({ backupFolder: folder });
  [olena] = (await server.people('Olena')) as [TestPerson];
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

it('backs up to the folder, and says what is wrong when its disk is gone', async () => {
  const page = await browser.open(server, olena, { at: '#/settings/backups' });
  await page.getByRole('button', { name: 'Back up now', exact: true }).first().click();
  await expectOf(
    page.getByText(/^Last good backup: .* · not encrypted · on the same disk as /),
  ).toBeVisible();
  await expectOf(page.getByText('1 backup in the folder')).toBeVisible();
  renameSync(folder, `${folder}-away`);
  await page.getByRole('button', { name: 'Back up now', exact: true }).first().click();
  await expectOf(page.getByText('The backup disk is not connected')).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  renameSync(`${folder}-away`, folder);
  await page.getByRole('button', { name: 'Try now' }).click();
  await expectOf(page.getByText('The backup disk is not connected')).toBeHidden();
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  await page.getByRole('button', { name: 'Back up now', exact: true }).first().click();
  await page.getByRole('button', { name: 'Start over here' }).click();
  await expectOf(page.getByText('The backups aren’t in the backup folder. Connect their disk')).toBeHidden();
  await expectOf(page.getByText('1 backup in the folder')).toBeVisible();
  await page.goto(`${server.url}/#/settings/storage`);
  await expectOf(page.getByText(/^Last good backup: /)).toBeVisible();
});

it('asks again for a wrong passphrase, with the focus in its field', async () => {
  const disk = mkdtempSync(join(tmpdir(), 'courtyard-usb-'));
  const encrypted = await testServer({ backupFolder: disk, backupPassphrase: 'four-quiet-lime-trees' });
  onTestFinished(async () => {
    await encrypted.close();
    rmSync(disk, { recursive: true, force: true });
  });
  const [owner] = (await encrypted.people('Olena')) as [TestPerson];
  const page = await browser.open(encrypted, owner, { at: '#/settings/backups' });
  const run = page.getByRole('button', { name: 'Back up now', exact: true }).first();
  await run.click();
  await expectOf(page.getByText('1 backup in the folder')).toBeVisible();
  await expectOf(run).toBeFocused();
  const checked = Promise.withResolvers<void>();
  await page.getByRole('button', { name: 'Choose backup' }).click();
  await page.route(`${encrypted.url}/admin/restore`, async (route) => {
    await checked.promise;
    await route.continue();
  });
  const passphrase = page.getByLabel('Passphrase of this backup');
  await passphrase.fill('four-loud-lime-trees');
  await passphrase.press('Enter');
  await expectOf(page.getByText('Checking the backup')).toBeVisible();
  await expectOf(page.getByText(/^Nothing changes yet/)).toBeVisible();
  checked.resolve();
  await expectOf(page.getByText('Wrong passphrase for this backup. Try again.')).toBeVisible();
  await expectOf(passphrase).toBeFocused();
});

it('restores a backup and undoes that by keyboard, with the focus on what is said of it', async () => {
  const restored = await testServer();
  onTestFinished(() => restored.close());
  const [owner] = (await restored.people('Olena')) as [TestPerson];
  await owner.call('admin.createBackup', {});
  const page = await browser.open(restored, owner, { at: '#/settings/backups' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const expectSaid = async (text: string) => {
    await expectOf(page.getByRole('main').getByText(text)).toBeVisible();
    await expectOf(page.locator(':focus')).toContainText(text);
  };
  await button('Choose backup').press('Enter');
  await button('Check and compare').press('Enter');
  await expectOf(button('Back')).toBeFocused();
  await button('Restore at next start').press('Enter');
  await expectSaid('Restart the host to restore the backup');

  await restored.stop();
  await restored.restart();
  await expectSaid('Restored the backup of ');
  await button('Undo the restore').press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the restore' }).press('Enter');
  await expectSaid('Restart the host to undo the restore');
  await button('Keep the restore').press('Enter');
  await expectSaid('Restored the backup of ');
});
