import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The folder of the package `electron`; null where it isn't installed. */
export function electronFolder(): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return null;
  }
}

/**
 * Electron's program, which its package fetches apart from itself; null where it wasn't fetched.
 * ELECTRON_OVERRIDE_DIST_PATH names another folder to take it from, as for the package itself.
 */
export function findBinary(folder: string): string | null {
  const name = nameOfBinary(folder);
  const other = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  const path = other ? join(other, name ?? 'electron') : name && join(folder, 'dist', name);
  return path && existsSync(path) ? path : null;
}

/** What the package wrote down once it had fetched it: its path, which differs between systems. */
function nameOfBinary(folder: string): string | null {
  try {
    return readFileSync(join(folder, 'path.txt'), 'utf8');
  } catch {
    return null;
  }
}

/** Lets the package fetch its program; what takes longer than the limit (milliseconds) is ended. Never throws. */
export async function fetchBinary(folder: string, limit: number): Promise<string | null> {
  const fetching = spawn(process.execPath, [join(folder, 'install.js')], {
    stdio: 'ignore',
    timeout: limit,
    killSignal: 'SIGKILL',
  });
  await new Promise<void>((resolve) => {
    fetching.once('error', () => resolve());
    fetching.once('exit', () => resolve());
  });
  return findBinary(folder);
}
