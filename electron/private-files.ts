/**
 * Lets new files of this process be read and written by its own user only, whoever makes them: SQLite, libraries and
 * child processes too. To be called by a program before it makes any.
 */
export function restrictNewFiles(): void {
  usersUmask ??= process.umask(0o077);
}

/** The mode of a file that a person saves outside the data folder: the one that their system gives to new files. */
export function savedFileMode(): number {
  return usersUmask === undefined ? 0o600 : 0o666 & ~usersUmask;
}

/** Starts another program with the person's own umask, so that what it saves has the modes that they expect. */
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
