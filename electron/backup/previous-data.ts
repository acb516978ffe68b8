import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { connect, DATABASE_FILE } from '../database/open';
import { linkOrCopy, sizeOf } from './copy-file';
import { hashOfFile } from './folder/stored-files';

/**
 * Preserves the data of a folder before a restore replaces it: links the database and the stored contents into a new
 * folder. What is not a regular file is moved there. Returns the new folder; null if there was no database.
 */
export function preservePreviousData(data: string, aside: string): string | null {
  const database = join(data, DATABASE_FILE);
  const found = ['', ...LOG_SUFFIXES].map((suffix) => database + suffix).filter(exists);
  if (found.length === 0) return null;
  // SQLite deletes the log of a database that has no pages.
  if (sizeOf(database)) checkpointLog(database);
  mkdirSync(aside, { mode: 0o700 });
  for (const path of found.filter(exists)) {
    const target = join(aside, basename(path));
    if (statSync(path, { throwIfNoEntry: false })?.isFile()) linkOrCopy(path, target);
    else renameSync(path, target);
  }
  linkMissingBlobs(join(data, BLOBS), join(aside, BLOBS));
  return aside;
}

/** Folder of the stored contents in a data folder, and in a backup. */
export const BLOBS = join('content', 'blobs');
/** Suffixes of the files that SQLite leaves next to a database that was not closed. */
export const LOG_SUFFIXES = ['-wal', '-shm'];

/** Also true for broken symbolic links. */
function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Writes the write-ahead log into the database; leaves a damaged one as it is. */
function checkpointLog(database: string): void {
  try {
    connect(database).close();
  } catch {
    // The log is preserved together with the database.
  }
}

/** Links stored contents of one folder into another where they are missing, incomplete or damaged. */
export function linkMissingBlobs(from: string, to: string): void {
  if (!existsSync(from)) return;
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(to, entry.name.slice(0, 2), entry.name);
    if (isSameOrIntact(source, target)) continue;
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    const next = `${target}.new`;
    rmSync(next, { force: true });
    linkOrCopy(source, next);
    renameSync(next, target);
  }
}

/** Linked files are the same file and need not be read. An intact one is kept, whatever the other is like. */
function isSameOrIntact(source: string, target: string): boolean {
  const [from, to] = [source, target].map((path) => statSync(path, { throwIfNoEntry: false }));
  if (!from || !to) return false;
  return (from.dev === to.dev && from.ino === to.ino) || hashOfFile(target) === basename(target);
}
