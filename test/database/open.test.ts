import Database from 'better-sqlite3';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DATABASE_FILE, openStore } from '../../electron/database/open';
import { migrations } from '../../electron/database/migrations';

test('creates the whole schema in an empty folder, and keeps it when reopened', async () => {
  const folder = temporaryFolder();
  const store = openStore(join(folder, 'deeper'));
  await store.writer.run(() => insertNote(store, 'first'));
  await store.close();
  const again = openStore(join(folder, 'deeper'));
  expect(await again.read((db) => db.selectFrom('meta').selectAll().execute())).toEqual([
    { key: 'first', value: '' },
  ]);
  expect(again.writer.raw.pragma('user_version', { simple: true })).toBe(migrations.length);
  await again.close();
});

test('an answered write is on disk: WAL with full synchronisation', async () => {
  const store = openStore(temporaryFolder());
  onTestFinished(() => store.close());
  const { raw } = store.writer;
  expect(raw.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(raw.pragma('synchronous', { simple: true })).toBe(2);
  expect(raw.pragma('foreign_keys', { simple: true })).toBe(1);
  expect(raw.pragma('wal_autocheckpoint', { simple: true })).toBe(0);
});

test('a read after a write sees it, even in a turn that began with a read', async () => {
  const store = openStore(temporaryFolder());
  onTestFinished(() => store.close());
  const notes = () => store.read((db) => db.selectFrom('meta').select('key').execute());
  await store.writer.run(async () => {
    await insertNote(store, 'first');
    expect(await notes()).toEqual([]);
  });
  expect(await notes()).toEqual([{ key: 'first' }]);
});

test('every table is strict', async () => {
  const store = openStore(':memory:');
  onTestFinished(() => store.close());
  const loose = store.writer.raw
    .prepare(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'`,
    )
    .all();
  expect(loose).toEqual([]);
});

test('data of a newer version is refused with an explanation and left unchanged', () => {
  const folder = temporaryFolder();
  const newer = new Database(join(folder, DATABASE_FILE));
  newer.pragma(`user_version = ${migrations.length + 1}`);
  newer.close();
  expect(() => openStore(folder)).toThrow(
    'This data was written by a newer Courtyard. Update the program to open it.',
  );
  // Neither the folder nor the file is held after that.
  const again = new Database(join(folder, DATABASE_FILE));
  again.exec('BEGIN EXCLUSIVE; ROLLBACK');
  expect(again.pragma('user_version', { simple: true })).toBe(migrations.length + 1);
  again.close();
  expect(() => openStore(folder)).toThrow(/newer Courtyard/);
});

test('an open folder is refused to a second process until it is closed', async () => {
  const folder = temporaryFolder();
  const store = openStore(folder);
  expect(() => openStore(folder)).toThrow(
    `Another Courtyard is already running on ${folder}. Stop it first, or choose another folder with --data.`,
  );
  await store.close();
  await openStore(folder).close();
});

test('the write-ahead log is checkpointed once it has grown', async () => {
  const folder = temporaryFolder();
  const store = openStore(folder);
  onTestFinished(() => store.close());
  // What the migrations wrote.
  await store.checkpoint(0);
  expect(await store.checkpoint(1024 * 1024)).toBe(false);
  for (let turn = 0; turn < 3; turn++) {
    await store.writer.run(() => insertNote(store, `note ${turn}`, 'x'.repeat(1024 * 1024)));
  }
  expect(await store.checkpoint(2 * 1024 * 1024)).toBe(true);
  expect(await store.checkpoint(2 * 1024 * 1024)).toBe(false);
  expect(statSync(join(folder, DATABASE_FILE)).size).toBeGreaterThan(3 * 1024 * 1024);
});

test('the log restarts after a checkpoint, despite constant reads', async () => {
  const folder = temporaryFolder();
  const store = openStore(folder);
  onTestFinished(() => store.close());
  for (let turn = 0; turn < 6; turn++) {
    await store.writer.run(async () => {
      await insertNote(store, `note ${turn}`, 'x'.repeat(1024 * 1024));
      await store.read((db) => db.selectFrom('meta').select('key').execute());
    });
    expect(await store.checkpoint(0)).toBe(true);
  }
  expect(statSync(join(folder, `${DATABASE_FILE}-wal`)).size).toBeLessThan(3 * 1024 * 1024);
});

async function insertNote(store: ReturnType<typeof openStore>, key: string, value = ''): Promise<void> {
  await store.writer.db.insertInto('meta').values({ key, value }).execute();
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
