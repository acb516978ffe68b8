import Database from 'better-sqlite3';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DATABASE_FILE } from '../../electron/database/open';
import { randomFrom, type Random } from '../../electron/demo/script/random';
import { openService } from '../../electron/service';
import { endPrograms, startProgram, type Program } from '../support/program';
import { TEST_SETTINGS, TestClock, testServiceOver } from '../support/service';
import { report, scaled } from './scale';

const PROGRAM = join(import.meta.dirname, '..', '..', 'out', 'main', 'serve.js');
const CASES = scaled(12, 90);
/** Hosts that run at the same time. */
const AT_ONCE = 4;

const root = mkdtempSync(join(tmpdir(), 'courtyard-damaged-'));
const original = join(root, 'original');
const running: Program[] = [];
let token = '';
let dialog = 0;

beforeAll(async () => {
  if (!existsSync(PROGRAM)) throw new Error('npm run build makes the program that this tests');
  const service = await openService({ data: original, settings: TEST_SETTINGS });
  const world = testServiceOver(service, new TestClock());
  const [ann, ben] = await world.people('Ann', 'Ben');
  token = ann.session.token ?? '';
  dialog = (await ann.call('dialogs.create', { name: 'Yard', type: 'group' })).ID;
  await ben.call('dialogs.join', { dialog_id: dialog, user_id: ben.id });
  for (let number = 0; number < 150; number++) {
    const who = number % 3 === 0 ? ben : ann;
    await who.call('dialogs.send', {
      dialog_id: dialog,
      text: `message ${number} about gardens ${number * 7919}`,
    });
  }
  for (let number = 0; number < 20; number++) {
    await ben.call('posts.create', { user: '@me', content: `post ${number} about bicycles` });
  }
  await ann.call('admin.createBackup', {});
  await service.close();
});

afterEach(() => endPrograms(running.splice(0)));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a damaged database is refused or served read-only with an explanation, and never crashes the host', async () => {
  const cases = Array.from({ length: CASES }, (_, number) => number);
  const outcomes: Outcome[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let number = cases.shift(); number !== undefined; number = cases.shift()) {
        outcomes.push(await tryCase(number));
      }
    }),
  );
  const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length;
  const [refused, readOnly, unharmed] = [count('refused'), count('read-only'), count('unharmed')];
  expect(refused + readOnly + unharmed).toBe(CASES);
  expect(readOnly).toBeGreaterThan(0);
  report({
    fault: 'damaged database: flipped bytes, zeroed pages, cut ends',
    cases: CASES,
    result: `${refused} refused in plain words, ${readOnly} read-only, ${unharmed} unharmed by every check; 0 hosts died`,
  });
}, 1_200_000);

type Outcome = 'refused' | 'read-only' | 'unharmed';

/** Serves one damaged copy, reads and writes, and stops it. */
async function tryCase(number: number): Promise<Outcome> {
  const data = join(root, `case-${number}`);
  cpSync(original, data, { recursive: true });
  const what = `case ${number}: ${damage(join(data, DATABASE_FILE), number)}`;
  const isDamaged = isFoundDamaged(join(data, DATABASE_FILE), join(root, `look-${number}`));
  const program = startProgram(process.execPath, [PROGRAM, '--port', '0', '--log', 'error', '--quiet'], {
    env: { COURTYARD_DATA: data },
  });
  running.push(program);
  const ready = await program.line(0).catch(() => null);
  if (ready === null) {
    expect([what, await program.ended]).toEqual([what, 1]);
    const sentence = program.noted.filter((line) => !line.startsWith('{')).join('\n');
    expect(sentence, what).toMatch(/ is damaged and cannot be opened\.[^]*--repair\n[^]*--restore \d{4}-/);
    expect(sentence, what).not.toMatch(RAW);
    rmSync(data, { recursive: true });
    return 'refused';
  }
  const url = ready.replace('Courtyard is ready at ', '');
  for (const path of READS()) await ask(what, url, path);
  const written = await ask(what, url, `/dialogs/${dialog}/messages`, { text: `written in ${number}` });
  const after = await ask(what, url, '/community');
  const isReadOnly = after.body['ReadOnly'] === 'damaged' || after.status === 503;
  if (isDamaged) expect([what, written.status]).toEqual([what, 503]);
  if (isDamaged) expect([what, isReadOnly]).toEqual([what, true]);
  program.process.kill('SIGTERM');
  expect([what, await program.ended, program.process.signalCode]).toEqual([what, 0, null]);
  rmSync(data, { recursive: true });
  return written.status === 503 ? 'read-only' : 'unharmed';
}

/** SQLite's own error texts, which no answer may contain. */
const RAW = /sqlite|malformed|disk image|not a database|constraint|no such (table|column)/i;

function READS(): string[] {
  return [
    '/health',
    '/community',
    '/me',
    '/dialogs',
    `/dialogs/${dialog}/messages?limit=100`,
    `/dialogs/${dialog}/members`,
    '/dialogs/messages/find/gardens',
    '/search/bicycles',
    '/user/@me/posts',
    '/posts/find/bicycles',
    '/notifications',
    '/admin/health',
    '/admin/people',
    '/admin/backup',
  ];
}

async function ask(what: string, url: string, path: string, body?: object) {
  const answer = await fetch(`${url}${path}`, {
    headers: { token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(text, `${what}, ${path}`).not.toMatch(RAW);
  expect([200, 404, 410, 503], `${what}, ${path}: ${text}`).toContain(answer.status);
  return { status: answer.status, body: JSON.parse(text) as Record<string, unknown> };
}

/** Damages a file at places derived from the case number, and returns a description of the damage. */
function damage(path: string, number: number): string {
  const random = randomFrom(number + 1);
  const kind = KINDS[number % KINDS.length] ?? flipBytes;
  return kind(path, random, statSync(path).size);
}

const KINDS = [flipBytes, flipBit, zeroPage, flipBytes, cutTail, flipHead];

function flipBytes(path: string, random: Random, size: number): string {
  const places = Array.from({ length: 20 }, () => Math.floor(random() * size));
  for (const place of places) overwrite(path, place, Buffer.from([Math.floor(random() * 256)]));
  return `20 bytes at ${places.join(', ')}`;
}

function flipBit(path: string, random: Random, size: number): string {
  const place = Math.floor(random() * size);
  overwrite(path, place, Buffer.from([1 << Math.floor(random() * 8)]));
  return `a byte at ${place}`;
}

function zeroPage(path: string, random: Random, size: number): string {
  const page = Math.floor((random() * size) / 4096);
  overwrite(path, page * 4096, Buffer.alloc(4096));
  return `page ${page + 1} zeroed`;
}

function cutTail(path: string, random: Random, size: number): string {
  const end = Math.floor((0.2 + 0.79 * random()) * size);
  truncateSync(path, end);
  return `cut to ${end} of ${size}`;
}

/** Overwrites three bytes in the pages of the schema table and of the oldest tables. */
function flipHead(path: string, random: Random): string {
  const place = Math.floor(random() * 8 * 4096);
  overwrite(path, place, Buffer.from([255, 255, 255]));
  return `3 bytes at ${place}`;
}

function overwrite(path: string, place: number, bytes: Buffer): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, place);
  closeSync(file);
}

/** Returns whether SQLite's own check finds damage in a copy of the file. */
function isFoundDamaged(path: string, copy: string): boolean {
  cpSync(path, copy);
  let raw: Database.Database | undefined;
  try {
    raw = new Database(copy);
    const lines = raw.prepare('PRAGMA integrity_check(1)').pluck().all();
    return lines[0] !== 'ok';
  } catch {
    return true;
  } finally {
    raw?.close();
    rmSync(copy, { force: true });
  }
}
