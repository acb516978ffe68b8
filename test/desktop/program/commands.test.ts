import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openService } from '../../../electron/service';
import { TEST_SETTINGS, TestClock, testServiceOver } from '../../support/service';
import { stage, startDesktop, startInVain, temporaryFolder } from '../desktop';

const INSTALLED = { STAGE_PACKAGED: '1' };
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let backup: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  const service = await openService({ data: data(), settings: TEST_SETTINGS });
  const [ann] = await testServiceOver(service, new TestClock()).people('Ann');
  const { Name } = await ann.call('admin.createBackup', {});
  backup = join(data(), 'backups', Name);
  await service.close();
});
afterEach(() => folder.remove());

function data(): string {
  return join(folder.path, 'data');
}

// Electron shows native dialogs, which stay open until someone presses a button.
describe.skipIf(stage === 'Electron')('a command of the installed program', () => {
  it('restores a backup on a new computer, and says so', async () => {
    const fresh = join(folder.path, 'fresh');
    const { code, words } = await startInVain(fresh, ['--restore', backup], INSTALLED);
    expect([code, words]).toEqual([0, expect.stringMatching(/Courtyard: Restored the backup of .* \[OK\]/)]);
    const service = await openService({ data: fresh, settings: TEST_SETTINGS });
    expect(await service.setupCode()).toBe(null);
    await service.close();
  });

  it.each([
    ['--verify', /Courtyard: No problems found in 0 stored contents\. \[OK\]/],
    ['--repair', /Courtyard: No problems found in the database\. Nothing to repair\. \[OK\]/],
    ['--reset-owner', /Courtyard: The owner can set a new password with the code \S+ until .* \[OK\]/],
  ])('shows what %s prints instead of opening the window', async (flag, shown) => {
    const { code, words } = await startInVain(data(), [flag], INSTALLED);
    expect([code, words]).toEqual([0, expect.stringMatching(shown)]);
  });

  it('shows why it failed, and creates nothing', async () => {
    const mistyped = join(folder.path, 'mistyped');
    const { code, words } = await startInVain(mistyped, ['--verify'], INSTALLED);
    expect([code, words]).toEqual([3, expect.stringContaining(`Courtyard: ${mistyped} holds no community.`)]);
    expect(existsSync(mistyped)).toBe(false);
  });

  it('is refused while the window is open', async () => {
    const { quit } = await startDesktop(data());
    const { code, words } = await startInVain(data(), ['--restore', backup], INSTALLED);
    expect([code, words]).toEqual([3, expect.stringContaining('Another Courtyard is already running')]);
    expect(await quit()).toBe(0);
  });

  it('that needs a host without a window is refused', async () => {
    const { code, words } = await startInVain(data(), ['--witness', 'courtyard-witness://a'], INSTALLED);
    expect([code, words]).toEqual([3, expect.stringContaining('The flag --witness is for a host without a')]);
  });

  it('is refused together with another one', async () => {
    const { code, words } = await startInVain(data(), ['--verify', '--repair'], INSTALLED);
    expect([code, words]).toEqual([
      3,
      expect.stringContaining(
        "The flags --verify and --repair can't be used together. Run one after the other.",
      ),
    ]);
  });

  it.each([[INSTALLED], [{}]])(
    'does not open another community in place of --database, with %j',
    async (env) => {
      const fresh = join(folder.path, 'fresh');
      const { code, words } = await startInVain(fresh, ['--database', 'postgres://db.example/yard'], env);
      expect([code, words]).toEqual([
        3,
        expect.stringContaining(
          'The flag --database is for a host without a window. Start one with npm run serve.',
        ),
      ]);
      expect(existsSync(fresh)).toBe(false);
    },
  );

  it('is named in messages by the path of the program', async () => {
    const config = { host: 'a', folder: '/mnt/gone', repository: 'b', key: null, every: 24, warnAfter: 0 };
    const times = { since: 1, lastGood: 2, warned: 0 };
    writeFileSync(join(data(), 'backup-folder.json'), JSON.stringify({ ...config, ...times }));
    rmSync(join(data(), 'backups'), { recursive: true });
    rmSync(join(data(), 'courtyard.db'));
    const { code, words } = await startInVain(data(), [], INSTALLED);
    expect(code).toBe(3);
    expect(words).toContain(`\n  ${process.execPath} --data ${data()} --restore /mnt/gone\n`);
  });
});
