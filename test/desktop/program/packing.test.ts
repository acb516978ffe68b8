import { extractAll, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDesktop, stage, temporaryFolder } from '../desktop';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..', '..');

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let packed: string;
let resources: string;
let entries: string[];

/**
 * Creates a fake Electron distribution: a program with fuses that can be set (the sentinel by which they are found,
 * their version, their number, then each fuse), and language files.
 */
async function makeDistribution(place: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8')) as {
    version: string;
  };
  const wire = Buffer.from([1, FUSES.length, ...FUSES.map(() => ON)]);
  await mkdir(join(place, 'locales'), { recursive: true });
  await writeFile(join(place, 'version'), version);
  await writeFile(
    join(place, 'electron'),
    Buffer.concat([Buffer.from('#!/bin/sh\nexit 0\n# dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'), wire]),
  );
  await chmod(join(place, 'electron'), 0o755);
  for (const language of ['en-US', 'uk', 'de'])
    await writeFile(join(place, 'locales', `${language}.pak`), '');
}

/** The value of an enabled fuse: the character 1. */
const ON = '1'.charCodeAt(0);
const FUSES = Object.values(FuseV1Options).filter((one) => typeof one === 'number');

beforeAll(async () => {
  folder = await temporaryFolder();
  const distribution = join(folder.path, 'electron');
  await makeDistribution(distribution);
  const builder = join(root, 'node_modules/electron-builder/cli.js');
  await run(
    process.execPath,
    [
      builder,
      ...['--linux', 'dir', '--x64', '--publish', 'never'],
      `-c.electronDist=${distribution}`,
      `-c.directories.output=${join(folder.path, 'dist')}`,
    ],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  );
  packed = join(folder.path, 'dist', 'linux-unpacked');
  resources = join(packed, 'resources');
  entries = listPackage(join(resources, 'app.asar'), { isPack: false });
}, 240_000);
afterAll(() => folder.remove());

describe('the package', () => {
  it('contains what runs', () => {
    for (const path of [
      '/package.json',
      '/out/main/main.js',
      '/out/preload/preload.cjs',
      '/out/renderer/index.html',
    ])
      expect(entries).toContain(path);
  });

  it.each(['backup-worker', 'check-worker', 'hash-worker', 'media-worker', 'picture-process', 'disk-worker'])(
    'contains the module of the helper process: %s',
    (name) => {
      const isModule = (path: string) => path.startsWith(`/out/main/parts/${name}-`) && path.endsWith('.js');
      expect(entries.filter(isModule)).toHaveLength(1);
    },
  );

  it('contains no sources, tests, maps or package docs', () => {
    const needless = entries.filter(
      (path) =>
        /\.(map|[mc]?ts|svelte|md)$/.test(path) || /^\/(electron|renderer|shared|test|\.ci)(\/|$)/.test(path),
    );
    expect(needless).toEqual([]);
  });

  it('keeps native modules beside the archive', () => {
    const native = entries.filter((path) => path.endsWith('.node'));
    expect(native.length).toBeGreaterThan(0);
    for (const path of native)
      expect([path, existsSync(join(resources, 'app.asar.unpacked', path))]).toEqual([path, true]);
  });

  it('contains only the languages of the pages', () => {
    const has = (language: string) => existsSync(join(packed, 'locales', `${language}.pak`));
    expect(['en-US', 'uk', 'de'].map(has)).toEqual([true, true, false]);
  });

  it('sets its fuses so that it runs nothing else', async () => {
    const wire = await getCurrentFuseWire(join(packed, 'courtyard'));
    const isOn = (fuse: FuseV1Options) => wire[fuse] === ON;
    expect({
      RunAsNode: isOn(FuseV1Options.RunAsNode),
      CookieEncryption: isOn(FuseV1Options.EnableCookieEncryption),
      NodeOptions: isOn(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
      Inspect: isOn(FuseV1Options.EnableNodeCliInspectArguments),
      Integrity: isOn(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
      OnlyAsar: isOn(FuseV1Options.OnlyLoadAppFromAsar),
      FilePrivileges: isOn(FuseV1Options.GrantFileProtocolExtraPrivileges),
    }).toEqual({
      RunAsNode: false,
      CookieEncryption: true,
      NodeOptions: false,
      Inspect: false,
      Integrity: true,
      OnlyAsar: true,
      FilePrivileges: false,
    });
  });

  it.runIf(stage === 'the stand-in')('starts with its service and pages', async () => {
    const application = join(folder.path, 'application');
    extractAll(join(resources, 'app.asar'), application);
    await cp(join(resources, 'app.asar.unpacked'), application, { recursive: true });
    const desktop = await startDesktop(join(folder.path, 'data'), {}, { application });
    try {
      await desktop.page.getByRole('heading', { name: 'Create a community' }).waitFor();
    } finally {
      expect(await desktop.quit()).toBe(0);
    }
  });
});
