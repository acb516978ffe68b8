import Database from 'better-sqlite3';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { digestTables } from '../../electron/backup/table-digests';
import { DATABASE_FILE } from '../../electron/database/open';
import { repairDatabase } from '../../electron/repair/repair';
import { testService, type TestPerson } from '../support/service';

const NOW = Date.UTC(2026, 0, 5, 8) / 1000;
const ASIDE = 'before-repair-2026-01-05T08-00-00Z';
const SEARCHES = [
  'message_search',
  'post_search',
  'person_search',
  'dialog_search',
  'track_search',
  'item_search',
];

let data: string;
let path: string;
let ann: TestPerson;

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'courtyard-repair-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  path = join(data, DATABASE_FILE);
  const t = await testService({ data });
  const [first, ben] = await t.people('Ann', 'Ben');
  ann = first;
  const dialog = (await ann.call('dialogs.create', { name: 'Yard', type: 'group', description: 'Всі' })).ID;
  for (let number = 0; number < 120; number++) {
    await ann.call('dialogs.send', { dialog_id: dialog, text: `word${number} про садок ${number * 7919}` });
  }
  const gone = await ann.call('dialogs.create', { name: 'Gone', type: 'channel' });
  await ann.call('dialogs.send', { dialog_id: gone.ID, text: 'in what is deleted' });
  await ann.call('dialogs.remove', { dialog_id: gone.ID });
  await ann.call('dialogs.createPrivate', { user_id: ben.id });
  await ben.call('posts.create', { user: '@me', content: 'a post about bicycles' });
  await t.service.close();
});

test('leaves a damaged database of a newer program alone', async () => {
  const raw = new Database(path);
  raw.pragma('user_version = 9999');
  raw.close();
  harmPageOf('message_unread');
  const before = readFileSync(path);
  await expect(repairDatabase(data, NOW)).rejects.toThrow('written by a newer Courtyard');
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(existsSync(join(data, ASIDE))).toBe(false);
});

test('rebuilds a damaged index from its rows and keeps the old file aside', async () => {
  const before = contentOf(path);
  const harmed = harmPageOf('message_unread');
  expect(await repairDatabase(data, NOW)).toEqual({
    outcome: 'repaired',
    damage: [{ kind: 'index', table: 'message' }],
    previousData: join(data, ASIDE),
  });
  expect(contentOf(path)).toEqual(before);
  expect(readFileSync(join(data, ASIDE, DATABASE_FILE)).equals(harmed)).toBe(true);
  const t = await testService({ data });
  const found = await t.as(ann.session, ann).call('dialogs.searchMessages', { mask: 'word77' });
  expect(found.map(({ Text }) => Text)).toEqual(['word77 про садок 609763']);
  expect((await t.as(ann.session, ann).call('admin.health', {})).Status).toBe('sound');
});

test('a rebuilt full-text index contains the same words', async () => {
  const before = contentOf(path);
  harmPageOf('message_search_data');
  const { outcome, damage } = await repairDatabase(data, NOW);
  expect([outcome, damage]).toEqual(['repaired', [{ kind: 'search', table: 'message_search' }]]);
  expect(contentOf(path)).toEqual(before);
});

test('changes nothing when rows are damaged', async () => {
  const harmed = harmPageOf('message');
  const { outcome, damage, previousData: aside } = await repairDatabase(data, NOW);
  expect([outcome, aside]).toEqual(['impossible', null]);
  expect(damage).toContainEqual({ kind: 'table', table: 'message' });
  expect(readFileSync(path).equals(harmed)).toBe(true);
  expect(readdirSync(data).filter((name) => /repair/.test(name))).toEqual([]);
});

test('leaves a sound database as it is', async () => {
  const before = readFileSync(path);
  expect(await repairDatabase(data, NOW)).toEqual({ outcome: 'sound', damage: [], previousData: null });
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('is refused while a host runs on the folder, and without a database', async () => {
  const t = await testService({ data });
  await expect(repairDatabase(data, NOW)).rejects.toThrow('Another Courtyard is already running');
  await t.service.close();
  rmSync(path);
  await expect(repairDatabase(data, NOW)).rejects.toThrow(`There is no database in ${data}.`);
  expect(existsSync(path)).toBe(false);
});

/** Overwrites the middle of a leaf page of a table or index; gives the file as it is then. */
function harmPageOf(name: string): Buffer {
  const raw = new Database(path);
  const pages = raw
    .prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'")
    .pluck()
    .all(name);
  raw.close();
  const page = pages[Math.floor(pages.length / 2)] as number;
  const file = openSync(path, 'r+');
  // The places of the page's cells, which every check reads, and some of what is in them.
  writeSync(file, Buffer.alloc(24, 0xee), 0, 24, (page - 1) * 4096 + 8);
  writeSync(file, Buffer.alloc(64, 0xee), 0, 64, (page - 1) * 4096 + 3800);
  closeSync(file);
  return readFileSync(path);
}

/** The rows of all tables in few words, and every word of the full-text indexes with its place. */
function contentOf(file: string) {
  const raw = new Database(file, { readonly: true });
  const facts = Object.entries(digestTables(raw)).filter(([name]) => !name.includes('_search_'));
  const words = SEARCHES.map((table) => {
    raw.exec(`CREATE VIRTUAL TABLE temp.${table}_words USING fts5vocab(main, ${table}, instance)`);
    return raw.prepare(`SELECT * FROM temp.${table}_words ORDER BY term, doc, col, offset`).raw().all();
  });
  raw.close();
  return { facts, words };
}
