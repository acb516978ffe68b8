import { lstatSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/**
 * Runs work on the files of a data folder. If it fails because one of them belongs to another user, such as root, who
 * ran a command on the folder, throws an error that says so.
 */
export function explainingForeignFiles<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const file = /^(EACCES|EPERM|SQLITE_(CANTOPEN|READONLY))/.test(code) ? findForeignFile(folder) : null;
    throw file === null ? error : new Error(messageFor(folder, file), { cause: error });
  }
}

interface ForeignFile {
  path: string;
  user: number;
}

function findForeignFile(folder: string): ForeignFile | null {
  const own = process.getuid?.();
  for (const path of [folder, ...DATABASE_FILES.map((name) => join(folder, name))]) {
    const user = userOf(path);
    if (user !== null && user !== own) return { path, user };
  }
  return null;
}

const DATABASE_FILES = ['lock.db', 'courtyard.db', 'courtyard.db-wal', 'courtyard.db-shm'];

/** Null if there is no such file, or on a system without user IDs. */
function userOf(path: string): number | null {
  if (process.getuid === undefined) return null;
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.uid ?? null;
  } catch {
    return null;
  }
}

function messageFor(folder: string, { path, user }: ForeignFile): string {
  const owner = user === 0 ? 'root' : `ID ${user}`;
  return `${path} belongs to another user (${owner}), so it cannot be opened. Start Courtyard as that user, or give the folder to this one: sudo chown -R ${ownName()} ${folder}`;
}

function ownName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may have users without a name.
    return String(process.getuid?.());
  }
}
