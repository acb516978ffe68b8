import Database from 'better-sqlite3';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { DATABASE_FILE } from '../../electron/database/health/missing-database';
import { COPY_FILE } from '../../electron/standby/copy/database-copy';
import { ContentSender } from '../../electron/standby/host/content-sender';
import { promoteStandby } from '../../electron/standby/succession/promote';
import type { HostTerm } from '../../electron/standby/term-queries';
import { keyOf } from '../faults/community';
import { upload } from '../support/content';
import { hostInProcess, standbyInProcess } from './in-process';
import { machines, pair, promote, stateWhen } from './machines';

function termsOf(folder: string): HostTerm[] {
  const raw = new Database(join(folder, DATABASE_FILE), { readonly: true });
  try {
    return raw.prepare('SELECT * FROM host ORDER BY term').all() as HostTerm[];
  } finally {
    raw.close();
  }
}

test('a promoted copy serves everything after its host was killed, and its standby process ends', async () => {
  const m = await machines();
  const host = await m.startHost();
  const { standby } = await pair(m, host.url);
  await m.load.run(host.url, { messages: 40, files: 2, backups: 0 });
  await stateWhen(m, host.url, ({ State, Behind }) => State === 'in_step' && Behind === 0);
  host.program.process.kill('SIGKILL');
  await host.program.ended;

  // What a copy that wasn't complete leaves is of no use any more.
  for (const suffix of ['', '-wal', '-wal-next']) writeFileSync(join(m.copy, COPY_FILE + suffix), '');
  const first = promote(m, m.copy);
  const url = (await first.line(0)).replace('Courtyard is ready at ', '');
  expect(await standby.ended).toBe(0);
  const path = `/dialogs/${m.community.dialog}/messages?limit=100`;
  const messages = await m.call<{ Text: string; ID: number }[]>(url, 'GET', path);
  expect(messages.map(({ Text }) => keyOf(Text)).toSorted()).toEqual([...m.load.sent].toSorted());
  // A command that was answered before is known by its key, and new ones are taken.
  const [newest] = messages;
  const again = await m.load.message(url, keyOf(newest?.Text ?? ''));
  expect(again.body.ID).toBe(newest?.ID);
  expect((await m.load.message(url, 'message-1000')).status).toBe(200);
  // The previous host is the standby, if it ever returns.
  const { State, Name } = await stateWhen(m, url, () => true);
  expect([State, Name]).toEqual(['gone', hostname()]);
  expect(existsSync(join(m.copy, 'standby.json'))).toBe(false);
  expect(readdirSync(m.copy).filter((name) => name.startsWith(COPY_FILE))).toEqual([]);

  first.process.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  const second = promote(m, m.copy);
  expect(await second.line(0)).toMatch(/^Courtyard is ready/);
  second.process.kill('SIGTERM');
  await second.ended;
  // The next term was stored once, with the last event that the copy had.
  const terms = termsOf(m.copy);
  expect(terms.map(({ term, how }) => [term, how])).toEqual([
    [1, 'created'],
    [2, 'takeover'],
  ]);
  expect(terms[1]?.name).toBe(hostname());
  expect(terms[1]?.seq).toBeGreaterThanOrEqual(messages.length);
});

test('only the folder of a standby with a complete copy can be promoted', async () => {
  const m = await machines();
  const nothing = promote(m, m.copy);
  expect(await nothing.ended).toBe(1);
  expect(nothing.noted.at(-1)).toContain('holds no standby');
});

test('a host goes on if the port of its successor is taken', async () => {
  const m = await machines();
  const host = await m.startHost();
  const { standby } = await pair(m, host.url);
  const { port } = new URL(host.url);
  const successor = promote(m, m.copy, port);
  expect(await successor.ended).toBe(1);
  expect(successor.noted.at(-1)).toBe(
    `Port ${port} of 127.0.0.1 is already in use. Choose another one with --port, or 0 for any free port.`,
  );
  expect(await standby.ended).toBe(0);
  expect((await m.load.message(host.url, 'message-1')).status).toBe(200);
  expect(termsOf(m.copy).map(({ how }) => how)).toEqual(['created']);
});

test('an older version does not host a copy whose database is newer', async () => {
  const m = await machines();
  const host = await m.startHost();
  const { standby } = await pair(m, host.url);
  for (const { process: program } of [host.program, standby]) program.kill('SIGKILL');
  await Promise.all([host.program.ended, standby.ended]);
  const raw = new Database(join(m.copy, DATABASE_FILE));
  const version = raw.pragma('user_version', { simple: true }) as number;
  raw.pragma(`user_version = ${version + 1}`);
  raw.close();

  const refused = promote(m, m.copy);
  expect(await refused.ended).toBe(1);
  expect(refused.noted.at(-1)).toContain('ran a newer Courtyard');
  expect(termsOf(m.copy)).toHaveLength(1);
});

test('a promoted copy tells how many photos and files it lacks', async () => {
  const host = await hostInProcess();
  for (const text of ['one', 'two'])
    await upload(host.now.service, host.owner.session, 'files.upload', Buffer.from(text));
  const wanting = vi.spyOn(ContentSender.prototype, 'wanted').mockReturnValue();
  const folder = host.folder('standby');
  const standby = await standbyInProcess(folder, await host.link());
  await host.stateWhen(({ State, Behind }) => State === 'behind' && Behind === 6);
  await standby.stop();
  wanting.mockRestore();
  await host.stop();
  const logger = pino({ enabled: false });
  expect(await promoteStandby(folder, { standbyPort: null, hosts: [], logger })).toBe(2);
  expect(await promoteStandby(folder, { standbyPort: null, hosts: [], logger })).toBe(0);
});
