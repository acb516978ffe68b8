/** Why a file could not be written: the disk is full, or the place isn't writable. */
export type DiskProblem = 'full' | 'not_writable';

/**
 * Returns why writing the file at `path` failed; null if something else failed, such as reading what was to be written.
 */
export function diskProblemOf(error: unknown, path: string): DiskProblem | null {
  const { code = '', syscall = '', path: at } = error as NodeJS.ErrnoException;
  if (at !== path && !WRITING.has(syscall)) return null;
  if (/^(ENOSPC|EDQUOT|EFBIG)$/.test(code)) return 'full';
  return /^(EROFS|EACCES|EPERM|ENOENT|ENOTDIR|EISDIR|EIO|ENXIO)$/.test(code) ? 'not_writable' : null;
}

/** Calls whose errors name no path. */
const WRITING: ReadonlySet<string> = new Set(['write', 'close', 'fsync', 'ftruncate']);
