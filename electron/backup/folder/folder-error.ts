import type { FolderFailure } from '../../../shared/failures/backup-failures.ts';

/** Thrown by work on a backup folder. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
  readonly failure: FolderFailure;

  constructor(failure: FolderFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}

/** Runs work on the backup folder; errors of its disk become a FolderError. */
export function inFolder<T>(work: () => T): T {
  return translating(work, FOLDER_CODES, 'failed');
}

/** Runs work on the host's own disk; its errors become a FolderError. */
export function onHost<T>(work: () => T): T {
  return translating(work, HOST_CODES, 'failed');
}

type Codes = readonly (readonly [RegExp, FolderFailure])[];

const FOLDER_CODES: Codes = [
  [/^(ENOENT|ENOTDIR|ENODEV|ENXIO|ESTALE|ENOTCONN|EHOSTDOWN|EHOSTUNREACH|ETIMEDOUT)$/, 'gone'],
  [/^(ENOSPC|EDQUOT)$/, 'full'],
  [/^EROFS$/, 'read_only'],
  [/^(EACCES|EPERM)$/, 'refused'],
  [/^EIO$/, 'damaged'],
];

const HOST_CODES: Codes = [
  [/^(ENOSPC|EDQUOT|SQLITE_FULL)/, 'host_full'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'host_damaged'],
];

function translating<T>(work: () => T, codes: Codes, otherwise: FolderFailure): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof FolderError) throw cause;
    const { code = '', name, message } = cause as NodeJS.ErrnoException;
    if (name === 'TamperedError') throw new FolderError('damaged', message, { cause });
    const failure = codes.find(([pattern]) => pattern.test(code))?.[1] ?? otherwise;
    throw new FolderError(failure, message, { cause });
  }
}
