import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';

/** Creates (`wx`) or replaces (`w`) a file that only its owner can read, and flushes it to the disk. */
export function writeFlushedSync(path: string, text: string, flag: 'w' | 'wx'): void {
  writeFileSync(path, text, { flag, mode: 0o600, flush: true });
}

/** Flushes a file to the disk. */
export function flushFileSync(path: string): void {
  // Windows flushes only what is open for writing.
  flush(path, 'r+');
}

/**
 * Flushes the names in a folder: a new one is only durable then. Windows does this itself, and some network shares
 * can't.
 */
export function flushFolderSync(path: string): void {
  if (process.platform === 'win32') return;
  try {
    flush(path, 'r');
  } catch (error) {
    if (!UNABLE.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

const UNABLE: ReadonlySet<string> = new Set(['EINVAL', 'ENOTSUP', 'EPERM', 'EACCES', 'EBADF']);

function flush(path: string, flag: 'r' | 'r+'): void {
  const handle = openSync(path, flag);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
