import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { flushPath } from '../../electron/content/disk-threads';
import { flushFolderSync, writeFlushedSync } from '../../electron/content/flushing';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'courtyard-flushing-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

// Linux can't flush the folders of this file system, like those of some network shares.
test.skipIf(process.platform !== 'linux')('a folder that can’t be flushed is no error', async () => {
  expect(() => flushFolderSync('/proc/self')).not.toThrow();
  await expect(flushPath('/proc/self')).resolves.toBeUndefined();
});

test('a folder that is missing is an error', async () => {
  const missing = join(folder(), 'missing');
  expect(() => flushFolderSync(missing)).toThrow('ENOENT');
  await expect(flushPath(missing)).rejects.toThrow('ENOENT');
});

test('a written file is for its owner alone, and replaced only if that is asked for', () => {
  const path = join(folder(), 'note.txt');
  writeFlushedSync(path, 'one', 'wx');
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(() => writeFlushedSync(path, 'two', 'wx')).toThrow('EEXIST');
  writeFlushedSync(path, '3', 'w');
  expect(readFileSync(path, 'utf8')).toBe('3');
});
