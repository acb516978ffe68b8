import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startErrorOf } from '../../../electron/commands/start-error';
import { createFolder } from '../../../electron/database/data-folder';

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function failureOf(folder: string): string {
  try {
    createFolder(folder);
  } catch (error) {
    return startErrorOf(error);
  }
  throw new Error('the folder was created');
}

test('folders are created for the current user, with those above them, unless they are there', () => {
  const above = join(temporary(), 'one');
  const folder = join(above, 'two');
  expect([createFolder(folder), createFolder(folder), createFolder(above)]).toEqual([true, false, false]);
  if (process.platform !== 'win32')
    expect([above, folder].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
});

test('a file in place of the folder is an error', () => {
  const file = join(temporary(), 'file');
  writeFileSync(file, '');
  for (const path of [file, join(file, 'one')])
    expect(failureOf(path)).toContain(`The folder ${file} can't be created.`);
});

test.runIf(existsSync('/proc/self'))('folders that the system does not let be created are an error', () => {
  for (const path of ['/proc/courtyard/data/one', '/proc/courtyard'])
    expect(failureOf(path)).toContain("The folder /proc/courtyard can't be created.");
});
