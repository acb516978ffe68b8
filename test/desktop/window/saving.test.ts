import { mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService } from '../../../electron/service';
import type { Envelope } from '../../../shared/bridge';
import type { Bridge } from '../../../shared/channels';
import { TEST_SETTINGS, TestClock, testServiceOver } from '../../support/service';
import { unzip } from '../../support/zip';
import { startDesktop, temporaryFolder, type Desktop } from '../desktop';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let desktop: Desktop;
let token: string | null;
let shelf: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  shelf = join(folder.path, 'shelf');
  await mkdir(shelf);
  const service = await openService({ data: folder.path, settings: TEST_SETTINGS });
  const ann = await testServiceOver(service, new TestClock()).person('Ann');
  token = ann.session.token;
  await service.close();
  desktop = await startDesktop(folder.path);
});

afterAll(async () => {
  await desktop.quit();
  await folder.remove();
});

/** Exports from the page with a mocked save dialog that returns a path; null cancels it. */
async function exportTo(filePath: string | null): Promise<Envelope> {
  await desktop.inProgram(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: chosen === null, filePath: chosen ?? '' });
  }, filePath);
  return desktop.page.evaluate(
    (token) =>
      (window as unknown as { courtyard: Bridge }).courtyard.call(
        'account.export',
        {},
        token ? { token } : {},
      ),
    token,
  );
}

it('writes a complete export to the chosen path', async () => {
  const path = join(shelf, 'mine.zip');
  expect(await exportTo(path)).toEqual({ ok: true, value: { Saved: true } });
  const files = unzip(await readFile(path));
  expect(JSON.parse(files.get('data/profile.json') ?? '')).toMatchObject({ Name: 'Ann' });
  expect(await readdir(shelf)).toEqual(['mine.zip']);
});

it.skipIf(process.platform === 'win32')(
  'uses the default file mode, and keeps its temporary folder private',
  async () => {
    const path = join(shelf, 'again.zip');
    await exportTo(path);
    expect((await stat(path)).mode & 0o777).toBe(0o666 & ~process.umask());
    const own = join(folder.path, 'desktop');
    const names = (await readdir(own)).filter((name) => !name.startsWith('Singleton'));
    for (const each of [own, ...names.map((name) => join(own, name))])
      expect([each, (await stat(each)).mode & 0o077]).toEqual([each, 0]);
  },
);

it('writes nothing when cancelled', async () => {
  const before = await readdir(shelf);
  expect(await exportTo(null)).toEqual({ ok: true, value: { Saved: false } });
  expect(await readdir(shelf)).toEqual(before);
});

it('names the folder that can’t be written', async () => {
  const folder = join(shelf, 'no', 'such', 'folder');
  expect(await exportTo(join(folder, 'mine.zip'))).toMatchObject({
    ok: false,
    error: {
      detail: 'upload_error',
      message: expect.stringContaining(folder),
      fields: { disk: 'can’t be written' },
    },
  });
});

it.runIf(process.platform === 'linux')('names the disk that is full', async () => {
  // Every write to this device fails as on a full disk.
  await symlink('/dev/full', join(shelf, 'full.zip.part'));
  const before = await readdir(shelf);
  expect(await exportTo(join(shelf, 'full.zip'))).toMatchObject({
    ok: false,
    error: {
      detail: 'upload_error',
      message: `The disk of ${shelf} is full. Free up space, or save the file elsewhere.`,
      fields: { disk: 'is full' },
    },
  });
  expect(await readdir(shelf)).toEqual(before.filter((name) => name !== 'full.zip.part'));
});
