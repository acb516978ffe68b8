import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchBinary, findBinary } from '../../../electron/desktop/program/electron-binary';

/** A fake `electron` package. */
let folder = '';

beforeEach(() => {
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', '');
  folder = mkdtempSync(join(tmpdir(), 'courtyard-binary-'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Sets the package's install script, which downloads the program. */
function install(script: string): void {
  writeFileSync(join(folder, 'install.js'), script);
}

const FETCHES = `
const { mkdirSync, writeFileSync } = require('node:fs');
mkdirSync(__dirname + '/dist');
writeFileSync(__dirname + '/dist/electron.exe', '');
writeFileSync(__dirname + '/path.txt', 'electron.exe');
`;

describe('the Electron binary', () => {
  it('is missing before it is downloaded', () => {
    expect(findBinary(folder)).toBe(null);
  });

  it('is found where its package says after the download', async () => {
    install(FETCHES);
    const path = join(folder, 'dist', 'electron.exe');
    expect(await fetchBinary(folder, 60_000)).toBe(path);
    expect(findBinary(folder)).toBe(path);
  });

  it('is missing when it cannot be downloaded', async () => {
    install('process.exit(1);');
    expect(await fetchBinary(folder, 60_000)).toBe(null);
  });

  it('is missing after the download timed out', async () => {
    install('setInterval(() => undefined, 1000);');
    expect(await fetchBinary(folder, 1)).toBe(null);
  });

  it('is missing when the downloaded file was deleted', () => {
    writeFileSync(join(folder, 'path.txt'), 'electron');
    expect(findBinary(folder)).toBe(null);
  });

  it('is taken from another folder named by the environment', () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', other);
    expect(findBinary(folder)).toBe(null);
    writeFileSync(join(other, 'electron'), '');
    expect(findBinary(folder)).toBe(join(other, 'electron'));
  });
});
