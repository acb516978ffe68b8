import type { FolderFailure } from '../../../shared/failures/backup-failures.ts';

/** An error of a backup folder or of the disk it is on. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
  readonly failure: FolderFailure;

  constructor(failure: FolderFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}

/** Runs work on the backup folder and turns errors of its disk into a FolderError. */
export function withFolderErrors<T>(work: () => T): T {
  return translateErrors(work, FOLDER_CODES);
}

/** Runs work on the host's own disk and turns its errors into a FolderError. */
export function withHostErrors<T>(work: () => T): T {
  return translateErrors(work, HOST_CODES);
}

type FailureCodes = readonly (readonly [RegExp, FolderFailure])[];

const FOLDER_CODES: FailureCodes = [
  [/^(ENOENT|ENOTDIR|ENODEV|ENXIO|ESTALE|ENOTCONN|EHOSTDOWN|EHOSTUNREACH|ETIMEDOUT)$/, 'gone'],
  [/^(ENOSPC|EDQUOT)$/, 'full'],
  [/^EROFS$/, 'read_only'],
  [/^(EACCES|EPERM)$/, 'refused'],
  [/^EIO$/, 'damaged'],
];

const HOST_CODES: FailureCodes = [
  [/^(ENOSPC|EDQUOT|SQLITE_FULL)/, 'host_full'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'host_damaged'],
];

function translateErrors<T>(work: () => T, codes: FailureCodes): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof FolderError) throw cause;
    const { code = '', name, message } = cause as NodeJS.ErrnoException;
    if (name === 'TamperedError') throw new FolderError('damaged', message, { cause });
    const failure = codes.find(([pattern]) => pattern.test(code))?.[1] ?? 'failed';
    throw new FolderError(failure, message, { cause });
  }
}
