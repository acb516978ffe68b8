import Database from 'better-sqlite3';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { restoreBackup } from '../../../electron/backup/restore';
import { DATABASE_FILE } from '../../../electron/database/open';
import { LIMITS } from '../../../shared/limits';
import { contentFiles, upload } from '../../support/content';
import { START, testService, type TestPerson, type TestService } from '../../support/service';

const NAME = '2026-01-05T08-00-00Z';

let data: string;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'courtyard-backups-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
});

test('creates, test-restores, compares, lists and audits a backup', async () => {
  const t = await testService({ data });
  const [ann] = await t.people('Ann');
  await upload(t.service, ann.session, 'files.upload', Buffer.from('hello'));
  expect(await ann.call('admin.backups', {})).toEqual([]);
  const made = await ann.call('admin.createBackup', {});
  expect(made).toEqual({
    Name: NAME,
    Size: statSync(join(data, 'backups', NAME, DATABASE_FILE)).size,
    Content: 5,
    Timestamp: START,
    Compared: START,
    Sound: true,
    Problems: [],
    Missing: 0,
  });
  expect(await ann.call('admin.backups', {})).toEqual([made]);
  const [act] = await ann.call('admin.acts', {});
  expect([act?.Act, act?.By.ID, act?.Reason]).toEqual(['create_backup', ann.id, NAME]);
  expect(folders()).toEqual([NAME]);
});

test('only administrators can list and create backups', async () => {
  const t = await testService({ data });
  const [, ben] = await t.people('Ann', 'Ben');
  expect((await ben.refused('admin.backups', {})).code).toBe('access_denied');
  expect((await ben.refused('admin.createBackup', {})).code).toBe('access_denied');
  expect(existsSync(join(data, 'backups'))).toBe(false);
});

test('an in-memory community has backups while it runs', async () => {
  const t = await testService();
  const [ann] = await t.people('Ann');
  const made = await ann.call('admin.createBackup', {});
  expect(made.Sound).toBe(true);
  expect(await ann.call('admin.backups', {})).toEqual([made]);
});

test('contains concurrent writes completely or not at all', async () => {
  const t = await testService({ data });
  const [ann] = await t.people('Ann');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  let isMade = false;
  const making = ann.call('admin.createBackup', {}).finally(() => (isMade = true));
  const sent: number[] = [];
  while (!isMade) {
    sent.push((await ann.call('dialogs.send', { dialog_id, text: `word ${sent.length}` })).ID);
    // However long it takes, nobody asks too often.
    t.clock.advance(1);
  }
  expect(await making).toMatchObject({ Sound: true, Problems: [] });
  const raw = openBackup(NAME);
  const kept = raw.prepare('SELECT id FROM message ORDER BY id').pluck().all();
  expect(sent.slice(0, kept.length)).toEqual(kept);
  expect(sent.length).toBeGreaterThan(0);
});

test('runs one backup at a time', async () => {
  const t = await testService({ data });
  const [ann] = await t.people('Ann');
  const first = ann.call('admin.createBackup', {});
  const second = await ann.refused('admin.createBackup', {});
  expect(second.code).toBe('conflict');
  expect((await first).Sound).toBe(true);
  expect(folders()).toHaveLength(1);
});

test('repeated requests with one key create one backup', async () => {
  const t = await testService({ data });
  const [ann] = await t.people('Ann');
  const make = () => ann.call('admin.createBackup', {}, 'the-key-of-this');
  let isMade = false;
  const all = [make().finally(() => (isMade = true))];
  while (!folders().includes(NAME)) await new Promise(setImmediate);
  while (!isMade) {
    t.clock.advance(1);
    all.push(make());
    await new Promise(setImmediate);
  }
  expect(new Set((await Promise.all(all)).map(({ Name }) => Name))).toEqual(new Set([NAME]));
  expect(folders()).toEqual([NAME]);
});

test('keeps the last few backups, including the last good one', async () => {
  const t = await testService({ data });
  const [ann] = await t.people('Ann');
  await upload(t.service, ann.session, 'files.upload', Buffer.from('hello'));
  const first = await ann.call('admin.createBackup', {});
  const sound = await ann.call('admin.createBackup', {});
  expect([first.Name, sound.Name]).toEqual([NAME, `${NAME}-2`]);
  breakLinksTo('hello');
  const names: string[] = [];
  for (let count = 0; count <= LIMITS.backups; count++) {
    t.clock.advance(60);
    names.unshift((await ann.call('admin.createBackup', {})).Name);
  }
  const kept = [...names.slice(0, LIMITS.backups), sound.Name];
  expect((await ann.call('admin.backups', {})).map(({ Name }) => Name)).toEqual(kept);
  expect(folders()).toEqual(kept.toSorted());
});

describe('reports damage', () => {
  test.each([
    ['has lost', (path: string) => rmSync(path)],
    ['has only in part', (path: string) => truncateSync(path, 2)],
  ])('stored bytes that the host itself %s, in a backup that is good', async (_how, harm) => {
    const t = await testService({ data });
    const [ann] = await t.people('Ann');
    await upload(t.service, ann.session, 'files.upload', Buffer.from('hello'));
    await upload(t.service, ann.session, 'files.upload', Buffer.from('whole'));
    harm(blobOf('hello'));
    const made = await ann.call('admin.createBackup', {});
    expect(made).toMatchObject({ Sound: true, Compared: START, Problems: [], Missing: 1, Content: 5 });
    expect(await ann.call('admin.backups', {})).toEqual([made]);
    expect((await ann.call('admin.health', {})).Backup?.Name).toBe(made.Name);
    await ann.call('admin.checkRestore', { source: 'local', name: made.Name });
    await t.service.settled();
    expect((await ann.call('admin.restore', {})).Checked?.Backup.Missing).toBe(1);
  });

  test('stored bytes that only the copy lacks, in a backup that is not', async () => {
    const t = await testService({ data });
    const [ann] = await t.people('Ann');
    await upload(t.service, ann.session, 'files.upload', Buffer.from('hello'));
    await upload(t.service, ann.session, 'files.upload', Buffer.from('whole'));
    breakLinksTo('hello');
    const made = await ann.call('admin.createBackup', {});
    expect([made.Sound, made.Compared, made.Missing]).toEqual([false, START, 0]);
    expect(made.Problems).toEqual([`Stored content is missing: ${hashOf('hello')}.`]);
    expect(await ann.call('admin.backups', {})).toEqual([made]);
    expect((await ann.refused('admin.downloadBackup', {})).code).toBe('not_found');
  });

  test('in database pages', async () => {
    const first = await testService({ data });
    const [ann] = await first.people('Ann');
    await first.service.close();
    await scribble(join(data, DATABASE_FILE));
    const t = await testService({ data });
    const error = await t.as(ann.session, ann).refused('admin.createBackup', {});
    expect([error.code, error.message]).toEqual([
      'unavailable',
      'The database is damaged, so this community is read-only. Nothing was changed. Ask the host to restore a backup.',
    ]);
    expect(folders()).toEqual([]);
  });
});

describe('an interrupted backup leaves nothing behind', () => {
  test('when the host stops', async () => {
    const t = await testService({ data });
    const [ann] = await t.people('Ann');
    weighDown();
    const making = ann.refused('admin.createBackup', {});
    while (folders().length === 0) await new Promise(setImmediate);
    await t.service.close();
    expect((await making).code).toBe('unavailable');
    expect(folders()).toEqual([]);
  });

  test('when the process is killed', async () => {
    mkdirSync(join(data, 'backups', 'partial-1', 'restored'), { recursive: true });
    writeFileSync(join(data, 'backups', 'partial-1', 'backup.json'), '{}');
    const t = await testService({ data });
    const [ann] = await t.people('Ann');
    expect(await ann.call('admin.backups', {})).toEqual([]);
    expect(folders()).toEqual([]);
  });
});

describe('a restore', () => {
  test('replaces everything, keeps the previous data aside, and starts a new log', async () => {
    const { t, ann, dialog_id } = await talkingCommunity();
    const before = await contentsOf(ann, dialog_id);
    await ann.call('admin.createBackup', {});
    await ann.call('dialogs.send', { dialog_id, text: 'Later' });
    await upload(t.service, ann.session, 'files.upload', Buffer.from('later'));
    const [hello] = (await ann.listen()).frames;
    await t.service.close();
    rmSync(blobOf('hello'));

    const restored = await restoreBackup(data, NAME, START + 60);
    expect(restored).toEqual({
      backup: NAME,
      made: START,
      previousData: join(data, 'before-restore-2026-01-05T08-01-00Z'),
      missing: [],
    });
    const again = await testService({ data, clock: t.clock });
    const back = again.as(ann.session, ann);
    expect(await contentsOf(back, dialog_id)).toEqual(before);
    expect((await again.service.verify()).missing).toEqual([]);
    const [anew] = (await back.listen()).frames;
    expect(logOf(anew)).not.toBe(logOf(hello));

    await again.service.close();
    const aside = await testService({ data: restored.previousData ?? '', clock: t.clock });
    const old = aside.as(ann.session, ann);
    const [last] = await old.call('dialogs.messages', { dialog_id });
    expect(last?.Text).toBe('Later');
    expect(contentFiles(restored.previousData ?? '')).toContainEqual(
      expect.stringContaining(hashOf('later')),
    );
  });

  test('keeps stored files that are damaged only in the backup', async () => {
    const { t, ann } = await talkingCommunity();
    await ann.call('admin.createBackup', {});
    await t.service.close();
    const copy = join(
      data,
      'backups',
      NAME,
      'content',
      'blobs',
      hashOf('hello').slice(0, 2),
      hashOf('hello'),
    );
    rmSync(copy);
    writeFileSync(copy, 'hel');

    await restoreBackup(data, NAME, START + 60);
    const again = await testService({ data, clock: t.clock });
    expect((await again.service.verify()).missing).toEqual([]);
    expect(readFileSync(blobOf('hello'), 'utf8')).toBe('hello');
  });

  test('works into an empty folder, from a path', async () => {
    const { t, ann, dialog_id } = await talkingCommunity();
    const before = await contentsOf(ann, dialog_id);
    await ann.call('admin.createBackup', {});
    const elsewhere = join(data, 'elsewhere');
    expect((await restoreBackup(elsewhere, join(data, 'backups', NAME), START)).previousData).toBeNull();
    const again = await testService({ data: elsewhere, clock: t.clock });
    expect(await contentsOf(again.as(ann.session, ann), dialog_id)).toEqual(before);
  });

  test('changes nothing when the backup is damaged', async () => {
    const { t, ann, dialog_id } = await talkingCommunity();
    await ann.call('admin.createBackup', {});
    await ann.call('dialogs.send', { dialog_id, text: 'Later' });
    await t.service.close();
    const kept = readdirSync(data).toSorted();
    await scribble(join(data, 'backups', NAME, DATABASE_FILE));
    await expect(restoreBackup(data, NAME, START)).rejects.toThrow(/^This backup cannot be restored\./);
    await expect(restoreBackup(data, 'another', START)).rejects.toThrow(/^There is no backup another/);
    expect(readdirSync(data).toSorted()).toEqual(kept);
    const again = await testService({ data, clock: t.clock });
    const [last] = await again.as(ann.session, ann).call('dialogs.messages', { dialog_id });
    expect(last?.Text).toBe('Later');
  });

  test('names the backups that there are, and restores a single one by no date', async () => {
    const { t, ann } = await talkingCommunity();
    await ann.call('admin.createBackup', {});
    await t.service.close();
    const backups = join(data, 'backups');
    await expect(restoreBackup(data, backups, START)).rejects.toThrow(
      `There is no backup ${backups}. In ${backups} there is ${NAME}. Name one of these, or the path of a backup, a backup folder or a zip file.`,
    );
    await expect(restoreBackup(join(data, 'there'), 'another', START)).rejects.toThrow(
      'There is no backup another. Name the path of a backup, a backup folder or a zip file.',
    );
    await expect(restoreBackup(data, NAME, START, { date: '2026-01-04' })).rejects.toThrow(
      `${NAME} is a single backup. Leave out --restore-date, or name a backup folder.`,
    );
  });

  test('rejects a backup of a newer version and says what to do', async () => {
    const { t, ann } = await talkingCommunity();
    await ann.call('admin.createBackup', {});
    await t.service.close();
    const newer = new Database(join(data, 'backups', NAME, DATABASE_FILE));
    newer.pragma('user_version = 9999');
    newer.close();
    const before = readdirSync(data, { recursive: true }).toSorted();
    await expect(restoreBackup(data, NAME, START)).rejects.toThrow(
      `The backup ${NAME} was made by a newer Courtyard. Nothing was changed: update the program, then restore it.`,
    );
    expect(readdirSync(data, { recursive: true }).toSorted()).toEqual(before);
    const elsewhere = join(data, 'elsewhere');
    await expect(restoreBackup(elsewhere, join(data, 'backups', NAME), START)).rejects.toThrow(/newer/);
    expect(existsSync(elsewhere)).toBe(false);
  });

  test('waits for the host to stop', async () => {
    const { ann } = await talkingCommunity();
    await ann.call('admin.createBackup', {});
    await expect(restoreBackup(data, NAME, START)).rejects.toThrow(/already running/);
  });
});

async function talkingCommunity(): Promise<{ t: TestService; ann: TestPerson; dialog_id: number }> {
  const t = await testService({ data });
  const [ann] = await t.people('Ann');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  await ann.call('dialogs.send', { dialog_id, text: 'Hello' });
  await upload(t.service, ann.session, 'files.upload', Buffer.from('hello'));
  return { t, ann, dialog_id };
}

async function contentsOf(person: TestPerson, dialog_id: number) {
  const messages = await person.call('dialogs.messages', { dialog_id });
  const files = await person.call('files.list', {});
  return {
    texts: messages.map(({ ID, Text }) => [ID, Text]),
    files: files.map(({ ID, Size }) => [ID, Size]),
  };
}

function folders(): string[] {
  const root = join(data, 'backups');
  return existsSync(root) ? readdirSync(root).toSorted() : [];
}

function openBackup(name: string): Database.Database {
  const raw = new Database(join(data, 'backups', name, DATABASE_FILE), { readonly: true });
  onTestFinished(() => void raw.close());
  return raw;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function blobOf(text: string): string {
  return join(data, 'content', 'blobs', hashOf(text).slice(0, 2), hashOf(text));
}

/** Moves stored bytes behind a symbolic link, whose copy in another folder leads nowhere. */
function breakLinksTo(text: string): void {
  renameSync(blobOf(text), `${blobOf(text)}-moved`);
  symlinkSync(`${hashOf(text)}-moved`, blobOf(text));
}

function logOf(frame: unknown): unknown {
  return (frame as { Log: string }).Log;
}

/** Puts so much into the database that a copy of it is not made in a moment. */
function weighDown(): void {
  const raw = new Database(join(data, DATABASE_FILE));
  raw.exec(`
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 20)
    INSERT INTO meta (key, value) SELECT 'weight ' || n, hex(zeroblob(500000)) FROM number`);
  raw.close();
}

/** Writes over the pages of the largest index, which nobody reads when a host starts. */
async function scribble(path: string): Promise<void> {
  const raw = new Database(path, { readonly: true });
  const page = raw.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'act'").pluck().get() as number;
  const size = raw.pragma('page_size', { simple: true }) as number;
  raw.close();
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(size, 0xff), 0, size, (page - 1) * size);
  await file.close();
}
