import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Folder of the package `electron`; null if it isn't installed. */
export function electronFolder(): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return null;
  }
}

/**
 * Path of the Electron binary, which its package downloads separately; null if it is missing. As for the package
 * itself, ELECTRON_OVERRIDE_DIST_PATH names another folder.
 */
export function findBinary(folder: string): string | null {
  const recorded = recordedPath(folder);
  const other = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  const path = other ? join(other, recorded ?? 'electron') : recorded && join(folder, 'dist', recorded);
  return path && existsSync(path) ? path : null;
}

/** The path of the binary within `dist`, which the package records after the download; null before that. */
function recordedPath(folder: string): string | null {
  try {
    return readFileSync(join(folder, 'path.txt'), 'utf8');
  } catch {
    return null;
  }
}

/**
 * Runs the package's download of the binary, for at most `timeoutMs`. Returns the binary's path; null if it failed.
 * Never throws.
 */
export async function fetchBinary(folder: string, timeoutMs: number): Promise<string | null> {
  const fetching = spawn(process.execPath, [join(folder, 'install.js')], {
    stdio: 'ignore',
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  await new Promise<void>((resolve) => {
    fetching.once('error', () => resolve());
    fetching.once('exit', () => resolve());
  });
  return findBinary(folder);
}
