import Database from 'better-sqlite3';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DATABASE_FILE } from '../../electron/database/open';
import { START, refusal, testService } from '../support/service';

test('damage found while running is reported to everyone and makes the host read-only', async () => {
  const data = temporaryFolder();
  const first = await testService({ data });
  const [ann, ben] = await first.people('Ann', 'Ben');
  const { ID: dialog } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  await ann.call('dialogs.send', { dialog_id: dialog, text: 'hello' });
  await ann.call('admin.createBackup', {});
  await first.service.close();

  const t = await testService({ data });
  const [owner, member] = [t.as(ann.session, ann), t.as(ben.session, ben)];
  expect((await owner.call('admin.health', {})).Status).toBe('sound');
  const line = await member.listen();
  harm(data, 'message');
  const error = await owner.refused('dialogs.messages', { dialog_id: dialog });
  expect([error.code, error.message]).toEqual([
    'unavailable',
    'The database is damaged, so this cannot be read. Ask the host to restore a backup.',
  ]);
  await expect.poll(() => line.frames.filter(({ Type }) => Type === 'community')).not.toEqual([]);
  const community = await member.call('community.get', {});
  expect(community.ReadOnly).toBe('damaged');
  expect(line.frames.find(({ Type }) => Type === 'community')).toEqual({
    Type: 'community',
    Community: community,
  });
  await expect
    .poll(async () => (await owner.call('admin.health', {})).Affected, { timeout: 10_000 })
    .toEqual(['messages']);
  expect(await owner.call('admin.health', {})).toEqual({
    Status: 'damaged',
    Checked: START,
    Affected: ['messages'],
    Repairable: false,
    Backup: { Name: '2026-01-05T08-00-00Z', Timestamp: START },
    Command: `npm run serve -- --data ${data}`,
    Mail: { Server: false, Failure: '', Since: 0 },
  });
  for (const refused of [
    await member.refused('dialogs.send', { dialog_id: dialog, text: 'more' }),
    await member.refused('posts.create', { user: '@me', content: 'more' }),
    await refusal(t.service.receive(ben.session, 'files.upload', 5)),
  ]) {
    expect([refused.code, refused.message]).toEqual([
      'unavailable',
      'The database is damaged, so this community is read-only. Nothing was changed. Ask the host to restore a backup.',
    ]);
  }
  expect((await member.call('people.me', {})).Name).toBe('Ben');
});

test('starting on an unreadable database names the commands and the newest good backup', async () => {
  const data = temporaryFolder();
  const first = await testService({ data });
  const [ann] = await first.people('Ann');
  await ann.call('admin.createBackup', {});
  await first.service.close();
  const file = openSync(join(data, DATABASE_FILE), 'r+');
  writeSync(file, Buffer.alloc(100), 0, 100, 0);
  closeSync(file);
  await expect(testService({ data })).rejects.toMatchObject({
    name: 'DatabaseDamagedError',
    message: [
      `The database of ${data} is damaged and cannot be opened. Try to repair it, which changes nothing where it fails:`,
      `  npm run serve -- --data ${data} --repair`,
      'Restore the newest good backup, made 2026-01-05 08:00 UTC, with:',
      `  npm run serve -- --data ${data} --restore 2026-01-05T08-00-00Z`,
      '',
    ].join('\n'),
  });
});

/** Overwrites the heads of all leaf pages of a table. */
function harm(data: string, table: string): void {
  const raw = new Database(join(data, DATABASE_FILE), { readonly: true });
  const pages = raw
    .prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'")
    .pluck()
    .all(table);
  raw.close();
  const file = openSync(join(data, DATABASE_FILE), 'r+');
  for (const page of pages as number[]) writeSync(file, Buffer.alloc(8, 0xee), 0, 8, (page - 1) * 4096);
  closeSync(file);
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-read-only-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
