import { chmodSync, lstatSync, mkdirSync, readdirSync, type Stats } from 'node:fs';
import { chmod, lstat, opendir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, parse, resolve } from 'node:path';

/** Repairs the modes of what lies below a data folder, until it is done or stopped. */
export interface ModeRepair {
  stop: () => Promise<void>;
}

/**
 * Makes a data folder, or closes an existing one to other users of the machine (0700), with what Courtyard has put at its
 * top. Others' files in it are left alone, and so is the mode of a folder that is not Courtyard's own. Where anything
 * was open, the rest is repaired afterwards: by then it lies in closed folders.
 */
export function prepareDataFolder(folder: string): ModeRepair {
  const isNew = mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined;
  if (isNew || !hasModes) return { stop: () => Promise.resolve() };
  const names = readdirSync(folder);
  const isWholly = isDataFolder(folder, names);
  const own = names.filter((name) => (isWholly ? OWN_ENTRIES : OWN_FILES).test(name));
  const paths = own.map((name) => join(folder, name));
  const closed = (isWholly ? [folder, ...paths] : paths).filter((path) => closeToOthers(path));
  return closed.length === 0 ? { stop: () => Promise.resolve() } : repairBelow(paths);
}

/** Gives a file to its own user only, where the file system has modes and the file is ours. */
export function closeToOthers(path: string): boolean {
  if (!hasModes) return false;
  try {
    const stats = lstatSync(path);
    if (!isOpenToOthers(stats)) return false;
    chmodSync(path, closedMode(stats));
    return true;
  } catch {
    // Gone meanwhile, or another user's: the folder above is closed.
    return false;
  }
}

/** Windows gives a folder's rights to what is made in it. */
const hasModes = process.platform !== 'win32';
const STICKY = 0o1000;

/** What Courtyard puts at the top of a data folder ... */
const OWN_ENTRIES =
  /^(courtyard\.db|lock\.db|certificate\.pem|practice\.json|settings\.json|content$|backups$|mail$|desktop$|restoring$|before-restore-)/;
/** ... and what of it has a name that nobody else uses. */
const OWN_FILES = /^(courtyard\.db|lock\.db)(-|$)/;

/** Not a folder that only happens to hold a community too, such as a home or a temporary folder. */
function isDataFolder(folder: string, names: readonly string[]): boolean {
  const path = resolve(folder);
  if (path === homedir() || path === parse(path).root || (lstatSync(path).mode & STICKY) !== 0) return false;
  const holdsOurs = names.some((name) => OWN_FILES.test(name));
  return holdsOurs || names.every((name) => OWN_ENTRIES.test(name));
}

function isOpenToOthers(stats: Stats): boolean {
  return (stats.isFile() || stats.isDirectory()) && (stats.mode & 0o077) !== 0;
}

function closedMode({ mode }: Stats): number {
  return mode & 0o7700;
}

function repairBelow(paths: readonly string[]): ModeRepair {
  let isStopped = false;
  const done = (async () => {
    const waiting = [...paths];
    for (let path = waiting.pop(); path !== undefined && !isStopped; path = waiting.pop())
      waiting.push(...(await repair(path)));
  })();
  return {
    stop: () => {
      isStopped = true;
      return done;
    },
  };
}

/** Closes one file or folder; gives what is in the folder. */
async function repair(path: string): Promise<string[]> {
  try {
    const stats = await lstat(path);
    if (isOpenToOthers(stats)) await chmod(path, closedMode(stats));
    if (!stats.isDirectory()) return [];
    const within: string[] = [];
    for await (const { name } of await opendir(path)) within.push(join(path, name));
    return within;
  } catch {
    return [];
  }
}
