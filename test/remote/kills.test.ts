import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { pino } from 'pino';
import { lanDoors } from '../../electron/doors/lan';
import { openService } from '../../electron/service';
import { LoneMachine } from '../support/machine';
import { keptPort } from '../support/ports';
import { TEST_SETTINGS, TestClock, testServiceOver } from '../support/service';
import { untilPasses } from '../support/waiting';
import { textOf, type GuestJob, type GuestState } from './kills/guest-process';
import { startProcess } from './kills/start-process';

const KILLS = Number(process.env.KILLS ?? 10);
/** Milliseconds after something that was accepted, at most, at which a process is killed. */
const SPREAD = 60;

test(`nothing is lost or done twice when host and guest are killed ${KILLS} times`, async () => {
  const { job, startHost, data } = await community();
  let accepted = -1;
  const startGuest = () =>
    startProcess('guest-process.ts', [JSON.stringify({ ...job, first: accepted + 1 })], (line) => {
      accepted = Math.max(accepted, Number(line));
    });
  let host = await startHost();
  let guest = await startGuest();
  for (let kill = 0; kill < KILLS; kill++) {
    const before = accepted;
    await untilPasses(() => expect(accepted).toBeGreaterThan(before));
    await pause(Math.random() * SPREAD);
    if (kill % 2 === 0) {
      await guest.kill();
      guest = await startGuest();
    } else {
      await host.kill();
      if (kill % 4 === 1) await untilPasses(() => expect(accepted).toBeGreaterThan(before + 5));
      host = await startHost();
    }
  }
  await guest.ask('stop');
  await untilPasses(async () => {
    const state = (await guest.ask('state')) as GuestState;
    expect(state).toEqual({ isSettled: true, refused: [] });
  });
  await host.ask('quiet');
  await untilPasses(async () => expect(await guest.ask('compare')).toEqual([]));
  await guest.close();
  await host.close();

  const all = Array.from({ length: accepted + 1 }, (_, number) => number);
  expect(all.length).toBeGreaterThan(KILLS);
  const database = join(data, 'courtyard.db');
  const texts = column(database, "SELECT text FROM message WHERE text LIKE 'From the guest%' ORDER BY id");
  const posts = column(database, 'SELECT content FROM post ORDER BY id');
  expect(texts).toEqual(all.filter((number) => number % 5 !== 4).map((number) => textOf(number)));
  expect(posts).toEqual(all.filter((number) => number % 5 === 4).map((number) => textOf(number)));
  const files = readdirSync(job.folder).filter((file) => file.endsWith('.db'));
  for (const file of [database, ...files.map((one) => join(job.folder, one))])
    expect(column(file, 'PRAGMA integrity_check'), file).toEqual(['ok']);
});

function column(file: string, sql: string): unknown[] {
  const raw = new Database(file);
  try {
    return raw.prepare(sql).pluck().all();
  } finally {
    raw.close();
  }
}

/** Creates a community of two that is shared on the loopback, and closes it. */
async function community() {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-kills-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const data = join(folder, 'host');
  const service = await openService({ data, settings: TEST_SETTINGS, machine: new LoneMachine() });
  const settings = { host: '127.0.0.1', hosts: [], origins: [] };
  await service.sharing.begin(lanDoors({ service, settings, logger: pino({ level: 'silent' }) }));
  // The processes use the machine's clock, which must agree with the times of signing in.
  const clock = new TestClock();
  clock.seconds = Math.floor(Date.now() / 1000);
  const [ann, ben] = await testServiceOver(service, clock).people('Ann', 'Ben');
  const { ID: dialog } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  await ann.call('dialogs.join', { dialog_id: dialog, user_id: ben.id });
  const { Port, Key } = await ann.call('admin.share', { on: true, port: await keptPort() });
  await service.close();
  const guestFolder = join(folder, 'guest');
  mkdirSync(guestFolder);
  const job: Omit<GuestJob, 'first'> = {
    folder: guestFolder,
    addresses: [`127.0.0.1:${Port}`],
    key: Key,
    token: ben.session.token ?? '',
    person: ben.id,
    dialog,
    // More slowly than a host starts.
    pace: 200,
  };
  const startHost = () => startProcess('host-process.ts', [data, ann.session.token ?? '', String(dialog)]);
  return { job, startHost, data };
}
