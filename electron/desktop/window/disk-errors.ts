/** Why a file could not be written: the disk is full, or the folder isn't writable. */
export type DiskProblem = 'full' | 'not_writable';

/** Returns why writing the file at `path` failed; null if something else failed, such as reading the source. */
export function diskProblemOf(error: unknown, path: string): DiskProblem | null {
  const { code = '', syscall = '', path: failedPath } = error as NodeJS.ErrnoException;
  if (failedPath !== path && !WRITE_CALLS.has(syscall)) return null;
  if (/^(ENOSPC|EDQUOT|EFBIG)$/.test(code)) return 'full';
  return /^(EROFS|EACCES|EPERM|ENOENT|ENOTDIR|EISDIR|EIO|ENXIO)$/.test(code) ? 'not_writable' : null;
}

/** System calls that write and whose errors contain no path. */
const WRITE_CALLS: ReadonlySet<string> = new Set(['write', 'close', 'fsync', 'ftruncate']);
