import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BoundedFolder } from '../../electron/content/bounded-folder';

test('what was not used for the longest time is deleted beyond the limit, and what is in use stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-bounded-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'ab'));
  const add = (name: string, hoursAgo: number) => {
    const path = join(folder, 'ab', name);
    writeFileSync(path, Buffer.alloc(30));
    const time = Date.now() / 1000 - hoursAgo * 3600;
    utimesSync(path, time, time);
    return path;
  };
  const bounded = new BoundedFolder(folder, 100);
  const [oldest] = [add('oldest', 4), add('old', 3), add('older', 3.5)];
  bounded.added(oldest);
  await bounded.settled();
  expect(await readdir(join(folder, 'ab'))).toHaveLength(3);
  bounded.used(oldest);
  bounded.added(add('new', 0));
  await bounded.settled();
  expect((await readdir(join(folder, 'ab'))).toSorted()).toEqual(['new', 'old', 'oldest']);
});
