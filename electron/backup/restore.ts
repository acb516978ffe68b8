import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { syncFolder } from '../content/store';
import { prepareDataFolder } from '../database/data-folder';
import { holdFolder } from '../database/lock';
import { connect, DATABASE_FILE } from '../database/open';
import { timeName } from './backups';
import { describe, type Description } from './description';
import { copyWhole, linkOrCopy, sizeOf } from './links';
import { BACKUPS, schemaOf } from './list';
import { beginBackup } from './thread';

/** What a restore did. */
export interface Restored {
  /** The backup that lies in place of the data now, and when it was made, in Unix seconds. */
  backup: string;
  made: number;
  /** The folder in which everything lies that was there before; null where there was nothing. */
  aside: string | null;
  /** What is missing among the things that people stored, in plain sentences. */
  missing: string[];
}

/**
 * Puts a backup (its name, or the path of its folder) in place of the data of a folder. The backup is compared first, and
 * what was there is kept aside whole. Throws where a host runs on the folder, where there is no such backup, where a newer
 * program made it, and where its database is damaged; nothing is changed then. `now` is in Unix seconds.
 */
export async function restoreBackup(data: string, backup: string, now: number): Promise<Restored> {
  const { folder, description } = await findBackup(data, backup);
  if (schemaOf(join(folder, DATABASE_FILE)) === 'newer') {
    throw new Error(
      `The backup ${basename(folder)} was made by a newer Courtyard. Nothing was changed: update the program, then restore it.`,
    );
  }
  const repair = prepareDataFolder(data);
  const held = holdFolder(data);
  try {
    const incoming = join(data, INCOMING);
    rmSync(incoming, { recursive: true, force: true });
    const task = { kind: 'compare', folder, restored: incoming, facts: description.facts } as const;
    const { database, content } = await beginBackup(task).findings;
    if (database.length > 0) throw new Error(`This backup cannot be restored. ${database.join(' ')}`);
    const aside = keepAside(data, join(data, `before-restore-${timeName(now)}`));
    giveNames(join(folder, BLOBS), join(data, BLOBS));
    // The database takes its place in one step, as the last: whatever stops this, one of the two is there.
    const next = join(data, INCOMING);
    copyWhole(join(folder, DATABASE_FILE), next);
    held.remember({ epoch: '', run: '' });
    for (const ending of LEFTOVERS) rmSync(join(data, DATABASE_FILE + ending), { force: true });
    renameSync(next, join(data, DATABASE_FILE));
    await syncFolder(data);
    return { backup: basename(folder), made: description.made, aside, missing: content };
  } finally {
    await repair.stop();
    held.release();
  }
}

const BLOBS = join('content', 'blobs');
const INCOMING = 'restoring';
/** What SQLite keeps beside a database that was not closed. */
const LEFTOVERS = ['-wal', '-shm'];

async function findBackup(
  data: string,
  backup: string,
): Promise<{ folder: string; description: Description }> {
  const isName = basename(backup) === backup;
  for (const folder of isName ? [join(data, BACKUPS, backup), resolve(backup)] : [resolve(backup)]) {
    const description = await describe(folder);
    if (description !== null) return { folder, description };
  }
  throw new Error(`There is no backup ${backup}: it is one of the folders in ${join(data, BACKUPS)}.`);
}

/** Gives everything that is there a second name in a folder aside; what is in the place of a file is moved there. */
function keepAside(data: string, aside: string): string | null {
  const database = join(data, DATABASE_FILE);
  const found = ['', ...LEFTOVERS].map((ending) => database + ending).filter(isThere);
  if (found.length === 0) return null;
  // SQLite deletes the log of a database that has no pages.
  if (sizeOf(database)) settle(database);
  mkdirSync(aside, { mode: 0o700 });
  for (const path of found.filter(isThere)) {
    const target = join(aside, basename(path));
    if (statSync(path, { throwIfNoEntry: false })?.isFile()) linkOrCopy(path, target);
    else renameSync(path, target);
  }
  giveNames(join(data, BLOBS), join(aside, BLOBS));
  return aside;
}

/** Links to nothing count too. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Moves what the write-ahead log holds into the database; one that is damaged stays as it lies. */
function settle(database: string): void {
  try {
    connect(database).close();
  } catch {
    // It is kept aside with its log.
  }
}

/** Gives the bytes of one store second names in another, in place of what is missing or cut off there. */
function giveNames(from: string, to: string): void {
  if (!existsSync(from)) return;
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(to, entry.name.slice(0, 2), entry.name);
    if (sizeOf(target) === sizeOf(source)) continue;
    rmSync(target, { force: true });
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    linkOrCopy(source, target);
  }
}
