import { createHash } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { restoreBackup } from '../../../electron/backup/restore';
import { START } from '../../support/service';
import { contentsOf, folderWorld, hashOf, openRestored } from './folder-world';
import { temporaryFolder } from '../../support/temporary-folder';

test('the newest backup as one file opens on another machine, which is the same community', async () => {
  const world = await folderWorld();
  expect((await world.ann.refused('admin.downloadBackup', {})).code).toBe('not_found');
  await world.ann.call('admin.createBackup', {});
  const before = await contentsOf(world.ann, world.dialog_id);
  const { Key } = await world.ann.call('admin.sharing', {});
  const { Name, Bytes } = await world.ann.call('admin.downloadBackup', {});
  expect(Name).toBe('courtyard-backup-2026-01-05T08-00-00Z.zip');
  const file = join(temporaryFolder(), Name);
  await writeFile(file, Bytes);
  await world.t.service.close();
  const there = join(temporaryFolder(), 'there');
  expect((await restoreBackup(there, file, START)).missing).toEqual([]);
  const ann = await openRestored(world, there);
  expect(await contentsOf(ann, world.dialog_id)).toEqual(before);
  expect((await ann.call('admin.sharing', {})).Key).toBe(Key);
  expect(readdirSync(there)).not.toContain('backups');
});

describe('a hostile archive is refused and leaves nothing', () => {
  const blob = (hash: string) => `content/blobs/${hash.slice(0, 2)}/${hash}`;
  const whole: [string, string][] = [
    ['backup.json', '{}'],
    ['courtyard.db', 'x'],
  ];
  test.each<[string, [path: string, text: string][], RegExp]>([
    ['a path outside', [['a/../../escaped', 'x']], /relative path|invalid|contains/],
    ['an absolute path', [['/tmp/escaped', 'x']], /absolute path|invalid|contains/],
    ['a file that no backup has', [...whole, ['settings.json', '{}']], /it contains "settings.json"/],
    ['a file in a wrong place', [...whole, [`content/blobs/00/${hashOf('x')}`, 'x']], /it contains/],
    ['a file twice', [...whole, ['backup.json', '{}']], /twice/],
    ['content of another hash', [...whole, [blob(hashOf('x')), 'y']], /was changed/],
    ['no database', [['backup.json', '{}']], /does not contain courtyard.db/],
    ['a database that is none', whole, /./],
  ])('with %s', async (_what, files, why) => {
    const folder = temporaryFolder();
    const file = join(folder, 'archive.zip');
    writeFileSync(file, await zipOf(files));
    await expect(restoreBackup(join(folder, 'there'), file, START)).rejects.toThrow(why);
    expect(readdirSync(folder)).toEqual(['archive.zip']);
    expect(existsSync('/tmp/escaped')).toBe(false);
  });

  test('that was cut off or changed', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'archive.zip');
    const zip = await zipOf([...whole, [blob(hashOf('long'.repeat(9))), 'long'.repeat(9)]]);
    const at = zip.indexOf('longlong');
    for (const [harmed, why] of [
      [zip.subarray(0, -30), `${file} is damaged or was cut off. Copy or download it again.`],
      [Buffer.from(zip.map((byte, i) => (i === at ? byte ^ 1 : byte))), /was changed/],
    ] as const) {
      writeFileSync(file, harmed);
      await expect(restoreBackup(join(folder, 'there'), file, START)).rejects.toThrow(why);
      expect(readdirSync(folder)).toEqual(['archive.zip']);
    }
  });
});

/** Paths that no honest writer accepts replace others of the same length. */
async function zipOf(files: readonly (readonly [path: string, text: string])[]): Promise<Buffer> {
  const zip = new ZipFile();
  const paths = files.map(([path]) => [path, placeholder(path)] as const);
  for (const [index, [, text]] of files.entries())
    zip.addBuffer(Buffer.from(text), paths[index]?.[1] ?? '', { compress: false });
  zip.end();
  let bytes = (await buffer(zip.outputStream)).toString('latin1');
  for (const [path, written] of paths) bytes = bytes.replaceAll(written, path);
  return Buffer.from(bytes, 'latin1');
}

function placeholder(path: string): string {
  if (!path.startsWith('/') && !path.includes('..')) return path;
  return createHash('sha256').update(path).digest('hex').slice(0, path.length);
}
