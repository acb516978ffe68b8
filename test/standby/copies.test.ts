import { fork } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BACKUPS_FOLDER } from '../../electron/backup/backup-list';
import { forkPictureProcess } from '../../electron/content/pictures/picture-processes';
import type {
  FromStandbyProcess,
  StartStandbyProcess,
  ToStandbyProcess,
} from '../../electron/desktop/standby/process-messages';
import { StandbyCopies } from '../../electron/desktop/standby/standby-copies';
import { identifyHost } from '../../electron/remote/identify-hosts';
import type { CopyProgress } from '../../electron/standby/copy/copy-progress';
import { formatLink, parseLink } from '../../electron/standby/link';
import { UNREPLICATED_FILE } from '../../electron/service/events/unreplicated';
import { STANDBY_BACKUPS } from '../../electron/standby/copy/standby-backups';
import type { Output } from '../../shared/contract';
import type { StandbyCopyProblem, StandbyCopyState } from '../../shared/standby-copy';
import { isWhole } from '../faults/scale';
import { machines, promote, stateWhen, type Machines } from './machines';
import { witnessInProcess } from './witness/in-process';

const MODULE = join(import.meta.dirname, '..', '..', 'out', 'main', 'standby-process.js');

/** The process IDs of all processes that were started. */
const started: number[] = [];

const startProcess: StartStandbyProcess = (modulePath, { onMessage, onExit }) => {
  const child = fork(modulePath, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  started.push(child.pid!);
  child.on('message', onMessage);
  child.once('exit', onExit);
  return {
    send: (message) => void child.send(message, () => undefined),
    kill: () => void child.kill('SIGKILL'),
  };
};

/** The copies of a program whose files are in `folder`, and the addresses at which it hosts communities. */
function program(folder: string, start: StartStandbyProcess = startProcess) {
  const hosted: string[] = [];
  const copies = new StandbyCopies({
    folder: join(folder, 'standbys'),
    modulePath: MODULE,
    start,
    startPictures: forkPictureProcess,
    flags: ['--port', '0', '--log', 'error', '--quiet'],
    log: 'error',
    onChange: () => undefined,
    onHosting: (_key, addresses) => hosted.splice(0, hosted.length, ...addresses),
    logger: pino({ enabled: false }),
  });
  onTestFinished(() => copies.close());
  return { copies, hosted };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-copies-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function linkOf(m: Machines, url: string): Promise<{ link: string; key: string }> {
  const { Link: link } = await m.call<Output<'admin.pairStandby'>>(url, 'POST', '/admin/standby');
  return { link, key: parseLink(link)!.key };
}

const until = (copies: StandbyCopies, key: string, status: StandbyCopyState['status']) =>
  vi.waitUntil(() => copies.stateOf(key).status === status, { timeout: 120_000 });

/** A host, and a program whose copy of its community is in step. */
async function keptCopy() {
  const m = await machines();
  const folder = newFolder();
  const host = await m.startHost();
  const { link, key } = await linkOf(m, host.url);
  const { copies, hosted } = program(folder);
  await copies.keep(key, link);
  await until(copies, key, 'in_step');
  return { m, folder, host, key, copies, hosted };
}

test('a program keeps a copy up to date across a crash of its process and a restart, and deletes it', async () => {
  const m = await machines();
  const folder = newFolder();
  const host = await m.startHost();
  const { link, key } = await linkOf(m, host.url);
  const { copies } = program(folder);
  expect(copies.stateOf(key).status).toBe('none');
  const room = await copies.room(key, link);
  expect(room.needed).toBeGreaterThan(0);
  expect(room.free).toBeGreaterThan(room.needed);
  await copies.keep(key, link);
  await until(copies, key, 'in_step');
  expect(copies.stateOf(key)).toMatchObject({ isComplete: true, problem: null });
  const path = join(folder, 'standbys', key.slice(0, 16));
  expect(statSync(path).mode & 0o777).toBe(0o700);

  process.kill(started.at(-1)!, 'SIGKILL');
  await until(copies, key, 'failed');
  await until(copies, key, 'in_step');

  await copies.close();
  expect(JSON.parse(readFileSync(join(path, 'standby.json'), 'utf8'))).toMatchObject({ process: 0 });
  const { copies: next } = program(folder);
  next.begin();
  await until(next, key, 'in_step');
  await stateWhen(m, host.url, ({ State }) => State === 'in_step');

  host.program.process.kill('SIGKILL');
  await until(next, key, 'gone');
  expect(next.stateOf(key).since).toBeGreaterThan(0);
  await next.remove(key);
  expect(existsSync(path)).toBe(false);
  expect(next.stateOf(key).status).toBe('none');
  expect(JSON.parse(readFileSync(join(folder, 'standbys.json'), 'utf8'))).toEqual({});
});

test('what only this computer has stays when its copy is deleted, and a new copy is made beside it', async () => {
  const { m, folder, host, key, copies } = await keptCopy();
  const path = join(folder, 'standbys', key.slice(0, 16));
  expect(copies.stateOf(key).ownData).toBeUndefined();
  const folders = [BACKUPS_FOLDER, STANDBY_BACKUPS, 'before-restore-2026', 'standby-own-data-2026'];
  for (const name of folders) mkdirSync(join(path, name));
  for (const name of folders) writeFileSync(join(path, name, 'only here'), '');
  writeFileSync(join(path, UNREPLICATED_FILE), '');
  const own = [...folders, UNREPLICATED_FILE].toSorted();
  expect(copies.stateOf(key).ownData).toBe(path);

  await copies.remove(key);
  expect(copies.stateOf(key)).toMatchObject({ status: 'none', ownData: path });
  expect(readdirSync(path).toSorted()).toEqual(own);
  await copies.keep(key, (await linkOf(m, host.url)).link);
  await until(copies, key, 'in_step');
  expect(readdirSync(path)).toEqual(expect.arrayContaining(own));
});

test('links are checked before anything is stored, and a used one is rejected', async () => {
  const m = await machines();
  const folder = newFolder();
  const host = await m.startHost();
  const { link, key } = await linkOf(m, host.url);
  const { copies } = program(folder);
  const other = 'a'.repeat(64);
  await expect(copies.room(key, 'https://box:1')).rejects.toMatchObject({
    fields: { link: expect.anything() },
  });
  await expect(copies.room(other, link)).rejects.toMatchObject({ code: 'conflict' });
  await expect(copies.keep(other, link)).rejects.toMatchObject({ code: 'conflict' });
  expect(readdirSync(folder)).toEqual([]);

  await linkOf(m, host.url);
  await copies.keep(key, link);
  await until(copies, key, 'refused');
  expect(copies.stateOf(key)).toMatchObject({ problem: 'link', isComplete: false });
  await expect(copies.promote(key)).rejects.toMatchObject({ code: 'not_found' });
  await copies.keep(key, (await linkOf(m, host.url)).link);
  await until(copies, key, 'in_step');
});

test('a copy that is already here needs no room when it is paired again', async () => {
  const { copies, key } = refusedCopy('replaced');
  const link = formatLink({ addresses: ['box:1'], key, code: 'b'.repeat(32), size: 1e15 });
  const other = formatLink({ addresses: ['box:1'], key: 'c'.repeat(64), code: 'b'.repeat(32), size: 1e15 });
  expect((await copies.room(key, link)).needed).toBe(0);
  expect((await copies.room('c'.repeat(64), other)).needed).toBe(1e15);
});

test('the community is hosted from the copy once its host is gone, also after a restart of the program', async () => {
  const { m, folder, host, key, copies, hosted } = await keptCopy();
  await m.load.run(host.url, { messages: 20, files: 1, backups: 0 });
  await stateWhen(m, host.url, ({ State, Behind }) => State === 'in_step' && Behind === 0);
  host.program.process.kill('SIGKILL');
  await host.program.ended;
  await until(copies, key, 'gone');

  await copies.promote(key);
  expect(copies.stateOf(key).status).toBe('promoting');
  await until(copies, key, 'hosting');
  const [address = ''] = hosted;
  expect((await identifyHost(address))?.key).toBe(key);
  await expect(copies.remove(key)).rejects.toMatchObject({ code: 'conflict' });
  expect(copies.isHost(key)).toBe(true);
  await until(copies, key, 'hosting');
  await copies.close();

  const next = program(folder);
  next.copies.begin();
  await until(next.copies, key, 'hosting');
  expect(next.hosted).toContain(address);
  expect((await identifyHost(address))?.key).toBe(key);
});

// It takes as long as a host must be silent: 13 seconds.
test.runIf(isWhole)('with a witness the community is hosted from the copy automatically', async () => {
  const { m, host, key, copies, folder, hosted } = await keptCopy();
  const { Link } = await m.call<Output<'admin.pairWitness'>>(host.url, 'POST', '/admin/witness');
  await witnessInProcess(join(folder, 'witness'), Link).ready;
  await stateWhen(m, host.url, ({ Witness }) => Witness.Automatic);
  host.program.process.kill('SIGKILL');
  await until(copies, key, 'hosting');
  expect(await identifyHost(hosted[0]!)).toEqual({ key, term: 2 });
});

test('the community moves here while its host answers, and back to it', async () => {
  const { m, folder, host, key, copies, hosted } = await keptCopy();
  await copies.promote(key);
  await until(copies, key, 'hosting');
  expect((await identifyHost(hosted[0] ?? ''))?.key).toBe(key);
  expect(await host.program.line(2)).toBe('Standby is in step with Courtyard');

  const first = promote(m, m.community.data);
  await first.line(0);
  await until(copies, key, 'in_step');
  expect(copies.stateOf(key)).toMatchObject({ problem: null, addresses: [], isComplete: true });
  expect(copies.isHost(key)).toBe(false);
  await copies.close();
  const next = program(folder);
  next.copies.begin();
  await until(next.copies, key, 'in_step');
});

test('a host that was replaced while it was off says so, and becomes the standby of the new one', async () => {
  const { m, folder, host, key, copies } = await keptCopy();
  await copies.promote(key);
  await until(copies, key, 'hosting');
  expect(await host.program.line(2)).toBe('Standby is in step with Courtyard');
  await expect(copies.rejoin(key)).rejects.toMatchObject({ code: 'conflict' });
  await copies.close();
  await promote(m, m.community.data).line(0);

  const next = program(folder);
  next.copies.begin();
  await until(next.copies, key, 'superseded');
  expect(next.copies.stateOf(key).newHost).toBe(hostname());
  await next.copies.rejoin(key);
  await until(next.copies, key, 'in_step');
  expect(next.copies.isHost(key)).toBe(false);
});

test('after a rejected promotion the standby follows the host again and reports why', async () => {
  const { folder, key, copies: real } = await keptCopy();
  await real.close();

  const sent: ToStandbyProcess['type'][] = [];
  const { copies } = program(folder, (_modulePath, { onMessage, onExit }) => ({
    kill: () => undefined,
    send: (message) => {
      sent.push(message.type);
      const refused: FromStandbyProcess = { type: 'refused', problem: 'not_moved' };
      if (message.type === 'host') setImmediate(() => (onMessage(refused), onExit()));
      if (message.type === 'stop') setImmediate(onExit);
    },
  }));
  copies.begin();
  await copies.promote(key);
  await vi.waitUntil(() => sent.length === 4);
  expect(sent).toEqual(['follow', 'stop', 'host', 'follow']);
  expect(copies.stateOf(key)).toMatchObject({ status: 'connecting', problem: 'not_moved' });
});

/** A program with the link of a copy, whose processes are refused for a reason. */
function refusedCopy(problem: StandbyCopyProblem) {
  const folder = newFolder();
  const key = 'a'.repeat(64);
  writeFileSync(join(folder, 'standbys.json'), JSON.stringify({ [key]: 'link' }));
  const sent: ToStandbyProcess['type'][] = [];
  let reason: StandbyCopyProblem | null = problem;
  const { copies } = program(folder, (_modulePath, { onMessage, onExit }) => ({
    kill: () => undefined,
    send: ({ type }) => {
      sent.push(type);
      if (type === 'stop') onExit();
      else if (reason !== null) {
        onMessage({ type: 'refused', problem: reason });
        onExit();
      } else onMessage({ type: 'progress', progress: IN_STEP });
    },
  }));
  copies.begin();
  return { copies, key, sent, accept: () => void (reason = null) };
}

const IN_STEP: CopyProgress = { status: 'in_step', problem: null, done: 0, total: 0, since: 0 };

test.each(['version', 'busy'] as const)('a copy refused for %s is tried again later', async (problem) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { copies, key, sent, accept } = refusedCopy(problem);
  for (let attempts = 1; attempts <= 10; attempts++) {
    expect(sent).toHaveLength(attempts);
    expect(copies.stateOf(key)).toMatchObject({ status: 'refused', problem });
    await vi.advanceTimersToNextTimerAsync();
  }
  accept();
  await vi.advanceTimersToNextTimerAsync();
  expect(copies.stateOf(key)).toMatchObject({ status: 'in_step', problem: null });
  expect(vi.getTimerCount()).toBe(0);
});

test.each(['link', 'replaced'] as const)('a copy refused for %s is not tried again', (problem) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { copies, key, sent } = refusedCopy(problem);
  expect(vi.getTimerCount()).toBe(0);
  expect(sent).toEqual(['follow']);
  expect(copies.stateOf(key)).toMatchObject({ status: 'refused', problem });
});
