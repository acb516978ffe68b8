/**
 * Returns what to enter in a terminal to run this program with some flags and their values, in the way in which it was
 * started.
 */
export function programCommand(...flags: string[]): string {
  return [...start, ...flags].map(shellQuoted).join(' ');
}

/** Sets how an installed program is started: by the path of its own file. */
export function setProgramPath(path: string): void {
  start = [path];
}

/** Whether this is an installed program, which can't be started as a host without a window. */
export function isInstalled(): boolean {
  return start[0] !== 'npm';
}

let start = ['npm', 'run', 'serve', '--'];

function shellQuoted(word: string): string {
  if (process.platform === 'win32') return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `"${word}"`;
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
