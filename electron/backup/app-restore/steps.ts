import type { Database } from 'better-sqlite3';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { flushPath } from '../../content/disk-threads';
import type { DataFolderLock } from '../../database/lock';
import { connect, DATABASE_FILE, migrate } from '../../database/open';
import { copyDurably, sizeOf } from '../copy-file';
import { eachContent } from '../folder/queries';
import { BLOBS, linkMissingBlobs, LOG_SUFFIXES, preservePreviousData } from '../previous-data';
import { raiseRestoredTerm } from '../restored-term';
import { removeRestoredWitness } from '../restored-witness';
import type { RestoreRequest } from './journal';

/**
 * Name of the database that will replace the current one. The steps of a restore below are idempotent: each can be
 * repeated after the process was killed.
 */
export const INCOMING_DATABASE = 'restoring';
/** Every name under which SQLite may have left a database and its logs. */
const SUFFIXES = ['', ...LOG_SUFFIXES];

/** Preserves the current data in a separate folder. */
export function preserveData(data: string, { aside }: RestoreRequest): void {
  const folder = join(data, aside);
  rmSync(folder, { recursive: true, force: true });
  preservePreviousData(data, folder);
}

/** Adds the contents of the backup to the stored ones. Nothing refers to them until the database is replaced. */
export function addContents(data: string, { from }: RestoreRequest): void {
  linkMissingBlobs(join(from, BLOBS), join(data, BLOBS));
}

/** Copies the database of the backup beside the current one and migrates it. Throws if it fails the check. */
export async function prepareDatabase(data: string, request: RestoreRequest, now: number): Promise<void> {
  const incoming = join(data, INCOMING_DATABASE);
  discardIncoming(data);
  for (const suffix of SUFFIXES) {
    const source = join(request.from, DATABASE_FILE + suffix);
    if (suffix === '' || sizeOf(source)) copyDurably(source, incoming + suffix);
  }
  const raw = connect(incoming);
  try {
    migrate(raw);
    requireSound(raw, join(data, BLOBS), request.missing);
  } finally {
    raw.close();
  }
  await raiseRestoredTerm(data, incoming, now);
  removeRestoredWitness(incoming);
}

/** Replaces the database with the prepared one, unless that is already done. */
export async function swapDatabase(data: string, lock: DataFolderLock): Promise<void> {
  const incoming = join(data, INCOMING_DATABASE);
  if (!existsSync(incoming)) return;
  // A new event log makes all clients reload everything.
  lock.saveState({ epoch: '', run: '' });
  removeLogs(data);
  renameSync(incoming, join(data, DATABASE_FILE));
  await flushPath(data);
}

/** Puts the preserved database back. The added contents stay; the sweep removes what nothing refers to. */
export async function revertDatabase(
  data: string,
  { aside }: RestoreRequest,
  lock: DataFolderLock,
): Promise<void> {
  const preserved = join(data, aside, DATABASE_FILE);
  const database = join(data, DATABASE_FILE);
  const incoming = join(data, INCOMING_DATABASE);
  discardIncoming(data);
  copyDurably(preserved, incoming);
  lock.saveState({ epoch: '', run: '' });
  removeLogs(data);
  renameSync(incoming, database);
  for (const suffix of LOG_SUFFIXES)
    if (sizeOf(preserved + suffix)) copyDurably(preserved + suffix, database + suffix);
  await flushPath(data);
}

/** Deletes the files of an unfinished preparation, but not the current database. */
export function discardIncoming(data: string): void {
  for (const suffix of SUFFIXES)
    rmSync(join(data, INCOMING_DATABASE + suffix), { recursive: true, force: true });
}

function removeLogs(data: string): void {
  for (const suffix of LOG_SUFFIXES) rmSync(join(data, DATABASE_FILE + suffix), { force: true });
}

function requireSound(raw: Database, blobs: string, knownMissing: number): void {
  const [line] = raw.pragma('quick_check(1)', { simple: false }) as { quick_check: string }[];
  if (line?.quick_check !== 'ok') throw new Error(`Its database is damaged: ${line?.quick_check ?? ''}.`);
  let missing = 0;
  for (const [hash, size] of eachContent(raw))
    if (sizeOf(join(blobs, hash.slice(0, 2), hash)) !== size) missing++;
  if (missing > knownMissing) throw new Error(`${missing} of its files are missing or have another size.`);
}
