import Database from 'better-sqlite3';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, open, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseCopy } from '../../electron/standby/copy/database-copy';
import { hashChunk } from '../../electron/standby/chunk-copy';
import { StandbyFolder } from '../../electron/standby/copy/standby-folder';
import { findLastCommit, type LogPosition } from '../../electron/standby/wal-format';

test('a new log is stored while the old one goes into the database file', async () => {
  const { path, copy, host, rows } = await copyOf();
  const first = await host.write('one');
  await copy.writeLog(0, first.bytes);
  await copy.sync();
  host.end();
  await copy.checkpoint(first.position);
  const second = await host.write('two');
  await copy.writeLog(0, second.bytes);
  await copy.sync();
  expect(await copy.position()).toEqual({ log: second.position, ended: first.position });
  await copy.close();
  expect(existsSync(`${path}-wal-next`)).toBe(false);
  expect(rows()).toEqual(['one', 'two']);
});

test.each(['before the old log was in the database file', 'after it was'])(
  'a copy whose process was killed %s continues with the new log',
  async (when) => {
    const { path, folder, copy, host, rows } = await copyOf();
    await copy.close();
    const first = await host.write('one');
    host.end();
    const second = await host.write('two');
    writeFileSync(`${path}-wal`, first.bytes);
    if (when === 'after it was') {
      await folder.update({ ended: first.position });
      new Database(path).exec('PRAGMA wal_checkpoint(TRUNCATE)').close();
    }
    writeFileSync(`${path}-wal-next`, second.bytes);

    const reopened = await DatabaseCopy.open(folder);
    expect(await reopened.position()).toEqual({ log: second.position, ended: first.position });
    await reopened.close();
    expect(rows()).toEqual(['one', 'two']);
  },
);

test('what the new log holds stays when the old one cannot be written', async () => {
  const { path, copy, host, rows } = await copyOf();
  const first = await host.write('one');
  await copy.writeLog(0, first.bytes);
  await copy.sync();
  // SQLite cannot open a folder.
  renameSync(path, `${path}-away`);
  await mkdir(path);
  await copy.checkpoint(first.position);
  host.end();
  const second = await host.write('two');
  await copy.writeLog(0, second.bytes);
  await vi.waitFor(() => expect(copy.sync()).rejects.toThrow('unable to open database file'));
  await expect(copy.checkpoint(second.position)).rejects.toThrow('unable to open database file');
  await expect(copy.position()).rejects.toThrow('unable to open database file');

  await rmdir(path);
  renameSync(`${path}-away`, path);
  expect(await copy.position()).toEqual({ log: second.position, ended: first.position });
  await copy.close();
  expect(rows()).toEqual(['one', 'two']);
});

test('a damaged copy is compared with the host’s, and replaced', async () => {
  const { path, copy, host, rows } = await copyOf();
  const first = await host.write('one');
  await copy.writeLog(0, first.bytes);
  await copy.sync();
  const file = await open(path, 'r+');
  await file.write('x'.repeat(100), 0);
  await file.close();
  host.end();
  await copy.checkpoint(first.position);
  await vi.waitFor(() => expect(copy.sync()).rejects.toThrow('not a database'));

  expect(await copy.position()).toEqual({ log: null, ended: null });
  const chunks = readFileSync(host.path);
  expect(await copy.beginCopy()).not.toEqual(await hashChunk(chunks));
  await copy.writeChunk(0, chunks);
  await copy.endChunks(chunks.length);
  const second = await host.write('two');
  await copy.writeLog(0, second.bytes);
  await copy.complete();
  expect(await copy.position()).toEqual({ log: second.position, ended: null });
  await copy.close();
  expect(existsSync(`${path}-wal-next`)).toBe(false);
  expect(rows()).toEqual(['one', 'two']);
});

/** A host's database with an empty log, a copy of it, and what the copy holds when SQLite opens it. */
async function copyOf() {
  const root = mkdtempSync(join(tmpdir(), 'courtyard-database-copy-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const host = hostIn(join(root, 'host.db'));
  const folder = await StandbyFolder.open(join(root, 'standby'), { addresses: [], key: 'key', code: '' });
  onTestFinished(() => folder.close());
  const path = join(folder.path, 'courtyard.db');
  writeFileSync(path, readFileSync(host.path));
  const copy = await DatabaseCopy.open(folder);
  await copy.position();
  const rows = () => {
    const raw = new Database(path);
    const texts = raw.prepare('SELECT text FROM line ORDER BY rowid').pluck().all();
    raw.close();
    return texts;
  };
  return { path, folder, copy, host, rows };
}

function hostIn(path: string) {
  const raw = new Database(path);
  onTestFinished(() => void raw.close());
  raw.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE line(text TEXT)');
  raw.pragma('wal_checkpoint(TRUNCATE)');
  const insert = raw.prepare('INSERT INTO line VALUES (?)');
  return {
    path,
    /** Writes a row; returns the log and where it ends. */
    write: async (text: string): Promise<{ bytes: Buffer; position: LogPosition }> => {
      insert.run(text);
      const file = await open(`${path}-wal`);
      const position = (await findLastCommit(file))!;
      await file.close();
      return { bytes: readFileSync(`${path}-wal`).subarray(0, position.end), position };
    },
    /** The next row begins a new log. */
    end: () => void raw.pragma('wal_checkpoint(RESTART)'),
  };
}
