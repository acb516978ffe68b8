import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { listRepository } from '../../electron/backup/folder/repository';
import { restoreBackup } from '../../electron/backup/restore';
import { DATABASE_FILE } from '../../electron/database/open';
import { upload } from '../support/content';
import { smallDisk } from '../support/small-disk';
import { untilThere } from '../support/waiting';
import {
  chooseFolder,
  expectFailure,
  filesBelow,
  folderWorld,
  hashOf,
  nextBackup,
  PASSPHRASE,
  repositoryOf,
  type FolderWorld,
} from '../service/backups/folder-world';
import { temporaryFolder } from '../support/temporary-folder';
import { expectSound } from './community';
import { report, scaled, TIMEOUT } from './scale';

/** Only a user who may mount can make small disks, and take them away. */
const canMount = process.platform === 'linux' && canMountTmpfs();

function canMountTmpfs(): boolean {
  const probe = mkdtempSync(join(tmpdir(), 'courtyard-mount-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', probe]).status === 0;
  if (isMounted) spawnSync('umount', [probe]);
  rmSync(probe, { recursive: true });
  return isMounted;
}

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}

const DAY = 24 * 3600;
const mounted: string[] = [];
let disk = '';

beforeEach(() => void (disk = mkdtempSync(join(tmpdir(), 'courtyard-disk-'))));
afterEach(() => {
  for (const path of mounted.splice(0)) spawnSync('umount', ['-l', path]);
  rmSync(disk, { recursive: true, force: true });
});

function mount(...args: string[]): void {
  run('mount', ...args, disk);
  mounted.push(disk);
}

/** A community that backs up to the disk, with some megabytes of files and one good backup. */
async function backedUpWorld(megabytes: number): Promise<FolderWorld> {
  const world = await folderWorld({ chooseFolder: () => Promise.resolve(disk) });
  for (let count = 0; count < megabytes; count++) await addFile(world);
  expect((await chooseFolder({ ...world, folder: disk })).Failure).toBe('');
  return { ...world, folder: disk };
}

async function addFile({ t, ann }: FolderWorld, bytes = 1024 * 1024): Promise<void> {
  await upload(t.service, ann.session, 'files.upload', randomBytes(bytes), { filename: 'a.bin' });
}

/** Expects that the last good backup is the one that the host says, and that every listed one restores completely. */
async function expectGoodBackups({ folder, ann }: FolderWorld, lastGood: number): Promise<void> {
  const listed = listRepository(repositoryOf(folder));
  expect(listed.map(({ description }) => description.made)).toContain(lastGood);
  for (const { name } of listed) {
    const there = join(temporaryFolder(), 'there');
    const { missing } = await restoreBackup(there, join(repositoryOf(folder), 'backups', name), lastGood);
    expect([name, missing]).toEqual([name, []]);
    expectSound(join(there, DATABASE_FILE));
  }
  const state = await ann.call('admin.backupFolder', {});
  expect([state.LastGood, state.Progress]).toEqual([lastGood, null]);
}

/** The community goes on whatever its backups do. */
async function expectRunning({ ann, dialog_id }: FolderWorld): Promise<void> {
  const { ID } = await ann.call('dialogs.send', { dialog_id, text: 'still here' });
  expect((await ann.call('dialogs.messages', { dialog_id }))[0]?.ID).toBe(ID);
}

/** Takes all space of the disk except some bytes. */
function fill(left: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(repositoryOf(disk), 'ballast'), Buffer.alloc(Math.max(0, bavail * bsize - left), 1));
}

/** Unplugs the disk once a path of the next backup matches; returns what the owner is told then. */
async function unplugDuring(world: FolderWorld, real: string, point: RegExp) {
  for (let count = 0; count < 24; count++) await addFile(world);
  const earlier = new Set(paths(repositoryOf(real)));
  world.t.clock.advance(DAY);
  const ended = world.t.service.settled();
  await untilThere(
    () => paths(repositoryOf(real)).some((path) => point.test(path) && !earlier.has(path)) || undefined,
  );
  run('umount', '-l', disk);
  await expectRunning(world);
  await ended;
  return world.ann.call('admin.backupFolder', {});
}

describe.skipIf(!canMount)('a disk for backups (only a user who may mount can test it)', () => {
  const KILOBYTES = [0, 900, 4, 64, 400, 1100, 1500, 2000];
  test(
    'that is full at any point is said to be, and holds the earlier backups',
    { timeout: TIMEOUT },
    async () => {
      mount('-t', 'tmpfs', '-o', 'size=24m', 'tmpfs');
      const world = await backedUpWorld(2);
      let lastGood = world.t.clock.seconds;
      let failed = 0;
      for (const kilobytes of KILOBYTES.slice(0, scaled(2, KILOBYTES.length))) {
        await addFile(world);
        fill(kilobytes * 1024);
        const before = statfsSync(disk).bavail;
        const state = await nextBackup(world);
        await expectRunning(world);
        if (state.Failure === '') lastGood = world.t.clock.seconds;
        else {
          expectFailure(state, 'full', world.t.clock.seconds);
          failed++;
          // What was begun doesn't take the room that the next one needs.
          expect(readdirSync(repositoryOf(disk)).filter((name) => name.startsWith('partial-'))).toEqual([]);
          expect(statfsSync(disk).bavail).toBeGreaterThanOrEqual(before - 300);
        }
        await expectGoodBackups(world, lastGood);
        rmSync(join(repositoryOf(disk), 'ballast'));
        const again = await nextBackup(world);
        expect([again.Failure, again.LastGood]).toEqual(['', world.t.clock.seconds]);
        lastGood = again.LastGood;
        await expectGoodBackups(world, lastGood);
      }
      expect(failed).toBeGreaterThan(1);
      report({ fault: 'full disk of the backups', cases: failed, result: 'said so, earlier backups whole' });
    },
  );

  const POINTS: [when: string, point: RegExp][] = [
    ['while contents are stored', /^partial-[^/]*$/],
    ['once the database is stored', /^partial-[^/]*\/courtyard\.db$/],
    ['once the backup is listed', /^backups\/[^/]*$/],
  ];
  test.each(POINTS.slice(0, scaled(1, POINTS.length)))(
    'that is unplugged %s is said to be gone, and nothing is written in its place',
    { timeout: TIMEOUT },
    async (when, point) => {
      const real = temporaryFolder();
      mount('--bind', real);
      const world = await backedUpWorld(1);
      const isEarly = when === 'while contents are stored';
      let state = await unplugDuring(world, real, point);
      // A backup that was faster than the unplugging proves nothing, so the next one is unplugged.
      for (let tries = 1; isEarly && state.Failure === '' && tries < 20; tries++) {
        mount('--bind', real);
        state = await unplugDuring(world, real, point);
      }
      if (isEarly) expectFailure(state, 'gone', world.t.clock.seconds);
      expect(['', 'gone']).toContain(state.Failure);
      expect(state.LastGood === world.t.clock.seconds).toBe(state.Failure === '');
      expect(readdirSync(disk)).toEqual([]);
      mount('--bind', real);
      await expectGoodBackups(world, state.LastGood);
      const back = await nextBackup(world, 3600 * 24);
      expect([back.Failure, back.LastGood]).toEqual(['', world.t.clock.seconds]);
      await expectGoodBackups(world, back.LastGood);
      report({
        fault: `disk of the backups unplugged ${when}`,
        cases: 1,
        result: 'said so, earlier backups whole',
      });
    },
  );

  test(
    'that is mounted only after the first backup gets backups of its own',
    { timeout: TIMEOUT },
    async () => {
      const world = { ...(await folderWorld({ settings: { backupFolder: disk } })), folder: disk };
      const unmounted = await nextBackup(world, 0);
      expect([unmounted.Failure, unmounted.SameDisk]).toEqual(['', true]);
      const earlier = filesBelow(disk);
      mount('-t', 'tmpfs', 'tmpfs');
      const later = await nextBackup(world);
      expect([later.Failure, later.SameDisk, later.Backups.length]).toEqual(['', false, 1]);
      await expectGoodBackups(world, world.t.clock.seconds);
      run('umount', disk);
      // What the first backup left in place of the disk isn't continued unasked.
      expectFailure(await nextBackup(world), 'no_backups', world.t.clock.seconds);
      expect(filesBelow(disk)).toEqual(earlier);
    },
  );

  test.each([null, PASSPHRASE])(
    'that takes turns with another one has backups of its own (%s)',
    { timeout: TIMEOUT },
    async (backupPassphrase) => {
      const settings = { backupFolder: disk, ...(backupPassphrase !== null && { backupPassphrase }) };
      const pool = smallDisk(64);
      onTestFinished(() => pool?.remove());
      const disks = ['one', 'other'].map((name) => join(pool?.path ?? '', name));
      for (const path of disks) mkdirSync(path);
      const world = { ...(await folderWorld({ settings })), folder: disk };
      for (const [turn, path] of [...disks, ...disks].entries()) {
        mount('--bind', path);
        const state = await nextBackup(world, turn === 0 ? 0 : DAY);
        expect([state.Failure, state.LastGood]).toEqual(['', world.t.clock.seconds]);
        expect(state.Backups).toHaveLength(turn < 2 ? 1 : 2);
        run('umount', disk);
      }
      expectFailure(await nextBackup(world), 'no_backups', world.t.clock.seconds);
      expect(readdirSync(disk)).toEqual([]);
    },
  );

  test('that turns read-only is reported as read-only', { timeout: TIMEOUT }, async () => {
    mount('--bind', temporaryFolder());
    const world = await backedUpWorld(1);
    const { LastGood: first } = await world.ann.call('admin.backupFolder', {});
    run('mount', '-o', 'remount,bind,ro', disk);
    expectFailure(await nextBackup(world), 'read_only', world.t.clock.seconds);
    await expectRunning(world);
    await expectGoodBackups(world, first);
    run('mount', '-o', 'remount,bind,rw', disk);
    expect((await nextBackup(world)).Failure).toBe('');
  });
});

test(
  'a backup whose folder is deleted in the middle says so, and writes nothing more',
  { timeout: TIMEOUT },
  async () => {
    const world = await backedUpWorld(1);
    for (let count = 0; count < 24; count++) await addFile(world);
    world.t.clock.advance(24 * 3600);
    const ended = world.t.service.settled();
    await untilThere(
      () => readdirSync(repositoryOf(disk)).some((name) => name.startsWith('partial-')) || undefined,
    );
    while (existsSync(repositoryOf(disk)) && readdirSync(disk).length > 0)
      rmSync(repositoryOf(disk), { recursive: true, force: true, maxRetries: 50 });
    await ended;
    expectFailure(await world.ann.call('admin.backupFolder', {}), 'gone', world.t.clock.seconds);
    await expectRunning(world);
    expect(readdirSync(disk)).toEqual([]);
  },
);

const EMPTY = hashOf('');
/** Days until the backup of a day reads a content again that is stored already. */
function daysUntilReread(hash: string, now: number): number {
  const [due, today] = [Number.parseInt(hash.slice(-6), 16) % 28, Math.floor(now / DAY) % 28];
  return (due - today + 28) % 28 || 28;
}

describe.skipIf(process.platform === 'win32')('a disk that hangs', () => {
  test.each([
    ['at once', 'lock'],
    ['in the middle', join('content', EMPTY.slice(0, 2), EMPTY)],
  ])('%s is said to, nothing waits for it, and it is used again when it answers', async (_when, file) => {
    const world = await folderWorld({ chooseFolder: () => Promise.resolve(disk) });
    await addFile(world, 0);
    await chooseFolder({ ...world, folder: disk });
    Object.assign(world, { folder: disk });
    const { LastGood: first } = await world.ann.call('admin.backupFolder', {});
    const before = filesBelow(join(repositoryOf(disk), 'backups'));
    // Reading a named pipe waits until someone writes into it, as reading a disk waits that doesn't answer.
    const pipe = join(repositoryOf(disk), file);
    rmSync(pipe, { force: true });
    run('mkfifo', pipe);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    world.t.clock.advance(daysUntilReread(EMPTY, world.t.clock.seconds) * DAY);
    let isSettled = false;
    const ended = world.t.service.settled().then(() => (isSettled = true));
    if (file !== 'lock') await untilBegun();
    await expectRunning(world);
    await vi.advanceTimersByTimeAsync(9 * 60_000);
    await expectRunning(world);
    expect(isSettled).toBe(false);
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    await ended;
    const state = await world.ann.call('admin.backupFolder', {});
    expectFailure(state, 'no_answer', world.t.clock.seconds);
    expect(state.LastGood).toBe(first);
    // The thread that hangs is the only one.
    expect((await nextBackup(world, 3600)).Failure).toBe('no_answer');
    await expectRunning(world);
    vi.useRealTimers();
    closeSync(openSync(pipe, 'r+'));
    rmSync(pipe);
    expect(filesBelow(join(repositoryOf(disk), 'backups'))).toEqual(before);
    await vi.waitUntil(async () => (await nextBackup(world, 3600)).Failure === '', { timeout: 60_000 });
    const again = await world.ann.call('admin.backupFolder', {});
    await expectGoodBackups(world, again.LastGood);
    // The copies of the database that the hanging thread left are gone.
    expect(readdirSync(join(world.data, 'backups'))).toEqual([]);
    report({
      fault: 'disk of the backups hangs',
      cases: 1,
      result: 'said so after ten minutes, used again later',
    });
  });
});

/** Waits for what a backup begins with on its disk. Timers stand still. */
async function untilBegun(): Promise<void> {
  while (!readdirSync(repositoryOf(disk)).some((name) => name.startsWith('partial-')))
    await new Promise((resolve) => setImmediate(resolve));
}

/** The paths below a folder, as far as they are there. */
function paths(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}
