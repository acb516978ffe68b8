import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A running PostgreSQL server in a temporary folder. */
export interface PostgresServer {
  /** URL of its database `postgres`. */
  url: string;
  /** Ends all its processes at once, as if they were killed, and starts it again, which repeats what its log holds. */
  restart: () => void;
  /** Stops it and deletes its folder. */
  stop: () => void;
}

/**
 * Starts a PostgreSQL server as a user of its own; installs PostgreSQL where Debian's packages can be. `options` are
 * settings such as `fsync=off`, for tests in which nothing has to survive a power failure. Its data is in memory where
 * that is possible, or in `root`, which the server's user must reach.
 */
export function startPostgres(
  port: number,
  options: readonly string[],
  root: string = sharedFolder(),
): PostgresServer {
  const programs = findPrograms() ?? installPrograms();
  const folder = mkdtempSync(join(root, 'courtyard-postgres-'));
  const user = serverUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const run = (name: string, ...args: string[]) =>
    execFileSync(join(programs, name), args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      ...user,
    });
  const data = join(folder, 'data');
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync');
  const all = [...OPTIONS, ...options, `port=${port}`, `unix_socket_directories=${folder}`];
  const flags = all.map((one) => `-c ${one}`).join(' ');
  const start = () => run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', flags, 'start');
  const end = () => run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
  start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    restart: () => {
      end();
      start();
    },
    stop: () => {
      end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A folder of temporary files that the server's user can reach: the one of this run belongs to its user alone. */
const sharedFolder = (): string => ['/dev/shm', '/tmp'].find((path) => existsSync(path)) ?? tmpdir();

const OPTIONS = ['listen_addresses=127.0.0.1', 'max_connections=300', 'max_wal_size=4GB'];

/** Folder of Debian's packages, a version each. */
const DEBIAN = '/usr/lib/postgresql';

/** Returns the folder of the server's programs; null if there are none. */
function findPrograms(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0];
  if (newest !== undefined) return join(DEBIAN, newest, 'bin');
  try {
    return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}

function installPrograms(): string {
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['install', '-y', '-qq', 'postgresql'], { env, stdio: 'ignore' });
  } catch (cause) {
    throw new Error(MISSING, { cause });
  }
  const found = findPrograms();
  if (found === null) throw new Error(MISSING);
  return found;
}

const MISSING =
  'These tests need PostgreSQL 15 or newer: install it (Debian: apt-get install postgresql), or name a server by TEST_POSTGRES=postgres://…';

/** PostgreSQL refuses to run as root; the package has made a user. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
