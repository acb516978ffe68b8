import { appendFileSync, existsSync, statSync, truncateSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Checkpointer } from '../../electron/database/checkpointer';
import { STANDBY } from '../../shared/limits';
import { StandbySession } from '../../electron/standby/host/standby-session';
import { upload } from '../support/content';
import { untilPasses, untilThere } from '../support/waiting';
import { proxyOf, type AnswerProxy } from './answer-proxy';
import { contentsOf, hashOfDatabase } from './machines';
import { hostInProcess, standbyInProcess, type Host } from './in-process';

// Taken before any test replaces it.
const runCheckpoint = Object.getOwnPropertyDescriptor(Checkpointer.prototype, 'run')
  ?.value as Checkpointer['run'];

/** Bytes, see "WAL Format" of SQLite: the header of the log, and of a page with its own header. */
const LOG_HEADER = 32;
const FRAME = 24 + 4096;

const CONTINUED = 'the standby is connected, copy: false';
const COPIED = 'the standby is connected, copy: true';

/** Connections of the standby so far: whether each continued or compared the database. */
function connections(host: Host): string[] {
  return host.noted.filter((line) => line.startsWith('the standby is connected'));
}

async function write(host: Host, dialog_id: number, texts: readonly string[]): Promise<void> {
  for (const text of texts) await host.owner.call('dialogs.send', { dialog_id, text });
}

async function paired() {
  const host = await hostInProcess();
  const { ID: dialog } = await host.owner.call('dialogs.create', { name: 'Yard', type: 'group' });
  const link = await host.link();
  const folder = host.folder('standby');
  const standby = await standbyInProcess(folder, link);
  await standby.inStep;
  return { host, dialog, link, folder, standby };
}

/** Stops both and expects that both databases are byte for byte the same. */
async function expectEqual(
  host: Host,
  folder: string,
  standby: { stop: () => Promise<void> },
): Promise<void> {
  await host.inStep();
  await host.stop();
  await standby.stop();
  expect(contentsOf(folder)).toEqual(contentsOf(host.data));
  expect(hashOfDatabase(folder)).toBe(hashOfDatabase(host.data));
}

test('a host that cannot store where its log ends, as on a full disk, stops all the same', async () => {
  const { host, dialog, folder, standby } = await paired();
  const blocked = join(host.data, 'standby-host.json.partial');
  await mkdir(blocked);
  await host.stop();
  await rm(blocked, { recursive: true });
  await host.restart();
  await write(host, dialog, ['afterwards']);
  await host.inStep();
  await expectEqual(host, folder, standby);
});

test('a standby that was away continues where it was', async () => {
  const { host, dialog, link, folder, standby } = await paired();
  await standby.stop();
  await write(host, dialog, ['one', 'two']);
  const { State, Behind } = await host.state();
  expect([State, Behind > 0]).toEqual(['gone', true]);
  const again = await standbyInProcess(folder, link);
  await again.inStep;
  expect(connections(host)).toEqual([COPIED, CONTINUED]);
  await expectEqual(host, folder, again);
});

test('a standby continues after a restart of the host, and compares if it was away when the host stopped', async () => {
  const { host, dialog, link, folder, standby } = await paired();
  await write(host, dialog, ['one']);
  await host.inStep();
  await host.restart();
  await write(host, dialog, ['two']);
  await host.inStep();
  await standby.stop();
  await write(host, dialog, ['three']);
  await host.restart();
  const again = await standbyInProcess(folder, link);
  await again.inStep;
  expect(connections(host)).toEqual([COPIED, CONTINUED, COPIED]);
  await expectEqual(host, folder, again);
});

test('it compares its database if the host changed without either noticing', async () => {
  const { host, dialog, link, folder, standby } = await paired();
  await standby.stop();
  await write(host, dialog, ['one']);
  // Ends a run without the end of the log that the standby has, and then another one.
  await host.restart();
  await write(host, dialog, ['two']);
  await host.restart();
  const again = await standbyInProcess(folder, link);
  await again.inStep;
  expect(connections(host)).toEqual([COPIED, COPIED]);
  await expectEqual(host, folder, again);
});

test('checkpoints are made on both sides, and are held while the standby is away', async () => {
  const checkpoint = checkpointsOnDemand();
  const { host, dialog, link, folder, standby } = await paired();
  expect(await checkpoint()).toBe(true);
  await write(host, dialog, ['one']);
  await host.inStep();
  await expectSameLog(host, folder);
  await standby.stop();
  await write(host, dialog, ['two']);
  expect(await checkpoint()).toBe(false);
  const again = await standbyInProcess(folder, link);
  await again.inStep;
  const held = sizeOfLog(folder);
  expect(await checkpoint()).toBe(true);
  await write(host, dialog, ['three']);
  await host.inStep();
  await expectSameLog(host, folder);
  expect(sizeOfLog(folder)).toBeLessThan(held);
  expect(connections(host)).toEqual([COPIED, CONTINUED]);
  await expectEqual(host, folder, again);
});

test('a standby that was away for too long compares its database and gets what differs', async () => {
  const checkpoint = checkpointsOnDemand();
  const limit = STANDBY.log;
  onTestFinished(() => setLimit(limit));
  const { host, dialog, link, folder, standby } = await paired();
  await standby.stop();
  setLimit(50_000);
  await write(host, dialog, ['one', 'two', 'three', 'four', 'five']);
  expect(await checkpoint()).toBe(true);
  expect(host.noted).toContainEqual(expect.stringContaining('away for too long'));
  await write(host, dialog, ['six']);
  const again = await standbyInProcess(folder, link);
  await again.inStep;
  expect(connections(host)).toEqual([COPIED, COPIED]);
  await expectEqual(host, folder, again);
});

test('a copy goes on when someone writes after a checkpoint of the whole log', async () => {
  const checkpoint = checkpointsOnDemand();
  const limit = STANDBY.log;
  onTestFinished(() => setLimit(limit));
  const { host, dialog, link, folder, standby } = await paired();
  await standby.stop();
  setLimit(1);
  await write(host, dialog, ['one']);
  expect(await checkpoint()).toBe(true);
  const proxy = await proxyOf(link);
  const begun = holdAtBeginning(proxy);
  const again = await standbyInProcess(folder, proxy.link);
  await begun;
  await write(host, dialog, ['while the copy waits']);
  proxy.release();
  await again.inStep;
  expect(connections(host)).toEqual([COPIED, COPIED]);
  await expectEqual(host, folder, again);
});

test('a partly written log is truncated to its last commit, and a damaged one is discarded', async () => {
  const { host, dialog, link, folder, standby } = await paired();
  await write(host, dialog, ['one', 'two']);
  await host.inStep();
  await standby.stop();
  const log = join(folder, 'courtyard.db-wal');
  const whole = sizeOfLog(folder);
  appendFileSync(log, Buffer.alloc(10_000, 1));
  const second = await standbyInProcess(folder, link);
  await second.inStep;
  await second.stop();
  // The host may have added something of its own meanwhile, but only whole frames.
  expect((sizeOfLog(folder) - LOG_HEADER) % FRAME).toBe(0);
  truncateSync(log, whole - 5_000);
  const third = await standbyInProcess(folder, link);
  await third.inStep;
  await third.stop();
  const bytes = await readFile(log);
  bytes.writeUInt8(bytes.readUInt8(4_000) ^ 1, 4_000);
  await writeFile(log, bytes);
  const fourth = await standbyInProcess(folder, link);
  await fourth.inStep;
  await expectEqual(host, folder, fourth);
});

test('files are copied, missing ones again, and files that the host no longer uses go to the trash', async () => {
  const { host, link, folder, standby } = await paired();
  const send = (text: string) =>
    upload(host.now.service, host.owner.session, 'files.upload', Buffer.from(text));
  await send('early');
  const blobs = join(folder, 'content', 'blobs');
  await untilPasses(async () => expect(await filesIn(blobs)).toHaveLength(1));
  await standby.stop();
  await send('late');
  expect(await filesIn(blobs)).toHaveLength(1);
  await rm(blobs, { recursive: true });
  const unused = 'ab'.repeat(32);
  await mkdir(join(blobs, 'ab'), { recursive: true });
  await writeFile(join(blobs, 'ab', unused), 'unused');
  await utimes(join(blobs, 'ab', unused), 1, 1);
  const again = await standbyInProcess(folder, link);
  await again.inStep;
  const stored = await filesIn(join(host.data, 'content', 'blobs'));
  expect(stored).toHaveLength(2);
  await untilPasses(async () => expect(await filesIn(blobs)).toEqual(stored));
  expect(await filesIn(join(folder, 'content', 'trash'))).toEqual([unused]);
});

test('a file that the host cannot read is left out, and everything else is copied', async () => {
  const host = await hostInProcess();
  const send = (text: string) =>
    upload(host.now.service, host.owner.session, 'files.upload', Buffer.from(text));
  const blobs = join(host.data, 'content', 'blobs');
  await send('damaged');
  const [damaged = ''] = await filesIn(blobs);
  // It can be opened, but reading it fails, as on a broken disk.
  await rm(join(blobs, damaged.slice(0, 2), damaged));
  await mkdir(join(blobs, damaged.slice(0, 2), damaged));
  for (const text of ['one', 'two']) await send(text);
  const folder = host.folder('standby');
  const standby = await standbyInProcess(folder, await host.link());
  await standby.inStep;
  expect(await host.inStep()).toMatchObject({ Unreadable: 1 });
  expect(await filesIn(join(folder, 'content', 'blobs'))).toEqual(await filesIn(blobs));
  expect(await filesIn(join(folder, 'content', 'partial')).catch(() => [])).toEqual([]);
  expect(host.noted).toContain('a stored file cannot be read, so the standby doesn’t get it');
});

/** Holds back the standby's answers from the beginning of its next connection; resolves then. */
function holdAtBeginning(proxy: AnswerProxy): Promise<void> {
  const { run } = StandbySession.prototype;
  return new Promise((resolve) => {
    vi.spyOn(StandbySession.prototype, 'run').mockImplementationOnce(function (
      this: StandbySession,
      received,
    ) {
      proxy.hold();
      resolve();
      return run.call(this, received);
    });
  });
}

/** Expects that the standby's log is what the host's begins with: what is left behind it there is of an earlier log. */
async function expectSameLog(host: Host, folder: string): Promise<void> {
  // Until the log before it is in the database file, a new one has another name.
  await vi.waitUntil(() => !existsSync(join(folder, 'courtyard.db-wal-next')));
  const copy = await readFile(join(folder, 'courtyard.db-wal'));
  const log = await readFile(join(host.data, 'courtyard.db-wal'));
  expect(copy.length).toBeGreaterThan(0);
  expect(log.subarray(0, copy.length).equals(copy)).toBe(true);
}

function sizeOfLog(folder: string): number {
  return statSync(join(folder, 'courtyard.db-wal'), { throwIfNoEntry: false })?.size ?? 0;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort();
}

function setLimit(bytes: number): void {
  (STANDBY as { log: number }).log = bytes;
}

/** Prevents the host's own checkpoints; the returned function makes one and resolves to whether it was allowed. */
function checkpointsOnDemand(): () => Promise<boolean> {
  let latest: Checkpointer | undefined;
  vi.spyOn(Checkpointer.prototype, 'run').mockImplementation(function (this: Checkpointer) {
    // eslint-disable-next-line @typescript-eslint/no-this-alias
    latest = this;
    return Promise.resolve(false);
  });
  return async () => runCheckpoint.call((await untilThere(() => latest))!, 1);
}
