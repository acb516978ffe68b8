import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';

/** Creates or (`w`) replaces a file that only its owner can read, and flushes it to the disk. */
export function writeFlushed(path: string, text: string, flag: 'w' | 'wx'): void {
  const file = openSync(path, flag, 0o600);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Flushes a file to the disk. */
export function flushFile(path: string): void {
  // Windows flushes only what is open for writing.
  flush(path, 'r+');
}

/**
 * Flushes the names in a folder: a new one is only durable then. Windows does this itself, and some network shares can't.
 */
export function flushFolder(path: string): void {
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
