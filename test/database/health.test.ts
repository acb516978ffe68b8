import Database from 'better-sqlite3';
import {
  closeSync,
  copyFileSync,
  cpSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { DATABASE_FILE, openStore, type Store } from '../../electron/database/open';
import { AppError } from '../../shared/errors';
import { refusal } from '../support/service';

const DAY = 24 * 3600;
let folder: string;
let seconds = 1_800_000_000;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'courtyard-health-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

test('a new or cleanly closed database needs no check', async () => {
  const store = await started();
  expect([store.health.status, store.health.isSound, store.health.checkedAt]).toEqual([
    'sound',
    true,
    seconds,
  ]);
  await store.close();
  seconds += DAY;
  const again = await started();
  expect([again.health.status, again.health.checkedAt]).toEqual(['sound', seconds - DAY]);
  await again.close();
});

test('after an unclean stop it is unknown until checked', async () => {
  const store = await started();
  await put(store, 'first');
  // What the disk holds when the process dies now.
  const copy = `${folder}-copy`;
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(folder, copy, { recursive: true });
  await store.close();
  seconds += 1;
  const after = openStore(copy);
  expect([after.health.status, after.health.isSound]).toEqual(['unchecked', false]);
  await after.health.start(() => seconds);
  expect([after.health.status, after.health.checkedAt]).toEqual(['sound', seconds]);
  await after.close();
});

test('it is checked once a week, also while running', async () => {
  const store = await started();
  const check = vi.spyOn(store.health, 'check');
  store.health.checkWhenDue();
  expect(check).not.toHaveBeenCalled();
  seconds += 7 * DAY;
  store.health.checkWhenDue();
  await check.mock.results[0]?.value;
  expect(store.health.checkedAt).toBe(seconds);
  await store.close();
  seconds += 7 * DAY;
  const again = await started();
  expect(again.health.checkedAt).toBe(seconds);
  await again.close();
});

test('a file changed from outside is checked, and a damaged one becomes read-only', async () => {
  const store = await started();
  for (let number = 0; number < 50; number++) await put(store, `key ${number}`, 'x'.repeat(500));
  await store.close();
  harmMeta();
  const harmed = await started();
  expect([harmed.health.status, harmed.health.damage]).toEqual([
    'damaged',
    [{ kind: 'table', table: 'meta' }],
  ]);
  const refused = await refusal(put(harmed, 'more'));
  expect([refused.code, refused.message]).toEqual([
    'unavailable',
    'The database is damaged, so this community is read-only. Nothing was changed. Ask the host to restore a backup.',
  ]);
  expect(await harmed.checkpoint(0)).toBe(false);
  await harmed.close();
  // The next start knows it at once.
  const again = openStore(folder);
  expect(again.health.status).toBe('damaged');
  await again.close();
});

test('damage met by a statement makes the database read-only and starts a check', async () => {
  const store = await started();
  for (let number = 0; number < 50; number++) await put(store, `key ${number}`, 'x'.repeat(500));
  await store.close();
  const again = await started();
  expect(again.health.status).toBe('sound');
  const changed = vi.fn();
  again.health.onChange = changed;
  harmMeta();
  const error = await refusal(again.read((db) => db.selectFrom('meta').selectAll().execute()));
  expect(error).toBeInstanceOf(AppError);
  expect([error.code, error.message]).toEqual([
    'unavailable',
    'The database is damaged, so this cannot be read. Ask the host to restore a backup.',
  ]);
  expect([again.health.readOnlyReason, changed.mock.calls.length]).toEqual(['damaged', 1]);
  await again.health.check();
  expect(again.health.damage).toEqual([{ kind: 'table', table: 'meta' }]);
  // Neither the commit of the reader nor a group of writes that was under way ends anything.
  await new Promise(setImmediate);
  expect((await refusal(put(again, 'more'))).code).toBe('unavailable');
  await again.close();
});

test('a missing folder is noticed by the next read and write, and so is a restored file', async () => {
  const store = await started();
  await put(store, 'first');
  renameSync(join(folder, DATABASE_FILE), join(folder, 'elsewhere'));
  const read = () => store.read((db) => db.selectFrom('meta').select('key').execute());
  for (const refused of [await refusal(put(store, 'second')), await refusal(read())]) {
    expect([refused.code, refused.message]).toEqual([
      'unavailable',
      'The data folder of this community is missing. Nothing was changed. Ask the host to restore it.',
    ]);
  }
  expect([store.health.isSound, store.health.readOnlyReason]).toEqual([false, 'missing']);
  // Another file under the name is not the database that is open.
  copyFileSync(join(folder, 'elsewhere'), join(folder, DATABASE_FILE));
  expect((await refusal(read())).code).toBe('unavailable');
  renameSync(join(folder, 'elsewhere'), join(folder, DATABASE_FILE));
  expect(await read()).toEqual([{ key: 'first' }]);
  await put(store, 'second');
  expect(await read()).toHaveLength(2);
  await store.close();
});

test('a reader of a truncated file fails with an error', async () => {
  const store = await started();
  for (let number = 0; number < 400; number++) await put(store, `key ${number}`, 'x'.repeat(2000));
  await store.close();
  const again = await started();
  await again.read((db) => db.selectFrom('meta').select('key').limit(1).execute());
  const file = openSync(join(folder, DATABASE_FILE), 'r+');
  ftruncateSync(file, 64 * 4096);
  closeSync(file);
  const error = await refusal(again.read((db) => db.selectFrom('meta').selectAll().execute()));
  expect([error.code, again.health.status]).toEqual(['unavailable', 'damaged']);
  await again.close();
});

async function started(): Promise<Store> {
  const store = openStore(folder);
  await store.health.start(() => seconds);
  return store;
}

function put(store: Store, key: string, value = ''): Promise<unknown> {
  return store.writer.run(() => store.writer.db.insertInto('meta').values({ key, value }).execute());
}

/** Overwrites the heads of all leaf pages of a table. */
function harmMeta(): void {
  const raw = new Database(join(folder, DATABASE_FILE), { readonly: true });
  const pages = raw
    .prepare("SELECT pageno FROM dbstat WHERE name = 'meta' AND pagetype = 'leaf'")
    .pluck()
    .all();
  raw.close();
  const file = openSync(join(folder, DATABASE_FILE), 'r+');
  for (const page of pages as number[]) writeSync(file, Buffer.alloc(8, 0xee), 0, 8, (page - 1) * 4096);
  closeSync(file);
}
