import Database from 'better-sqlite3';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { selectRetained } from '../../../electron/backup/folder/retention';
import { upload } from '../../support/content';
import { START, testService } from '../../support/service';
import {
  chooseFolder,
  expectFailure,
  filesBelow,
  folderWorld,
  hashOf,
  nextBackup,
  repositoryOf,
} from './folder-world';
import { temporaryFolder } from '../../support/temporary-folder';

const HOUR = 3600;
const DAY = 24 * HOUR;

describe('the folder', () => {
  test('is backed up to at once, and daily', async () => {
    const world = await folderWorld();
    const first = await chooseFolder(world);
    expect(first).toMatchObject({
      Folder: world.folder,
      Choosable: true,
      Encrypted: false,
      Every: 24,
      WarnAfter: 48,
      LastGood: START,
      Overdue: false,
      Failure: '',
      Progress: null,
    });
    expect(first.Backups).toMatchObject([{ Name: '2026-01-05T08-00-00Z', Content: 5, Missing: 0 }]);
    expect((await nextBackup(world, DAY - 1)).LastGood).toBe(START);
    expect((await nextBackup(world, 1)).Backups.map(({ Name }) => Name)).toEqual([
      '2026-01-06T08-00-00Z',
      '2026-01-05T08-00-00Z',
    ]);
  });

  test('is named in the log with each backup', async () => {
    const lines: string[] = [];
    const logger = pino({}, { write: (line) => void lines.push(line) });
    const world = await folderWorld({ logger });
    await chooseFolder(world);
    const logged = lines.find((line) => line.includes('backed up to the backup folder'));
    expect(JSON.parse(logged ?? '{}')).toMatchObject({
      folder: world.folder,
      backup: '2026-01-05T08-00-00Z',
    });
  });

  test('is stored beside the database, not in it', async () => {
    const world = await folderWorld();
    await chooseFolder(world, 'a long passphrase');
    await world.t.service.close();
    const again = await testService({ data: world.data, clock: world.t.clock });
    const ann = again.as(world.ann.session, world.ann);
    const state = await ann.call('admin.backupFolder', {});
    expect([state.Folder, state.Encrypted, state.Choosable]).toEqual([world.folder, true, false]);
    const { key } = JSON.parse(readFileSync(join(world.data, 'backup-folder.json'), 'utf8')) as {
      key: string;
    };
    const database = readFileSync(join(world.data, 'courtyard.db'), 'latin1');
    for (const secret of [key, Buffer.from(key, 'hex').toString('latin1'), 'a long passphrase'])
      expect(database.includes(secret)).toBe(false);
  });

  test('can be chosen only by the owner in the window of the host', async () => {
    const world = await folderWorld();
    const guest = world.t.as({ ...world.ann.session, address: '192.168.1.2' }, world.ann);
    expect((await guest.refused('admin.chooseBackupFolder', {})).code).toBe('access_denied');
    expect((await guest.call('admin.backupFolder', {})).Choosable).toBe(false);
    expect(readdirSync(world.folder)).toEqual([]);
  });

  test('is left alone when the dialog is cancelled', async () => {
    const { ann } = await folderWorld({ chooseFolder: () => Promise.resolve(null) });
    expect((await ann.call('admin.chooseBackupFolder', {})).Folder).toBe('');
  });

  test('is fixed by the settings of the host', async () => {
    const folder = temporaryFolder();
    const world = await folderWorld({
      settings: { backupFolder: folder, backupPassphrase: 'a long passphrase' },
    });
    const state = await nextBackup(world, 0);
    expect(state).toMatchObject({
      Folder: folder,
      Fixed: true,
      Choosable: false,
      Encrypted: true,
      LastGood: START,
    });
    for (const change of [{ off: true }, { passphrase: 'another passphrase' }])
      expect((await world.ann.refused('admin.changeBackupFolder', change)).code).toBe('conflict');
  });

  test('is no longer used after it was turned off', async () => {
    const world = await folderWorld();
    await chooseFolder(world);
    expect((await world.ann.call('admin.changeBackupFolder', { off: true })).Folder).toBe('');
    const before = filesBelow(world.folder);
    await nextBackup(world, 9 * DAY);
    expect(filesBelow(world.folder)).toEqual(before);
  });

  test('continues from the backups that are there', async () => {
    const world = await folderWorld();
    await chooseFolder(world);
    await world.ann.call('admin.changeBackupFolder', { off: true });
    const state = await chooseFolder(world);
    expect(state.Backups).toHaveLength(2);
    expect(readdirSync(world.folder)).toHaveLength(1);
  });
});

describe('a backup', () => {
  test('copies only what is not there yet', async () => {
    const world = await folderWorld();
    await chooseFolder(world);
    const before = filesBelow(world.folder);
    await upload(world.t.service, world.ann.session, 'files.upload', Buffer.from('later'));
    await nextBackup(world);
    const added = [...filesBelow(world.folder)].filter(([name]) => !before.has(name)).map(([name]) => name);
    expect(added.filter((name) => name.includes('content/'))).toEqual([
      expect.stringContaining(hashOf('later')),
    ]);
    for (const [name, file] of before)
      expect([name, filesBelow(world.folder).get(name)]).toEqual([name, file]);
  });

  test('stores content again that the disk has damaged', async () => {
    const world = await folderWorld();
    await chooseFolder(world);
    const object = contentOf(repositoryOf(world.folder), 'hello');
    writeFileSync(object, 'jello');
    const day = Math.floor(START / DAY) % 28;
    const due = (Number.parseInt(hashOf('hello').slice(-6), 16) - day + 28) % 28;
    await nextBackup(world, (due || 28) * DAY);
    expect(readFileSync(object, 'utf8')).toBe('hello');
  });

  test('keeps content that the host has lost, and counts content that is missing in both', async () => {
    const world = await folderWorld();
    await chooseFolder(world);
    await upload(world.t.service, world.ann.session, 'files.upload', Buffer.from('later'));
    for (const text of ['hello', 'later'])
      rmSync(join(world.data, 'content', 'blobs', hashOf(text).slice(0, 2), hashOf(text)));
    const { Backups, Failure } = await nextBackup(world);
    expect([Failure, Backups[0]?.Missing, Backups[1]?.Missing]).toEqual(['', 1, 0]);
    expect(readFileSync(contentOf(repositoryOf(world.folder), 'hello'), 'utf8')).toBe('hello');
  });

  test('contains concurrent writes completely or not at all', async () => {
    const world = await folderWorld();
    const { t, ann, dialog_id } = world;
    await ann.call('admin.chooseBackupFolder', {});
    const sent: number[] = [];
    while ((await ann.call('admin.backupFolder', {})).LastGood === 0) {
      sent.push((await ann.call('dialogs.send', { dialog_id, text: `word ${sent.length}` })).ID);
      t.clock.advance(1);
    }
    const raw = new Database(
      join(repositoryOf(world.folder), 'backups', '2026-01-05T08-00-00Z', 'courtyard.db'),
      {
        readonly: true,
      },
    );
    const kept = raw.prepare('SELECT id FROM message WHERE id >= ? ORDER BY id').pluck().all(sent[0]);
    raw.close();
    expect(sent.slice(0, kept.length)).toEqual(kept);
  });
});

describe('a folder that cannot be used', () => {
  test('is reported when it is gone, and tried again until it is back', async () => {
    const world = await folderWorld();
    await chooseFolder(world);
    const away = `${world.folder}-away`;
    renameSync(world.folder, away);
    const gone = await nextBackup(world);
    expectFailure(gone, 'gone', world.t.clock.seconds);
    expect([gone.LastGood, gone.Retry]).toEqual([START, world.t.clock.seconds + 5 * 60]);
    expect((await nextBackup(world, 5 * 60)).Retry).toBe(world.t.clock.seconds + 10 * 60);
    expect(existsSync(world.folder)).toBe(false);
    renameSync(away, world.folder);
    const back = await nextBackup(world, 10 * 60);
    expect([back.Failure, back.LastGood]).toEqual(['', world.t.clock.seconds]);
  });

  test('is not recreated while its disk is not mounted', async () => {
    const world = await folderWorld();
    await chooseFolder(world);
    renameSync(repositoryOf(world.folder), `${world.folder}-away`);
    expectFailure(await nextBackup(world), 'no_backups', world.t.clock.seconds);
    await world.ann.call('admin.runBackupFolder', {});
    await world.t.service.settled();
    expect(readdirSync(world.folder)).toEqual([]);
    rmSync(`${world.folder}-away`, { recursive: true });
  });

  test.skipIf(process.getuid?.() === 0)('is reported when it cannot be written to', async () => {
    const world = await folderWorld();
    await chooseFolder(world);
    chmodSync(repositoryOf(world.folder), 0o500);
    expectFailure(await nextBackup(world), 'refused', world.t.clock.seconds);
    chmodSync(repositoryOf(world.folder), 0o700);
  });

  test('is waited for while another host writes to it', async () => {
    const world = await folderWorld();
    await chooseFolder(world);
    writeFileSync(join(repositoryOf(world.folder), 'lock'), 'another host');
    expectFailure(await nextBackup(world), 'busy', world.t.clock.seconds);
  });

  test('cannot be chosen, with an error that says why', async () => {
    const world = await folderWorld({ chooseFolder: () => Promise.resolve('/nowhere/at/all') });
    const error = await world.ann.refused('admin.chooseBackupFolder', {});
    expect([error.code, error.message]).toEqual([
      'unavailable',
      'Folder not found. Connect its disk and try again.',
    ]);
  });
});

describe('old backups', () => {
  test('are kept for 7 days, 4 weeks and 6 months', () => {
    const days = Array.from({ length: 400 }, (_, day) => START + day * DAY);
    const kept = [...selectRetained(days)].toSorted((a, b) => b - a);
    const names = kept.map((seconds) => new Date(seconds * 1000).toISOString().slice(0, 10));
    // The last day is Monday, 8 February 2027.
    expect(names).toEqual([
      '2027-02-08',
      '2027-02-07',
      '2027-02-06',
      '2027-02-05',
      '2027-02-04',
      '2027-02-03',
      '2027-02-02',
      '2027-01-31',
      '2027-01-24',
      '2026-12-31',
      '2026-11-30',
      '2026-10-31',
      '2026-09-30',
    ]);
  });

  test('are deleted with the contents that only they had', async () => {
    const world = await folderWorld();
    await chooseFolder(world);
    const { ID: file_id } = await upload(
      world.t.service,
      world.ann.session,
      'files.upload',
      Buffer.from('brief'),
    );
    await nextBackup(world, HOUR * 6);
    const repository = repositoryOf(world.folder);
    await world.ann.call('admin.runBackupFolder', {});
    await world.t.service.settled();
    expect(existsSync(contentOf(repository, 'brief'))).toBe(true);
    await world.ann.call('files.remove', { file_id });
    for (let day = 0; day < 8; day++) await nextBackup(world);
    const { Backups } = await world.ann.call('admin.backupFolder', {});
    expect(readdirSync(join(repository, 'backups'))).toHaveLength(Backups.length);
    expect(existsSync(contentOf(repository, 'hello'))).toBe(true);
    const lists = Backups.map(({ Name }) =>
      readFileSync(join(repository, 'backups', Name, 'contents'), 'utf8'),
    );
    expect(existsSync(contentOf(repository, 'brief'))).toBe(
      lists.some((list) => list.includes(hashOf('brief'))),
    );
  });

  test('keep all contents while a list of them cannot be read', async () => {
    const world = await folderWorld();
    await chooseFolder(world);
    const repository = repositoryOf(world.folder);
    mkdirSync(join(repository, 'backups', 'strange'));
    const unused = contentOf(repository, 'unused');
    mkdirSync(join(unused, '..'), { recursive: true });
    writeFileSync(unused, 'unused');
    await nextBackup(world);
    expect(existsSync(unused)).toBe(true);
    rmSync(join(repository, 'backups', 'strange'), { recursive: true });
    await nextBackup(world);
    expect(existsSync(unused)).toBe(false);
  });

  test('are reported to administrators, once a week', async () => {
    const world = await folderWorld();
    const ben = await world.t.person('Ben');
    await chooseFolder(world);
    renameSync(world.folder, `${world.folder}-away`);
    const told = async () =>
      (await world.ann.call('people.notifications', {})).filter(({ Type }) => Type === 'old_backups').length;
    expect([(await nextBackup(world, 2 * DAY)).Overdue, await told()]).toEqual([false, 0]);
    expect([(await nextBackup(world, HOUR)).Overdue, await told()]).toEqual([true, 1]);
    await nextBackup(world, 6 * DAY);
    expect(await told()).toBe(1);
    await nextBackup(world, DAY);
    expect(await told()).toBe(2);
    expect(await ben.call('people.notifications', {})).toEqual([]);
    renameSync(`${world.folder}-away`, world.folder);
    expect((await nextBackup(world, HOUR)).Overdue).toBe(false);
  });
});

function contentOf(repository: string, text: string): string {
  return join(repository, 'content', hashOf(text).slice(0, 2), hashOf(text));
}
