import Database from 'better-sqlite3';
import { existsSync, mkdirSync, mkdtempSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DATABASE_FILE } from '../../electron/database/open';
import { chooseFolder, expectFailure, nextBackup } from '../service/backups/folder-world';
import { endPrograms, startProgram, type Program } from '../support/program';
import { smallDisk } from '../support/small-disk';
import { openService } from '../../electron/service';
import { TEST_SETTINGS, TestClock, testService, testServiceOver } from '../support/service';
import { temporaryFolder } from '../support/temporary-folder';
import { report, TIMEOUT } from './scale';

const PROGRAM = join(import.meta.dirname, '..', '..', 'out', 'main', 'serve.js');
const MEGABYTE = 1024 * 1024;
const disk = smallDisk(8);
const large = smallDisk(160);
const data = join(disk?.path ?? '', 'data');
const running: Program[] = [];
let token = '';
let dialog = 0;

beforeAll(async () => {
  if (!disk) return;
  if (!existsSync(PROGRAM)) throw new Error('npm run build makes the program that this tests');
  mkdirSync(data);
  const service = await openService({ data, settings: TEST_SETTINGS });
  const ann = await testServiceOver(service, new TestClock()).person('Ann');
  token = ann.session.token ?? '';
  dialog = (await ann.call('dialogs.create', { name: 'Yard', type: 'group' })).ID;
  await service.close();
});

afterEach(async () => {
  await endPrograms(running.splice(0));
  disk?.free();
});

afterAll(() => {
  disk?.remove();
  large?.remove();
});

test.skipIf(!disk)('on a full disk the host reads, refuses writes, and stops with 0', async () => {
  const { url, program } = await startHost();
  expect(await send(url, 'before')).toBe(200);
  // Data that is only in the write-ahead log has no room in the database file when the host stops.
  for (let number = 0; number < 60; number++) await send(url, 'y'.repeat(4000));
  disk?.fill();
  // Writes that still fit into the write-ahead log may succeed.
  let status = 200;
  for (let number = 0; number < 800 && status === 200; number++) status = await send(url, 'x'.repeat(4000));
  expect(status).toBe(503);
  const refused = (await (await post(url, 'x'.repeat(4000))).json()) as { fields?: unknown };
  expect(refused.fields).toEqual({ host: 'has no room' });
  expect((await texts(url)).length).toBeGreaterThan(60);
  program.process.kill('SIGTERM');
  expect(await program.ended).toBe(0);
});

test.skipIf(!disk)('a host started on a full disk reads and refuses writes', async () => {
  const before = await startHost();
  expect(await send(before.url, 'kept')).toBe(200);
  before.program.process.kill('SIGTERM');
  expect(await before.program.ended).toBe(0);
  disk?.fill();
  const { url, program } = await startHost();
  expect(await texts(url)).toContain('kept');
  expect(await send(url, 'on a full disk')).toBe(503);
  expect((await get(url, '/community'))['ReadOnly']).toBe('disk_full');
  program.process.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  disk?.free();
  const after = await startHost();
  expect(await send(after.url, 'room again')).toBe(200);
  expect(await texts(after.url)).toEqual(expect.arrayContaining(['kept', 'room again']));
  report({ fault: 'full disk', cases: 2, result: 'reads answered, writes refused with 503, stops with 0' });
});

test.skipIf(!large)(
  'a nearly full disk keeps room for messages: backups and checks say at once that it has none for them',
  { timeout: TIMEOUT },
  async () => {
    const data = mkdtempSync(join(large?.path ?? '', 'data-'));
    const first = await testService({ data });
    const [owner] = await first.people('Ann');
    await first.service.close();
    const size = weighDown(data);
    const folder = temporaryFolder();
    const t = await testService({
      data,
      clock: first.clock,
      chooseFolder: () => Promise.resolve(folder),
    });
    const ann = t.as(owner.session, owner);
    const world = { t, ann, data, folder, dialog_id: 0 };
    expect((await chooseFolder(world)).Failure).toBe('');
    const { Name } = await ann.call('admin.createBackup', {});
    const check = async (source: 'local' | 'folder') => {
      const sources = await ann.call('admin.restoreSources', {});
      const found = sources.find((one) => one.Source === source);
      await ann.call('admin.checkRestore', { source, name: found?.Name ?? '' });
      await t.service.settled();
      return (await ann.call('admin.restore', {})).Failure;
    };
    expect([await check('folder'), await check('local')]).toEqual(['', '']);

    // The two copies of the database that a backup makes would fit, but little else.
    leaveFree(2 * size + 3 * MEGABYTE);
    expectFailure(await nextBackup(world), 'host_full', t.clock.seconds);
    const refused = await ann.refused('admin.createBackup', {});
    expect([refused.code, refused.message]).toEqual(['unavailable', expect.stringContaining('no room')]);
    expect(await check('folder')).toBe('full');
    leaveFree(size + 3 * MEGABYTE);
    expect(await check('local')).toBe('full');
    await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
    expect((await ann.call('admin.backups', {})).map((backup) => backup.Name)).toEqual([Name]);

    large?.free();
    expect((await nextBackup(world)).Failure).toBe('');
    expect([await check('local'), await check('folder')]).toEqual(['', '']);
    report({ fault: 'nearly full disk of the host', cases: 4, result: 'said so before anything was copied' });
  },
);

async function startHost(): Promise<{ url: string; program: Program }> {
  const flags = [PROGRAM, '--port', '0', '--log', 'error', '--quiet'];
  const program = startProgram(process.execPath, flags, { env: { COURTYARD_DATA: data } });
  running.push(program);
  const url = (await program.line(0)).replace('Courtyard is ready at ', '');
  return { url, program };
}

function post(url: string, text: string): Promise<Response> {
  return fetch(`${url}/dialogs/${dialog}/messages`, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
}

async function send(url: string, text: string): Promise<number> {
  const answer = await post(url, text);
  expect(await answer.text()).not.toMatch(/sqlite|disk image/i);
  return answer.status;
}

async function texts(url: string): Promise<string[]> {
  const messages = (await get(url, `/dialogs/${dialog}/messages?limit=100`)) as unknown as { Text: string }[];
  return messages.map(({ Text }) => Text);
}

async function get(url: string, path: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${url}${path}`, { headers: { token } });
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as Record<string, unknown>;
}

/** Puts some megabytes into a database and returns its size. */
function weighDown(data: string): number {
  const raw = new Database(join(data, DATABASE_FILE));
  raw.exec(`
    CREATE TABLE filler (id INTEGER PRIMARY KEY, bytes BLOB);
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 240)
    INSERT INTO filler (bytes) SELECT zeroblob(100000) FROM number`);
  const pages = raw.pragma('page_count', { simple: true }) as number;
  const size = pages * (raw.pragma('page_size', { simple: true }) as number);
  raw.close();
  return size;
}

/** Takes the space of the disk except for some bytes. */
function leaveFree(bytes: number): void {
  const path = large?.path ?? '';
  large?.free();
  const { bavail, bsize } = statfsSync(path);
  writeFileSync(join(path, 'ballast'), Buffer.alloc(bavail * bsize - bytes, 1));
}
