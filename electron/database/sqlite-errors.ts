/** Thrown if a database opens but the row of its community is missing. */
export class DatabaseUnreadableError extends Error {
  override readonly name = 'DatabaseUnreadableError';
  readonly code = 'SQLITE_CORRUPT';

  constructor() {
    super('the row of the community is missing');
  }
}

/** Whether an error means that the database file or its file system is damaged. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB|IOERR_(CORRUPTFS|DATA|SHORT_READ))/.test(codeOf(error));
}

/** Whether an error comes from the disk, the file or memory rather than from the statement. */
export function isStorageFailure(error: unknown): boolean {
  return isDamage(error) || /^SQLITE_(FULL|IOERR|READONLY|NOMEM|CANTOPEN|PROTOCOL)/.test(codeOf(error));
}

/** Whether an error means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return /^(SQLITE_(FULL|IOERR_(WRITE|SHMSIZE|SHMOPEN|SHMMAP|FSYNC|TRUNCATE))|ENOSPC|EDQUOT)/.test(
    codeOf(error),
  );
}

/** Errors of a worker thread lose their class, but not their code. */
function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
