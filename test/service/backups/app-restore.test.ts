import Database from 'better-sqlite3';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { readJournal, saveJournal } from '../../../electron/backup/app-restore/journal';
import { openAfterRestore, restoreSteps } from '../../../electron/backup/app-restore/resume';
import { pino } from 'pino';
import type { Output } from '../../../shared/contract';
import { LIMITS } from '../../../shared/limits';
import { upload } from '../../support/content';
import { TestClock } from '../../support/community';
import { testService, type TestPerson } from '../../support/service';
import { chooseFolder, contentsOf, folderWorld, hashOf, PASSPHRASE, type FolderWorld } from './folder-world';
import { temporaryFolder } from '../../support/temporary-folder';

type Contents = Awaited<ReturnType<typeof contentsOf>>;
interface Changed {
  world: FolderWorld;
  backup: Output<'admin.createBackup'>;
  /** What the backup holds, and what was there when it was restored. */
  then: Contents;
  now: Contents;
}

/** A community with a backup, and a message and a file that were added since. */
async function changedWorld(): Promise<Changed> {
  const world = await folderWorld();
  const { ann, dialog_id, t } = world;
  const then = await contentsOf(ann, dialog_id);
  const backup = await ann.call('admin.createBackup', {});
  t.clock.advance(60);
  await ann.call('dialogs.send', { dialog_id, text: 'Written since. '.repeat(270) });
  await upload(t.service, ann.session, 'files.upload', Buffer.from('uploaded since'));
  t.clock.advance(60);
  return { world, backup, then, now: await contentsOf(ann, dialog_id) };
}

async function check(
  { t, ann }: FolderWorld,
  input: { source: 'local' | 'folder' | 'chosen'; name: string; passphrase?: string },
) {
  await ann.call('admin.checkRestore', input);
  await t.service.settled();
  return ann.call('admin.restore', {});
}

/** The bytes of all pages of a community's database. */
function pageBytes(data: string): number {
  const raw = new Database(join(data, 'courtyard.db'), { readonly: true });
  const pages = raw.pragma('page_count', { simple: true }) as number;
  const size = raw.pragma('page_size', { simple: true }) as number;
  raw.close();
  return pages * size;
}

/** Asks for the restore of a backup and stops the community. */
async function requested(changed: Changed): Promise<void> {
  const { world, backup } = changed;
  await check(world, { source: 'local', name: backup.Name });
  await world.ann.call('admin.restoreBackup', { made: backup.Timestamp });
  await world.t.service.close();
}

/** Opens the community again. */
async function reopened({ t, ann, data }: FolderWorld): Promise<{ world: FolderWorld; ann: TestPerson }> {
  const again = await testService({ data, clock: t.clock });
  const person = again.as(ann.session, ann);
  expect((await again.service.verify()).missing).toEqual([]);
  return { world: { t: again, ann: person, data, folder: '', dialog_id: 0 }, ann: person };
}

test('compares a backup with what is there, restores it at the next start, and undoes that', async () => {
  const changed = await changedWorld();
  const { world, backup, then, now } = changed;
  const { Checked, Failure, Last } = await check(world, { source: 'local', name: backup.Name });
  expect([Failure, Last]).toEqual(['', null]);
  expect(Checked).toMatchObject({
    Timestamp: backup.Timestamp,
    Backup: { People: 1, Messages: 1, Posts: 0, Files: 1, Missing: 0 },
    Now: { People: 1, Messages: 2, Files: 2 },
    Lost: { People: 0, Messages: 1, Posts: 0 },
  });
  // What was added since may still be in the write-ahead log.
  expect(Checked!.Now.Size).toBe(pageBytes(world.data) + 'hello'.length + 'uploaded since'.length);
  expect(Checked!.Now.NewestMessage - Checked!.Backup.NewestMessage).toBe(60);

  const state = await world.ann.call('admin.restoreBackup', { made: backup.Timestamp });
  expect([state.Requested, state.Undoing, state.Restarts]).toEqual([true, false, false]);
  await world.t.service.close();
  const restored = await reopened(world);
  expect(await contentsOf(restored.ann, world.dialog_id)).toEqual(then);
  const { Last: last, Requested } = await restored.ann.call('admin.restore', {});
  expect([Requested, last?.Outcome, last?.Backup]).toEqual([false, 'restored', backup.Timestamp]);
  expect(last?.UndoUntil).toBe(world.t.clock.seconds + LIMITS.restoreUndo);
  expect(existsSync(join(world.data, last!.Aside, 'courtyard.db'))).toBe(true);

  await restored.ann.call('admin.undoRestore', {});
  await restored.world.t.service.close();
  const undone = await reopened(world);
  expect(await contentsOf(undone.ann, world.dialog_id)).toEqual(now);
  const { Last: end } = await undone.ann.call('admin.restore', {});
  expect([end?.Outcome, end?.UndoUntil]).toEqual(['undone', 0]);
  expect((await undone.ann.refused('admin.undoRestore', {})).code).toBe('conflict');
});

test('a restore starts a new event log, so that all clients reload', async () => {
  const changed = await changedWorld();
  const { Log } = await changed.world.ann.call('sync.begin', {});
  await requested(changed);
  const { ann } = await reopened(changed.world);
  expect((await ann.call('sync.begin', {})).Log).not.toBe(Log);
});

test('a kill after any step leaves either everything restored or nothing', async () => {
  const changed = await changedWorld();
  const { world, then, now } = changed;
  await requested(changed);
  const stopped: string[] = [];
  for (let killAfter = 0; ; killAfter++) {
    const data = join(temporaryFolder(), 'data');
    cpSync(world.data, data, { recursive: true });
    const step = await killedAfter(data, killAfter);
    if (step === null) break;
    stopped.push(step);
    // As it is found if nothing continues it, and as the next start leaves it.
    expect([then, now].map(textsOf)).toContainEqual(textsIn(data));
    const { ann } = await reopened({ ...world, data });
    expect(await contentsOf(ann, world.dialog_id)).toEqual(then);
    expect((await ann.call('admin.restore', {})).Last?.Outcome).toBe('restored');
    expect(leftovers(data)).toEqual([]);
  }
  expect(stopped).toEqual([
    'attempt recorded',
    'preserved',
    'contents added',
    'prepared',
    'swapped',
    'swap recorded',
    'opening recorded',
  ]);
});

test('a killed revert is completed at the next start', async () => {
  const changed = await changedWorld();
  const { world, now } = changed;
  await requested(changed);
  for (const step of ['swap recorded', 'reverted']) {
    const data = join(temporaryFolder(), 'data');
    cpSync(world.data, data, { recursive: true });
    await runUntil(data, 'swap recorded');
    const journal = readJournal(data);
    if (journal?.phase !== 'swapped') throw new Error('it is not swapped');
    saveJournal(data, { ...journal, phase: 'reverting', reason: 'It did not open.' });
    if (step === 'reverted') await runUntil(data, step);
    const { ann } = await reopened({ ...world, data });
    expect(await contentsOf(ann, world.dialog_id)).toEqual(now);
    expect((await ann.call('admin.restore', {})).Last).toMatchObject({ Outcome: 'failed', UndoUntil: 0 });
  }
});

test('is reverted automatically if the community does not open with it', async () => {
  const changed = await changedWorld();
  const { world, now, then } = changed;
  await requested(changed);
  const seen: unknown[] = [];
  await openAfterRestore(
    world.data,
    () => world.t.clock.seconds,
    pino({ enabled: false }),
    () => {
      seen.push(textsIn(world.data));
      return seen.length === 1 ? Promise.reject(new Error('It does not open.')) : Promise.resolve();
    },
  );
  expect(seen).toEqual([textsOf(then), textsOf(now)]);
  const { ann } = await reopened(world);
  expect(await contentsOf(ann, world.dialog_id)).toEqual(now);
  expect((await ann.call('admin.restore', {})).Last).toMatchObject({
    Outcome: 'failed',
    Reason: 'It does not open.',
  });
});

test('is reverted if the program keeps crashing while it opens', async () => {
  const changed = await changedWorld();
  await requested(changed);
  const { world, now } = changed;
  for (let start = 0; start < 4; start++) await runUntil(world.data, 'opening recorded');
  const { ann } = await reopened(world);
  expect(await contentsOf(ann, world.dialog_id)).toEqual(now);
});

describe('changes nothing', () => {
  test('if the backup was damaged between the check and the start', async () => {
    const changed = await changedWorld();
    const { world, backup, now } = changed;
    await requested(changed);
    writeFileSync(join(world.data, 'backups', backup.Name, 'courtyard.db'), 'not a database');
    const { ann } = await reopened(world);
    expect(await contentsOf(ann, world.dialog_id)).toEqual(now);
    expect((await ann.call('admin.restore', {})).Last?.Outcome).toBe('failed');
    expect(leftovers(world.data)).toEqual([]);
    expect(readdirSync(world.data).filter((name) => name.startsWith('before-restore'))).toEqual([]);
  });

  test('if the backup is gone at the start', async () => {
    const changed = await changedWorld();
    const { world, backup, now } = changed;
    await requested(changed);
    rmSync(join(world.data, 'backups', backup.Name), { recursive: true });
    const { ann } = await reopened(world);
    expect(await contentsOf(ann, world.dialog_id)).toEqual(now);
    expect((await ann.call('admin.restore', {})).Last?.Reason).toBe('The backup no longer exists.');
  });
});

describe('refuses a backup', () => {
  test('whose database is damaged', async () => {
    const { world, backup } = await changedWorld();
    const database = join(world.data, 'backups', backup.Name, 'courtyard.db');
    const bytes = readFileSync(database);
    bytes.fill(7, bytes.length / 2);
    writeFileSync(database, bytes);
    const { Failure, Checked } = await check(world, { source: 'local', name: backup.Name });
    expect([Failure, Checked]).toEqual(['damaged', null]);
    expect((await world.ann.refused('admin.restoreBackup', { made: backup.Timestamp })).code).toBe(
      'conflict',
    );
  });

  test('made by a newer version', async () => {
    const { world, backup } = await changedWorld();
    const raw = new Database(join(world.data, 'backups', backup.Name, 'courtyard.db'));
    raw.pragma('user_version = 9999');
    raw.close();
    expect((await check(world, { source: 'local', name: backup.Name })).Failure).toBe('newer');
  });

  test('with missing files', async () => {
    const { world, backup } = await changedWorld();
    for (const folder of [join('backups', backup.Name, 'content'), 'content'])
      rmSync(join(world.data, folder, 'blobs'), { recursive: true });
    expect((await check(world, { source: 'local', name: backup.Name })).Failure).toBe('incomplete');
  });

  test('of another community', async () => {
    // Communities that are created in the same millisecond can have the same ID.
    const clock = new TestClock();
    clock.advance(60);
    const other = await folderWorld({ clock });
    const made = await other.ann.call('admin.createBackup', {});
    const world = await folderWorld({
      chooseBackup: () => Promise.resolve(join(other.data, 'backups', made.Name)),
    });
    const atHost = world.t.as({ ...world.ann.session, address: '' }, world.ann);
    const [source] = (await atHost.call('admin.chooseRestoreSource', {})).filter(
      (one) => one.Source === 'chosen',
    );
    expect(source).toMatchObject({ Name: made.Name, Encrypted: false });
    expect((await check(world, { source: 'chosen', name: made.Name })).Failure).toBe('other_community');
  });

  test('that does not exist', async () => {
    const { world } = await changedWorld();
    const error = await world.ann.refused('admin.checkRestore', { source: 'local', name: '../../etc' });
    expect(error.code).toBe('not_found');
  });
});

test('restores an encrypted backup of the backup folder with its passphrase', async () => {
  const world = await folderWorld();
  const { ann, dialog_id } = world;
  await chooseFolder(world, PASSPHRASE);
  const then = await contentsOf(ann, dialog_id);
  await ann.call('dialogs.send', { dialog_id, text: 'Written since. '.repeat(270) });
  const sources = await ann.call('admin.restoreSources', {});
  expect(sources).toMatchObject([{ Source: 'folder', Encrypted: true }]);
  const name = sources[0]?.Name ?? '';
  expect((await check(world, { source: 'folder', name })).Failure).toBe('needs_passphrase');
  expect((await check(world, { source: 'folder', name, passphrase: 'another one' })).Failure).toBe(
    'passphrase',
  );
  const { Checked } = await check(world, { source: 'folder', name, passphrase: PASSPHRASE });
  await ann.call('admin.restoreBackup', { made: Checked?.Timestamp ?? 0 });
  await world.t.service.close();
  const restored = await reopened(world);
  expect(await contentsOf(restored.ann, dialog_id)).toEqual(then);
  expect(readdirSync(join(world.data, 'backups'))).toEqual([]);
});

describe('the decrypted copy of a backup', () => {
  async function checkedWorld(): Promise<{ world: FolderWorld; local: string; name: string }> {
    const world = await folderWorld();
    const { Name: local } = await world.ann.call('admin.createBackup', {});
    await chooseFolder(world, PASSPHRASE);
    const sources = await world.ann.call('admin.restoreSources', {});
    const name = sources.find(({ Source }) => Source === 'folder')?.Name ?? '';
    expect((await check(world, { source: 'folder', name, passphrase: PASSPHRASE })).Failure).toBe('');
    expect(readdirSync(join(world.data, 'backups'))).toEqual([local, 'partial-restore']);
    return { world, local, name };
  }

  test('shares the contents that are there', async () => {
    const { world, name } = await checkedWorld();
    const hash = hashOf('hello');
    const blob = join('content', 'blobs', hash.slice(0, 2), hash);
    const [copy, stored] = [
      join(world.data, 'backups', 'partial-restore', name, blob),
      join(world.data, blob),
    ];
    expect(statSync(copy).ino).toBe(statSync(stored).ino);
    writeFileSync(stored, 'jello');
    await check(world, { source: 'folder', name, passphrase: PASSPHRASE });
    expect([readFileSync(copy, 'utf8'), readFileSync(stored, 'utf8')]).toEqual(['hello', 'jello']);
  });

  test('is deleted when another backup is checked', async () => {
    const { world, local } = await checkedWorld();
    expect((await check(world, { source: 'local', name: local })).Failure).toBe('');
    expect(readdirSync(join(world.data, 'backups'))).toEqual([local]);
  });

  test('is deleted when the check fails', async () => {
    const { world, local, name } = await checkedWorld();
    for (const passphrase of ['', 'another one']) {
      expect((await check(world, { source: 'folder', name, passphrase })).Failure).toMatch(/passphrase/);
      expect(readdirSync(join(world.data, 'backups'))).toEqual([local]);
    }
  });

  test('is deleted an hour after the check, unless it is to be restored', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    // Only this timer ends: an hour of all others, of whatever else runs in this process, takes minutes.
    const endHour = () => {
      const hours = timers.mock.calls.filter(([, delay]) => delay === 3600_000);
      expect(hours).toHaveLength(1);
      hours[0]?.[0]();
      timers.mockClear();
    };
    const { world, local, name } = await checkedWorld();
    endHour();
    await world.t.service.settled();
    expect(readdirSync(join(world.data, 'backups'))).toEqual([local]);
    expect((await world.ann.call('admin.restore', {})).Checked).toBe(null);
    const { Checked } = await check(world, { source: 'folder', name, passphrase: PASSPHRASE });
    await world.ann.call('admin.restoreBackup', { made: Checked?.Timestamp ?? 0 });
    endHour();
    await world.t.service.settled();
    expect(readdirSync(join(world.data, 'backups'))).toEqual([local, 'partial-restore']);
    await world.ann.call('admin.cancelRestore', {});
    endHour();
    await world.t.service.settled();
    expect(readdirSync(join(world.data, 'backups'))).toEqual([local]);
  });
});

test('lists a backup folder after a restart, and only the owner may restore', async () => {
  const world = await folderWorld();
  const [ben] = await world.t.people('Ben');
  await world.ann.call('admin.setRole', { user_id: ben.id, role: 'admin' });
  await chooseFolder(world);
  await world.t.service.close();
  const { world: again, ann } = await reopened(world);
  expect(await ann.call('admin.restoreSources', {})).toMatchObject([{ Source: 'folder', Encrypted: false }]);
  const admin = again.t.as(ben.session, ben);
  for (const name of [
    'admin.restore',
    'admin.restoreSources',
    'admin.undoRestore',
    'admin.cancelRestore',
  ] as const)
    expect((await admin.refused(name, {})).code).toBe('access_denied');
});

test('a requested restore is cancelled before the restart, and can be requested again', async () => {
  const { world, backup, now } = await changedWorld();
  const { ann } = world;
  expect((await ann.refused('admin.cancelRestore', {})).code).toBe('conflict');
  await check(world, { source: 'local', name: backup.Name });
  await ann.call('admin.restoreBackup', { made: backup.Timestamp });
  const { Requested, Checked } = await ann.call('admin.cancelRestore', {});
  expect([Requested, Checked?.Name]).toEqual([false, backup.Name]);
  expect((await ann.call('admin.acts', {}))[0]?.Act).toBe('cancel_restore');
  await ann.call('admin.restoreBackup', { made: backup.Timestamp });
  await ann.call('admin.cancelRestore', {});
  await world.t.service.close();
  const again = await reopened(world);
  expect(await contentsOf(again.ann, world.dialog_id)).toEqual(now);
  expect((await again.ann.call('admin.restore', {})).Last).toBe(null);
});

test('a cancelled undo can be requested again', async () => {
  const changed = await changedWorld();
  await requested(changed);
  const { ann } = await reopened(changed.world);
  const { Last } = await ann.call('admin.restore', {});
  const undoing = await ann.call('admin.undoRestore', {});
  expect([undoing.Requested, undoing.Undoing]).toEqual([true, true]);
  const cancelled = await ann.call('admin.cancelRestore', {});
  expect([cancelled.Requested, cancelled.Undoing, cancelled.Last]).toEqual([false, false, Last]);
  expect((await ann.call('admin.undoRestore', {})).Requested).toBe(true);
});

test('the undo is offered for some days only', async () => {
  const changed = await changedWorld();
  await requested(changed);
  const { world, ann } = await reopened(changed.world);
  world.t.clock.advance(LIMITS.restoreUndo + 1);
  expect((await ann.call('admin.restore', {})).Last?.UndoUntil).toBe(0);
  expect((await ann.refused('admin.undoRestore', {})).code).toBe('conflict');
});

/** Runs the steps of a restore up to the one of this number and ends there, as a kill would. Null if there are fewer. */
async function killedAfter(data: string, steps: number): Promise<string | null> {
  let done = 0;
  for await (const step of restoreSteps(data, 0)) if (done++ === steps) return step;
  return null;
}

async function runUntil(data: string, wanted: string): Promise<void> {
  for await (const step of restoreSteps(data, 0)) if (step === wanted) return;
}

function textsIn(data: string): string[] {
  const raw = new Database(join(data, 'courtyard.db'));
  try {
    const texts = raw.prepare("SELECT text FROM message WHERE type = 'message' ORDER BY id DESC");
    return texts.pluck().all() as string[];
  } finally {
    raw.close();
  }
}

function textsOf({ texts }: Contents): string[] {
  return texts.map(([, text]) => String(text)).filter((text) => /^(Hello|Written)/.test(text));
}

/** What an unfinished restore would leave. */
function leftovers(data: string): string[] {
  return readdirSync(data).filter((name) => name.startsWith('restoring') || name.endsWith('.new'));
}
