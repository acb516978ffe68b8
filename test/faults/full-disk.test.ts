import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { endPrograms, startProgram, type Program } from '../support/program';
import { openService } from '../../electron/service';
import { TEST_SETTINGS, TestClock, testServiceOver } from '../support/service';
import { report } from './scale';

const PROGRAM = join(import.meta.dirname, '..', '..', 'out', 'main', 'serve.js');
const disk = mkdtempSync(join(tmpdir(), 'courtyard-full-'));
const data = join(disk, 'data');
const ballast = join(disk, 'ballast');
/** Only a user who may mount can create a small disk for the test. */
const isMounted =
  process.platform === 'linux' &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=700', 'tmpfs', disk]).status === 0;
const running: Program[] = [];
let token = '';
let dialog = 0;

beforeAll(async () => {
  if (!isMounted) return;
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
  rmSync(ballast, { force: true });
});

afterAll(() => {
  if (isMounted) spawnSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, force: true });
});

test.skipIf(!isMounted)('on a full disk the host reads, refuses writes, and stops with 0', async () => {
  const { url, program } = await startHost();
  expect(await send(url, 'before')).toBe(200);
  // Data that is only in the write-ahead log has no room in the database file when the host stops.
  for (let number = 0; number < 60; number++) await send(url, 'y'.repeat(4000));
  fill();
  // Writes that still fit into the write-ahead log may succeed.
  let status = 200;
  for (let number = 0; number < 800 && status === 200; number++) status = await send(url, 'x'.repeat(4000));
  expect(status).toBe(503);
  expect((await texts(url)).length).toBeGreaterThan(60);
  program.process.kill('SIGTERM');
  expect(await program.ended).toBe(0);
});

test.skipIf(!isMounted)('a host started on a full disk reads and refuses writes', async () => {
  const before = await startHost();
  expect(await send(before.url, 'kept')).toBe(200);
  before.program.process.kill('SIGTERM');
  expect(await before.program.ended).toBe(0);
  fill();
  const { url, program } = await startHost();
  expect(await texts(url)).toContain('kept');
  expect(await send(url, 'on a full disk')).toBe(503);
  expect((await get(url, '/community'))['ReadOnly']).toBe('disk_full');
  program.process.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  rmSync(ballast);
  const after = await startHost();
  expect(await send(after.url, 'room again')).toBe(200);
  expect(await texts(after.url)).toEqual(expect.arrayContaining(['kept', 'room again']));
  report({ fault: 'full disk', cases: 2, result: 'reads answered, writes refused with 503, stops with 0' });
});

/** Uses up all free space of the disk. */
function fill(): void {
  const file = openSync(ballast, 'w');
  try {
    for (let size = 256 * 1024; size >= 1; size = Math.floor(size / 4)) {
      try {
        for (;;) if (writeSync(file, Buffer.alloc(size, 1)) < size) break;
      } catch {
        // No room for another piece of this size.
      }
    }
  } finally {
    closeSync(file);
  }
}

async function startHost(): Promise<{ url: string; program: Program }> {
  const flags = [PROGRAM, '--port', '0', '--log', 'error', '--quiet'];
  const program = startProgram(process.execPath, flags, { env: { COURTYARD_DATA: data } });
  running.push(program);
  const url = (await program.line(0)).replace('Courtyard is ready at ', '');
  return { url, program };
}

async function send(url: string, text: string): Promise<number> {
  const answer = await fetch(`${url}/dialogs/${dialog}/messages`, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
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
