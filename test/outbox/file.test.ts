import Database from 'better-sqlite3';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { randomFrom } from '../../electron/demo/script/random';
import { Outbox } from '../../electron/outbox/outbox';
import { OutboxSender } from '../../electron/outbox/outbox-sender';
import { endPrograms, startProgram, type Program } from '../support/program';
import { testService } from '../support/service';
import { openDevice, PROGRAM } from './device';

/** How often a process is killed; KILLS=200 sets another number. */
const KILLS = Number(process.env['KILLS'] ?? 10);

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-outbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'outbox', 'community-1.db');
}

function open(file: string): Outbox {
  const outbox = new Outbox(file);
  onTestFinished(() => outbox.close());
  return outbox;
}

const command = (number: number, text = `Message ${number}`) => ({
  key: `command-${number}`,
  name: 'dialogs.send' as const,
  input: { dialog_id: 1, text },
  madeAt: number,
  program: PROGRAM,
});

/** Fills a file with commands and closes it. */
function fill(file: string, count: number): void {
  const outbox = new Outbox(file);
  for (let number = 1; number <= count; number++)
    outbox.add(command(number, `Message ${number} `.repeat(50)));
  outbox.close();
}

const keysOf = (outbox: Outbox) => outbox.all().map(({ key }) => key);

test('a file that is opened again holds everything as it was', async () => {
  const t = await testService();
  const [ann] = await t.people('Ann');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  const file = newFile();
  const { outbox, make, add } = openDevice(t, ann, 'laptop', file);
  const first = make('dialogs.send', { dialog_id, text: 'One' });
  make('dialogs.send', { dialog_id, text: 'Two', replyTo: first.id });
  add('dialogs.send', { dialog_id: 1, text: 'Refused' });
  const before = outbox.all();
  outbox.close();

  const again = openDevice(t, ann, 'laptop', file);
  expect(again.outbox.damagedFile).toBeNull();
  expect(again.outbox.all()).toEqual(before);
  expect(await again.sender.drain()).toBe('empty');
  const [two] = await ann.call('dialogs.messages', { dialog_id });
  expect(two).toMatchObject({ Text: 'Two', ReplyTo: { Text: 'One' } });
  const refused = again.outbox.all();
  expect(refused).toMatchObject([{ state: 'refused', error: { detail: 'not_found' } }]);
  again.outbox.close();
  expect(open(file).all()).toEqual(refused);
});

test.skipIf(process.platform === 'win32')('only its owner may read the file', () => {
  const file = newFile();
  const outbox = open(file);
  outbox.add(command(1));
  const names = readdirSync(join(file, '..'));
  expect(names).toContain('community-1.db-wal');
  for (const name of names) expect([name, statSync(join(file, '..', name)).mode & 0o077]).toEqual([name, 0]);
});

test('nothing stored is lost, sent twice as another or out of order, wherever the program is killed', async () => {
  const file = newFile();
  const random = randomFrom(Number(process.env.SEED ?? 1));
  const running: Program[] = [];
  onTestFinished(() => endPrograms(running));
  const stored: string[] = [];
  const done: string[] = [];
  const replies: [key: string, repliedTo: number][] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const program = startProgram(process.execPath, [
      '--import',
      join(import.meta.dirname, '..', 'network', 'register.ts'),
      join(import.meta.dirname, 'killed-process.ts'),
      file,
      String(1 + kill * 10_000),
    ]);
    running.push(program);
    await program.line(1 + Math.floor(random() * 60));
    program.process.kill('SIGKILL');
    await program.ended;
    for (const line of program.said) {
      const [what, key = '', replyTo = '0'] = line.split(' ');
      if (what === 'stored') stored.push(key);
      if (what !== 'done') continue;
      done.push(key);
      replies.push([key, Number(replyTo)]);
    }
  }
  const outbox = open(file);
  expect(outbox.damagedFile).toBeNull();
  // A command whose answer was lost is sent again; what counts is when it was done first.
  const all = [...new Set([...done, ...keysOf(outbox)])];
  expect(all).toEqual(all.toSorted((one, other) => numberOf(one) - numberOf(other)));
  expect(stored.filter((key) => !all.includes(key))).toEqual([]);
  expect(stored.length).toBeGreaterThan(KILLS);
  for (const [key, repliedTo] of replies) {
    if (repliedTo !== 0) expect([key, repliedTo]).toEqual([key, numberOf(key) - 1]);
  }
  expect(replies.some(([, repliedTo]) => repliedTo !== 0)).toBe(true);
});

const numberOf = (key: string) => Number(key.slice('command-'.length));

test('of a damaged file everything readable is kept, and the file is set aside', () => {
  const file = newFile();
  const random = randomFrom(3);
  fill(file, 60);
  const sound = readFileSync(file);
  const pages = sound.length / 4096;
  let kept = 0;
  for (let round = 0; round < 20; round++) {
    const damaged = Buffer.from(sound);
    const page = 1 + Math.floor(random() * (pages - 1));
    for (let byte = 0; byte < 4096; byte++) damaged[page * 4096 + byte] = Math.floor(random() * 256);
    writeFileSync(file, damaged);
    const outbox = new Outbox(file);
    if (outbox.damagedFile !== null) expect(readFileSync(outbox.damagedFile).equals(damaged)).toBe(true);
    const keys = keysOf(outbox);
    expect(keys).toEqual(keys.toSorted((one, other) => numberOf(one) - numberOf(other)));
    kept += keys.length;
    outbox.add(command(1000));
    expect(keysOf(outbox).at(-1)).toBe('command-1000');
    outbox.close();
  }
  expect(kept).toBeGreaterThan(20 * 60 * 0.5);
  expect(readdirSync(join(file, '..')).filter((name) => /\.damaged-\d+$/.test(name)).length).toBeGreaterThan(
    0,
  );
});

test('a file that is no database at all is set aside too', () => {
  const file = newFile();
  fill(file, 1);
  writeFileSync(file, 'not a database'.repeat(1000));
  const outbox = open(file);
  expect(outbox.damagedFile).toBe(`${file}.damaged-1`);
  expect(readFileSync(`${file}.damaged-1`, 'utf8')).toMatch(/^not a database/);
  expect(outbox.unsent).toBe(0);
  expect(existsSync(`${file}.partial`)).toBe(false);
});

test('a rescue that was interrupted is finished by the next start', () => {
  const file = newFile();
  fill(file, 3);
  const rescued = readFileSync(file);
  writeFileSync(`${file}.rescued`, rescued);
  writeFileSync(file, 'damaged');
  const outbox = open(file);
  expect(outbox.damagedFile).toBe(`${file}.damaged-1`);
  expect(keysOf(outbox)).toEqual(['command-1', 'command-2', 'command-3']);
});

test('a file of a newer program is left as it is', () => {
  const file = newFile();
  fill(file, 3);
  const raw = new Database(file);
  raw.pragma('user_version = 99');
  raw.close();
  const before = readFileSync(file);
  expect(() => new Outbox(file)).toThrow('This outbox was written by a newer Courtyard.');
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('what an older program stored is refused with a reason if it can no longer be sent', async () => {
  const file = newFile();
  fill(file, 2);
  const raw = new Database(file);
  raw
    .prepare("UPDATE command SET program = '0.9.0', input = ? WHERE key = ?")
    .run('{"dialog":1}', 'command-1');
  raw.prepare('UPDATE command SET name = ? WHERE key = ?').run('dialogs.shout', 'command-2');
  raw.close();
  const outbox = open(file);
  const sender = new OutboxSender({
    outbox,
    send: () => Promise.reject(new Error('nothing can be sent')),
    onSettled: () => undefined,
    program: PROGRAM,
    now: () => 0,
  });
  expect(await sender.drain()).toBe('empty');
  expect(outbox.all()).toMatchObject([
    {
      input: { dialog: 1 },
      state: 'refused',
      error: {
        message: expect.stringMatching(/^This was created by another version of Courtyard/) as string,
        fields: { dialog_id: 'is required' },
      },
    },
    { state: 'refused', error: { message: expect.stringMatching(/^This version of Courtyard/) as string } },
  ]);
});
