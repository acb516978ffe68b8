import Database from 'better-sqlite3';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { removeWitness } from '../../electron/commands/maintenance-commands';
import { DATABASE_FILE } from '../../electron/database/open';
import { openService } from '../../electron/service';
import { loadSettings } from '../../electron/settings/settings';
import { importCommunity } from '../../electron/transfer/commands';
import { exportData } from '../../electron/transfer/export-data';
import { importData } from '../../electron/transfer/import-data';
import { contentFiles } from '../support/content';
import { createDatabase, urlOfDatabase } from '../support/databases/databases';
import { buildWorld, type World } from '../service/rights/world';
import { testObjectStorage } from '../support/object-storage';
import { TEST_SETTINGS, TestClock, testServiceOver, type TestPerson } from '../support/service';

let root: string;
let world: World;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'courtyard-transfer-'));
  world = await buildWorld();
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

const silent = () => undefined;

/** A copy of the built community, and an empty database with a content folder. */
async function places() {
  const data = mkdtempSync(join(root, 'data-'));
  cpSync(world.folder, data, { recursive: true });
  const contentFolder = mkdtempSync(join(root, 'content-'));
  return { data, contentFolder, url: urlOfDatabase(await createDatabase()) };
}

async function open(data: string, database?: string) {
  const clock = new TestClock();
  const given = { data, settings: TEST_SETTINGS, now: () => clock.seconds * 1000 };
  const service = await openService({ ...given, ...(database !== undefined && { database }) });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await service.close();
    isOpen = false;
  };
  onTestFinished(close);
  const t = testServiceOver(service, clock);
  return { t, as: (person: TestPerson) => t.as(person.session, person), close, service };
}

/** All rows by their tables, without the full-text indexes, and without the last identifier. */
function rowsIn(data: string): Record<string, string[]> {
  const raw = new Database(join(data, DATABASE_FILE), { readonly: true });
  const tables = raw
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT IN ('installation', 'sqlite_schema')",
    )
    .pluck()
    .all() as string[];
  const rows = tables.map((table) => {
    const all = raw.prepare(`SELECT * FROM "${table}"`).raw().all();
    return [table, all.map((row) => JSON.stringify(row)).toSorted()] as const;
  });
  raw.close();
  return Object.fromEntries(rows);
}

test('a community moves to PostgreSQL and back, with equal rows, and goes on from the same event and identifier', async () => {
  const { data, contentFolder, url } = await places();
  const before = rowsIn(data);
  const imported = await importData(data, { url, contentFolder, onProgress: silent });
  expect(imported.contents).toBeGreaterThan(0);
  const back = mkdtempSync(join(root, 'back-'));
  expect(await exportData(back, { url, contentFolder, onProgress: silent })).toEqual(imported);
  expect(rowsIn(back)).toEqual(before);

  const there = await open(contentFolder, url);
  const mia = there.as(world.callers.member);
  const first = await there.service.answer(mia.session, 'dialogs.send', {
    dialog_id: world.yard,
    text: 'From the server',
  });
  expect(first.value.ID).toBeGreaterThan(Math.max(...Object.values(world.ownMessages)));
  expect(await texts(mia, 'server')).toEqual(['From the server']);
  expect(await texts(mia, 'hello')).not.toEqual([]);
  const photo = await there.as(world.ann).call('photos.get', { photo_id: world.annsOpenPhoto });
  expect(photo).toMatchObject({ ID: world.annsOpenPhoto });
  await there.close();

  const later = mkdtempSync(join(root, 'later-'));
  await exportData(later, { url, contentFolder, onProgress: silent });
  const home = await open(later);
  const again = await home.service.answer(mia.session, 'dialogs.send', {
    dialog_id: world.yard,
    text: 'Home again',
  });
  expect(again.value.ID).toBeGreaterThan(first.value.ID);
  expect(again.seq).toBe((first.seq ?? 0) + 1);
  expect(await texts(home.as(world.callers.member), 'server')).toEqual(['From the server']);
  expect(await home.service.verify()).toMatchObject({ damaged: [], missing: [] });
});

test('a community moves into a bucket and back, with equal contents', async () => {
  const { data, contentFolder, url } = await places();
  const { options: storage, names } = await testObjectStorage();
  const given = { url, contentFolder, storage, onProgress: silent };
  const imported = await importData(data, given);
  expect(await names()).toHaveLength(imported.contents);
  expect(contentFiles(contentFolder)).toEqual([]);
  const back = mkdtempSync(join(root, 'back-'));
  expect(await exportData(back, given)).toEqual(imported);
  const stored = (folder: string) =>
    contentFiles(folder)
      .filter((path) => path.startsWith('blobs'))
      .toSorted();
  expect(stored(back)).toEqual(stored(data));
  const home = await open(back);
  expect(await home.service.verify()).toMatchObject({ read: imported.contents, damaged: [], missing: [] });
});

test('an import prints how many rows each table has', async () => {
  const { data, contentFolder, url } = await places();
  const raw = new Database(join(data, DATABASE_FILE));
  const insert = raw.prepare("INSERT INTO meta (key, value) VALUES (?, '')");
  for (let index = 0; index < 1100; index++) insert.run(`key ${index}`);
  const count = raw.prepare('SELECT count(*) FROM meta').pluck().get() as number;
  raw.close();
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  await importCommunity(loadSettings(['--data', contentFolder, '--database', url], {}), data);
  const lines = write.mock.calls.map(([text]) => String(text).trimEnd());
  expect(lines.filter((line) => line.startsWith('meta:'))).toEqual([`meta: ${count} rows`]);
});

test('a data folder with a community is not hosted from an empty database', async () => {
  const { data, contentFolder, url } = await places();
  const before = rowsIn(data);
  await expect(open(data, url)).rejects.toThrow(
    `${data} holds a community, and the database none yet. Move it there with --import ${data}, or name another folder with --data.`,
  );
  expect(rowsIn(data)).toEqual(before);
  // The refused start leaves a database into which the community can still be moved.
  await importData(data, { url, contentFolder, onProgress: silent });
  const { as } = await open(data, url);
  expect(await texts(as(world.callers.member), 'hello')).not.toEqual([]);
});

test('a community whose standby would take over is not moved, and is hosted without its standby and witness', async () => {
  const { data, contentFolder, url } = await places();
  const raw = new Database(join(data, DATABASE_FILE));
  raw.exec(
    "INSERT OR REPLACE INTO standby (id, port, certificate, name, wait) VALUES (1, 8702, 'aa', 'attic', 1)",
  );
  raw.exec("INSERT OR REPLACE INTO witness (id, port, certificate, name) VALUES (1, 8702, 'bb', 'cellar')");
  raw.close();
  await expect(importData(data, { url, contentFolder, onProgress: silent })).rejects.toThrow(
    `If both computers are lost: npm run serve -- --data ${data} --remove-witness`,
  );
  await removeWitness(loadSettings(['--data', data], {}), {
    print: silent,
    askSecret: () => Promise.resolve(null),
  });
  await importData(data, { url, contentFolder, onProgress: silent });
  // Earlier versions imported the witness, too.
  const client = new Client(url);
  await client.connect();
  await client.query("INSERT INTO witness (id, port, certificate, name) VALUES (1, 8702, 'bb', 'cellar')");
  await client.end();

  const { as, service } = await open(contentFolder, url);
  await service.standby.begin('http://127.0.0.1');
  const owner = as(world.callers.owner);
  expect(await owner.call('admin.standby', {})).toMatchObject({ State: 'none', Witness: { State: 'none' } });
  expect((await owner.call('dialogs.create', { name: 'Moved', type: 'group' })).Name).toBe('Moved');
});

test('an interrupted import goes on where it was, and no host opens the database before', async () => {
  const { data, contentFolder, url } = await places();
  const stop = (table: string) => {
    if (table === 'member') throw new Error('interrupted');
  };
  await expect(importData(data, { url, contentFolder, onProgress: stop })).rejects.toThrow('interrupted');
  await expect(open(contentFolder, url)).rejects.toThrow(/import into this database was not finished/);
  const begun: string[] = [];
  await importData(data, { url, contentFolder, onProgress: (table) => begun.push(table) });
  // What was copied before was not copied again.
  expect(begun).not.toContain('person');
  const { as } = await open(contentFolder, url);
  expect(await texts(as(world.callers.member), 'hello')).not.toEqual([]);
});

test('nothing is imported over a community, under a running host, or into a half imported other one', async () => {
  const { data, contentFolder, url } = await places();
  const given = { url, contentFolder, onProgress: silent };
  const running = await open(contentFolder, url);
  await expect(importData(data, given)).rejects.toThrow(/host is running/);
  await expect(exportData(join(root, 'none'), given)).rejects.toThrow(/host is running/);
  await running.close();
  await expect(importData(data, given)).rejects.toThrow(/already holds a community/);
  await expect(importData(contentFolder, given)).rejects.toThrow(/no database/);
  await expect(exportData(data, given)).rejects.toThrow(/already holds a community/);

  const empty = urlOfDatabase(await createDatabase());
  const local = await open(data);
  await expect(importData(data, { ...given, url: empty })).rejects.toThrow(/already running/);
  await local.close();

  const other = mkdtempSync(join(root, 'other-'));
  await (await open(other)).close();
  const stop = () => {
    throw new Error('interrupted');
  };
  await expect(importData(other, { ...given, url: empty, onProgress: stop })).rejects.toThrow('interrupted');
  await expect(importData(data, { ...given, url: empty })).rejects.toThrow(
    /another community .* not finished/,
  );
});

test('a damaged content is named, and the import can be repeated', async () => {
  const { data, contentFolder, url } = await places();
  const blobs = join(data, 'content', 'blobs');
  const folder = readdirSync(blobs)[0] ?? '';
  const name = readdirSync(join(blobs, folder))[0] ?? '';
  const path = join(blobs, folder, name);
  const kept = join(root, 'kept');
  cpSync(path, kept);
  writeFileSync(path, 'something else');
  const given = { url, contentFolder, onProgress: silent };
  await expect(importData(data, given)).rejects.toThrow(`The stored content ${path} is damaged.`);
  cpSync(kept, path);
  await importData(data, given);
  expect(existsSync(join(contentFolder, 'content', 'blobs', folder, name))).toBe(true);
});

async function texts(person: TestPerson, mask: string): Promise<string[]> {
  const found = await person.call('dialogs.searchMessages', { dialog: world.yard, mask });
  return found.map(({ Text }) => Text);
}
