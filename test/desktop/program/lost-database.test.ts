import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openService } from '../../../electron/service';
import { upload } from '../../support/content';
import { TEST_SETTINGS, TestClock, testServiceOver } from '../../support/service';
import { stage, startDesktop, startInVain, temporaryFolder } from '../desktop';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

// Electron shows native dialogs, which stay open until someone presses a button.
describe.skipIf(stage === 'Electron')('a community whose database is missing', () => {
  beforeEach(async () => {
    const service = await openService({ data: folder.path, settings: TEST_SETTINGS });
    const t = testServiceOver(service, new TestClock());
    const [ann] = await t.people('Ann');
    await upload(service, ann.session, 'files.upload', Buffer.from('hello'));
    await ann.call('admin.createBackup', {});
    await service.close();
    rmSync(join(folder.path, 'courtyard.db'));
  });

  it('offers a restore, and changes nothing when the person quits', async () => {
    const { code, words } = await startInVain(folder.path);
    expect(code).toBe(3);
    expect(words).toMatch(
      /^The community’s database is missing: .*Stored files \(1\) and backups \(1\)[^]*\[Restore the backup of \d.*\] \[Quit\]$/m,
    );
    expect(readdirSync(folder.path)).not.toContain('courtyard.db');
  });

  it('opens as before once the backup is restored', async () => {
    const { page, quit } = await startDesktop(folder.path, { STAGE_PRESS: 'Restore the backup' });
    await page.getByLabel('Password', { exact: true }).waitFor();
    expect(await page.getByLabel('Community name').count()).toBe(0);
    expect(await quit()).toBe(0);
    const service = await openService({ data: folder.path, settings: TEST_SETTINGS });
    expect([await service.setupCode(), (await service.verify()).read]).toEqual([null, 1]);
    await service.close();
  });

  it('explains the problem when there is no good backup', async () => {
    rmSync(join(folder.path, 'backups'), { recursive: true });
    const { code, words } = await startInVain(folder.path);
    expect(code).toBe(3);
    expect(words).toContain('Courtyard cannot start: The database of the community is missing');
    expect(words).toContain('move the folder away');
    expect(words).not.toContain('[Quit]');
  });
});

// As above.
describe.skipIf(stage === 'Electron')('a community that was backed up to a folder', () => {
  let disk: Awaited<ReturnType<typeof temporaryFolder>>;
  const data = () => join(folder.path, 'data');

  beforeEach(async () => {
    disk = await temporaryFolder();
    const service = await openService({
      data: data(),
      settings: { ...TEST_SETTINGS, backupFolder: disk.path, backupPassphrase: 'a long passphrase' },
    });
    const [ann] = await testServiceOver(service, new TestClock()).people('Ann');
    await ann.call('admin.runBackupFolder', {});
    await expect.poll(async () => (await ann.call('admin.backupFolder', {})).LastGood).toBeGreaterThan(0);
    await service.close();
    rmSync(join(data(), 'courtyard.db'));
  });
  afterEach(() => disk.remove());

  it('is restored from there with the passphrase', async () => {
    const { page, quit } = await startDesktop(data(), {
      STAGE_PRESS: 'Restore the backup',
      STAGE_TYPE: 'a long passphrase',
    });
    await page.getByLabel('Password', { exact: true }).waitFor();
    expect(await quit()).toBe(0);
    const service = await openService({ data: data(), settings: TEST_SETTINGS });
    expect(await service.setupCode()).toBe(null);
    await service.close();
  });

  it('says so and changes nothing when that disk is gone', async () => {
    await disk.remove();
    const { code, words } = await startInVain(data());
    expect(code).toBe(3);
    expect(words).toContain(`from the backup folder with:\n  npm run serve -- --data ${data()} --restore`);
    expect(existsSync(join(data(), 'courtyard.db'))).toBe(false);
  });
});

// As above.
describe.skipIf(stage === 'Electron')('a community whose database cannot be opened', () => {
  beforeEach(async () => {
    const service = await openService({ data: folder.path, settings: TEST_SETTINGS });
    const [ann] = await testServiceOver(service, new TestClock()).people('Ann');
    await ann.call('admin.createBackup', {});
    await service.close();
    writeFileSync(join(folder.path, 'courtyard.db'), Buffer.alloc(8192, 0xee));
  });

  it('offers to repair it or to restore a backup', async () => {
    const { code, words } = await startInVain(folder.path);
    expect(code).toBe(3);
    expect(words).toMatch(
      /^The community’s database is damaged: [^]*\[Try to repair it\] \[Restore the backup of \d.*\] \[Quit\]$/m,
    );
  });

  it('offers the backup alone once the repair has failed', async () => {
    const { code, words } = await startInVain(folder.path, [], { STAGE_PRESS: 'Try to repair' });
    expect(code).toBe(3);
    expect(words).toContain('The database can’t be repaired: ');
    expect(words).toMatch(
      /^The community’s database is damaged: [^]*\n.* \[Restore the backup of [^[]*\] \[Quit\]$/m,
    );
  });

  it('opens as before once the backup is restored', async () => {
    const { page, quit } = await startDesktop(folder.path, { STAGE_PRESS: 'Restore the backup' });
    await page.getByLabel('Password', { exact: true }).waitFor();
    expect(await quit()).toBe(0);
  });
});

it("opens as new when only the window's folder exists", async () => {
  mkdirSync(join(folder.path, 'desktop'));
  const { page, quit } = await startDesktop(folder.path);
  await page.getByLabel('Community name').waitFor();
  await quit();
});
