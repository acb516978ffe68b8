import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { prepareDataFolder } from '../../database/data-folder';
import { lockDataFolder, type DataFolderLock } from '../../database/lock';
import { DATABASE_FILE } from '../../database/open';
import { readJournal, saveJournal, type RestoreJournal } from './journal';
import {
  addContents,
  discardIncoming,
  prepareDatabase,
  preserveData,
  revertDatabase,
  swapDatabase,
} from './steps';

/**
 * Finishes a restore that was requested in the app, if there is one, and opens the data folder. A backup that fails its
 * check changes nothing. If the community doesn't open with the backup, the restore is undone and the previous data is
 * opened. `now` returns Unix seconds.
 */
export async function openAfterRestore<T>(
  data: string,
  now: () => number,
  logger: Logger,
  open: () => Promise<T>,
): Promise<T> {
  await resumeRestore(data, now(), logger);
  const journal = readJournal(data);
  if (journal?.phase !== 'swapped') return open();
  try {
    const opened = await open();
    saveJournal(data, finish(journal, now()));
    return opened;
  } catch (error) {
    logger.error({ err: error }, 'the community does not open with the restored backup, which is undone');
    saveJournal(data, { ...journal, phase: 'reverting', reason: (error as Error).message });
    await resumeRestore(data, now(), logger);
    return open();
  }
}

async function resumeRestore(data: string, now: number, logger: Logger): Promise<void> {
  for await (const step of restoreSteps(data, now)) logger.info({ step }, 'restoring a backup');
}

/**
 * Runs the remaining steps of a requested restore, and yields the name of each finished step. After a kill, between two
 * steps or in the middle of one, calling this again continues the restore.
 */
export async function* restoreSteps(data: string, now: number): AsyncGenerator<string, void> {
  if ((readJournal(data)?.phase ?? 'done') === 'done') return;
  const repair = prepareDataFolder(data);
  const lock = lockDataFolder(data);
  try {
    yield* continueFrom(data, now, lock);
  } finally {
    await repair.stop();
    lock.release();
  }
}

async function* continueFrom(data: string, now: number, lock: DataFolderLock): AsyncGenerator<string, void> {
  let journal = readJournal(data);
  if (journal?.phase === 'requested') {
    journal = yield* prepare(data, journal, now);
  }
  if (journal?.phase === 'prepared') {
    await swapDatabase(data, lock);
    yield 'swapped';
    journal = saveJournal(data, { ...journal, phase: 'swapped', attempts: 0 });
    yield 'swap recorded';
  }
  if (journal?.phase === 'swapped') {
    journal =
      journal.attempts < MAX_ATTEMPTS
        ? saveJournal(data, { ...journal, attempts: journal.attempts + 1 })
        : saveJournal(data, { ...journal, phase: 'reverting', reason: KILLED });
    yield 'opening recorded';
  }
  if (journal?.phase === 'reverting') {
    await revertDatabase(data, journal, lock);
    yield 'reverted';
    saveJournal(data, { ...journal, phase: 'done', outcome: 'failed', ended: now });
  }
}

type Requested = Extract<RestoreJournal, { phase: 'requested' }>;

async function* prepare(data: string, given: Requested, now: number): AsyncGenerator<string, RestoreJournal> {
  const journal = saveJournal(data, { ...given, attempts: given.attempts + 1 });
  yield 'attempt recorded';
  try {
    if (given.attempts >= MAX_ATTEMPTS) throw new Error(KILLED);
    if (!existsSync(join(given.from, DATABASE_FILE))) throw new Error('The backup no longer exists.');
    preserveData(data, journal);
    yield 'preserved';
    addContents(data, journal);
    yield 'contents added';
    await prepareDatabase(data, journal, now);
    yield 'prepared';
    return saveJournal(data, { ...journal, phase: 'prepared' });
  } catch (error) {
    discardIncoming(data);
    rmSync(join(data, journal.aside), { recursive: true, force: true });
    const reason = (error as Error).message;
    return saveJournal(data, { ...journal, phase: 'done', outcome: 'failed', ended: now, reason });
  }
}

function finish(journal: Extract<RestoreJournal, { phase: 'swapped' }>, now: number): RestoreJournal {
  const outcome = journal.kind === 'undo' ? 'undone' : 'restored';
  return { ...journal, phase: 'done', outcome, ended: now, reason: '' };
}

/** How many starts may end in the middle of the same step before the restore is given up. */
const MAX_ATTEMPTS = 3;
const KILLED = 'Courtyard was stopped several times while restoring.';
