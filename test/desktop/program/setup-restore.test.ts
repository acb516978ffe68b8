import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openService } from '../../../electron/service';
import { TEST_SETTINGS, TestClock, testServiceOver } from '../../support/service';
import { stage, startDesktop, temporaryFolder } from '../desktop';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  folder = await temporaryFolder();
  const service = await openService({
    data: other(),
    settings: { ...TEST_SETTINGS, backupFolder: folder.path },
  });
  const [ann] = await testServiceOver(service, new TestClock()).people('Ann');
  await ann.call('admin.runBackupFolder', {});
  await expect.poll(async () => (await ann.call('admin.backupFolder', {})).LastGood).toBeGreaterThan(0);
  await service.close();
});
afterEach(() => folder.remove());

const other = () => join(folder.path, 'other');
const data = () => join(folder.path, 'new');

// Electron shows native dialogs, which stay open until someone presses a button.
describe.skipIf(stage === 'Electron')('a new computer', () => {
  it('restores a backup of another one from its first page', async () => {
    await startAndChoose(folder.path);
    const { page, quit } = await startDesktop(data());
    await page.getByLabel('Password', { exact: true }).waitFor();
    expect(await quit()).toBe(0);
    expect(existsSync(join(data(), 'desktop', 'restore-instead'))).toBe(false);
  });

  it('shows its first page again if there is no backup', async () => {
    await startAndChoose(join(folder.path, 'other', 'content'));
    const { page, quit } = await startDesktop(data());
    await page.getByLabel('Community name').waitFor();
    expect(await quit()).toBe(0);
  });

  /** Starts the program, chooses a folder on its first page, and waits until it restarts. */
  async function startAndChoose(chosen: string): Promise<void> {
    const { page, inProgram, ended } = await startDesktop(data());
    await inProgram(({ dialog }, path) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
    }, chosen);
    const restoring = page.getByRole('region', { name: 'Restore a community' });
    await restoring.getByRole('button', { name: 'From a backup folder' }).click();
    expect(await ended).toBe(0);
  }
});
