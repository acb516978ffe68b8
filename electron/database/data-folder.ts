import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, type Stats } from 'node:fs';
import { chmod, lstat, opendir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, parse, resolve } from 'node:path';

/** Restricts permissions below a data folder in the background. */
export interface PermissionRepair {
  stop: () => Promise<void>;
}

/**
 * Creates a data folder, or restricts an existing one and Courtyard's own files in it to the current user (mode
 * 0700). Other files in it are not touched, nor is the mode of a folder that isn't dedicated to Courtyard. If
 * anything had to be restricted, everything below follows in the background: by then the folders above are closed.
 */
export function prepareDataFolder(folder: string): PermissionRepair {
  const isNew = createFolder(folder);
  if (isNew || !hasPosixModes) return { stop: () => Promise.resolve() };
  const names = readdirSync(folder);
  const isDedicated = isDataFolder(folder, names);
  const own = names.filter((name) => (isDedicated ? OWN_ENTRIES : OWN_FILES).test(name));
  const paths = own.map((name) => join(folder, name));
  const restricted = (isDedicated ? [folder, ...paths] : paths).filter((path) => restrictToOwner(path));
  return restricted.length === 0 ? { stop: () => Promise.resolve() } : repairBelow(paths);
}

/**
 * Creates a folder and those above it for the current user only, and returns whether it was missing. Node's own option
 * `recursive` retries forever where the file system says that the folder above is missing, as /proc does.
 */
export function createFolder(folder: string): boolean {
  const missing: string[] = [];
  for (let path = resolve(folder); !isFolder(path); path = dirname(path)) {
    missing.unshift(path);
    if (path === dirname(path)) break;
  }
  for (const path of missing) createOne(path);
  return missing.length > 0;
}

/**
 * Restricts a file to its owner and returns whether that changed anything. Does nothing on file systems without modes
 * and for files of other users.
 */
export function restrictToOwner(path: string): boolean {
  if (!hasPosixModes) return false;
  try {
    const stats = lstatSync(path);
    if (!isAccessibleToOthers(stats)) return false;
    chmodSync(path, ownerOnlyMode(stats));
    return true;
  } catch {
    // Deleted meanwhile, or owned by another user: the folder above is restricted.
    return false;
  }
}

/** On Windows files inherit the permissions of their folder. */
const hasPosixModes = process.platform !== 'win32';
const STICKY = 0o1000;

/** Names at the top of a data folder. `practice.json` is the demo's file, named before "practice" became "demo". */
const OWN_ENTRIES =
  /^(courtyard\.db|lock\.db|certificate\.pem|practice\.json|settings\.json|backup-folder\.json|content$|backups$|mail$|desktop$|restoring(-|$)|restore\.json|before-restore-|standby[-.]|witness\.json)/;
/** Those of them that no other program uses. */
const OWN_FILES = /^(courtyard\.db|lock\.db)(-|$)/;

/** Whether a folder is dedicated to Courtyard: not a home or temporary folder that happens to contain a community. */
function isDataFolder(folder: string, names: readonly string[]): boolean {
  const path = resolve(folder);
  if (path === homedir() || path === parse(path).root || (lstatSync(path).mode & STICKY) !== 0) return false;
  const holdsOurs = names.some((name) => OWN_FILES.test(name));
  return holdsOurs || names.every((name) => OWN_ENTRIES.test(name));
}

function createOne(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isAccessibleToOthers(stats: Stats): boolean {
  return (stats.isFile() || stats.isDirectory()) && (stats.mode & 0o077) !== 0;
}

function ownerOnlyMode({ mode }: Stats): number {
  return mode & 0o7700;
}

function repairBelow(paths: readonly string[]): PermissionRepair {
  let isStopped = false;
  const done = (async () => {
    const queue = [...paths];
    for (let path = queue.pop(); path !== undefined && !isStopped; path = queue.pop())
      queue.push(...(await repair(path)));
  })();
  return {
    stop: () => {
      isStopped = true;
      return done;
    },
  };
}

/** Restricts one file or folder; returns the contents of a folder. */
async function repair(path: string): Promise<string[]> {
  try {
    const stats = await lstat(path);
    if (isAccessibleToOthers(stats)) await chmod(path, ownerOnlyMode(stats));
    if (!stats.isDirectory()) return [];
    const within: string[] = [];
    for await (const { name } of await opendir(path)) within.push(join(path, name));
    return within;
  } catch {
    return [];
  }
}
