import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeFile } from '../../electron/content/file-removal';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-removal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Whether this process still has a file open that was deleted, so that it takes up space. */
function isHeld(path: string): boolean {
  return readdirSync('/proc/self/fd').some((file) => {
    try {
      return readlinkSync(join('/proc/self/fd', file)) === `${path} (deleted)`;
    } catch {
      // Closed meanwhile.
      return false;
    }
  });
}

test('a deleted file is gone at once, and its space soon', async () => {
  const path = join(newFolder(), 'film.webm');
  writeFileSync(path, 'frames');
  removeFile(path);
  expect(existsSync(path)).toBe(false);
  await expect.poll(() => isHeld(path)).toBe(false);
});

test('a file that does not exist cannot be deleted', () => {
  const path = join(newFolder(), 'nothing');
  expect(() => removeFile(path)).toThrow(expect.objectContaining({ code: 'ENOENT' }));
});
