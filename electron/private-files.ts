/**
 * Makes new files of this process, including those of SQLite, libraries and child processes, accessible to the
 * current user only. Call it before any file is created.
 */
export function restrictNewFiles(): void {
  usersUmask ??= process.umask(0o077);
}

/** Mode of a file that a person saves outside the data folder: the system's default. */
export function savedFileMode(): number {
  return usersUmask === undefined ? 0o600 : 0o666 & ~usersUmask;
}

/** Starts another program with the person's own umask, so that its files get the usual modes. */
export async function withUsersUmask<T>(start: () => Promise<T>): Promise<T> {
  if (usersUmask === undefined) return start();
  starting++;
  process.umask(usersUmask);
  try {
    return await start();
  } finally {
    if (--starting === 0) process.umask(0o077);
  }
}

let usersUmask: number | undefined;
let starting = 0;
