import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { keptPort } from '../ports';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the PostgreSQL server of the tests; absent where they run on SQLite. */
    postgres?: string;
  }
}

/**
 * Starts a PostgreSQL server in a temporary folder, as a user of its own, which is deleted when all tests have run;
 * installs PostgreSQL where Debian's packages can be. `TEST_POSTGRES=postgres://…` names a running server instead.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const given = process.env['TEST_POSTGRES'];
  if (given !== undefined) {
    project.provide('postgres', given);
    return () => undefined;
  }
  const programs = findPrograms() ?? installPrograms();
  const folder = mkdtempSync(join(sharedFolder(), 'courtyard-postgres-'));
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
  const port = await keptPort();
  const options = [...OPTIONS, `port=${port}`, `unix_socket_directories=${folder}`].map((one) => `-c ${one}`);
  run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options.join(' '), 'start');
  project.provide('postgres', `postgres://postgres@127.0.0.1:${port}/postgres`);
  return () => {
    run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
    rmSync(folder, { recursive: true, force: true });
  };
}

/** A folder of temporary files that the server's user can reach: the one of this run belongs to its user alone. */
const sharedFolder = (): string => ['/dev/shm', '/tmp'].find((path) => existsSync(path)) ?? tmpdir();

/** Nothing of the tests has to survive a power failure. */
const OPTIONS = [
  'listen_addresses=127.0.0.1',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
  'max_wal_size=4GB',
  'autovacuum=off',
];

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
