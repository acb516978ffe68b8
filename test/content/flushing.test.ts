import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { syncFolder } from '../../electron/content/disk-threads';
import { flushFolder, writeFlushed } from '../../electron/content/flushing';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'courtyard-flushing-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

// Linux can't flush the folders of this file system, like those of some network shares.
test.skipIf(process.platform !== 'linux')('a folder that can’t be flushed is no error', async () => {
  expect(() => flushFolder('/proc/self')).not.toThrow();
  await expect(syncFolder('/proc/self')).resolves.toBeUndefined();
});

test('a folder that is missing is an error', async () => {
  const missing = join(folder(), 'missing');
  expect(() => flushFolder(missing)).toThrow('ENOENT');
  await expect(syncFolder(missing)).rejects.toThrow('ENOENT');
});

test('a written file is for its owner alone, and replaced only if that is asked for', () => {
  const path = join(folder(), 'note.txt');
  writeFlushed(path, 'one', 'wx');
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(() => writeFlushed(path, 'two', 'wx')).toThrow('EEXIST');
  writeFlushed(path, '3', 'w');
  expect(readFileSync(path, 'utf8')).toBe('3');
});
