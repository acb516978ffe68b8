import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { keptPort } from '../support/ports';

/** The people who write to each other. */
export const PEOPLE = ['olena', 'taras'] as const;
export const PASSWORD = 'bench';
const READY_MS = 20_000;

/** A running Prosody: a chat server in Lua, with an archive of messages in SQLite. */
export interface Prosody {
  port: number;
  /** Milliseconds until it accepted connections. */
  startedIn: number;
  /** Its resident memory in bytes. */
  memory: () => number;
  stop: () => Promise<void>;
}

/** Starts Prosody with an empty archive; returns null if it isn't installed here. */
export async function startProsody(): Promise<Prosody | null> {
  const isInstalled = (process.env['PATH'] ?? '')
    .split(delimiter)
    .some((path) => existsSync(join(path, 'prosody')));
  if (!isInstalled) return null;
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-bench-prosody-'));
  const port = await keptPort();
  const accounts = join(folder, 'data', 'localhost', 'accounts');
  mkdirSync(accounts, { recursive: true });
  for (const person of PEOPLE)
    writeFileSync(join(accounts, `${person}.dat`), `return { ["password"] = "${PASSWORD}" };`);
  const config = join(folder, 'prosody.cfg.lua');
  writeFileSync(config, configOf(folder, port));
  const begun = performance.now();
  const server = spawn('prosody', ['-F', '--config', config], { stdio: ['ignore', 'ignore', 'inherit'] });
  await listening(port, server);
  return {
    port,
    startedIn: performance.now() - begun,
    memory: () =>
      Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) * 1024,
    stop: async () => {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Commits reach the disk before a message is delivered (`safe`), as ours do before it is answered. */
const configOf = (folder: string, port: number) => `
run_as_root = true
daemonize = false
pidfile = "${join(folder, 'prosody.pid')}"
data_path = "${join(folder, 'data')}"
log = { { levels = { min = "error" }, to = "console" } }
interfaces = { "127.0.0.1" }
c2s_ports = { ${port} }
s2s_ports = {}
modules_enabled = { "saslauth", "mam" }
modules_disabled = { "s2s" }
authentication = "internal_plain"
c2s_require_encryption = false
allow_unencrypted_plain_auth = true
default_archive_policy = true
storage = { archive = "sql" }
sql = { driver = "SQLite3", database = "archive.sqlite" }
sqlite_tune = "safe"
VirtualHost "localhost"
`;

async function listening(port: number, server: ChildProcess): Promise<void> {
  const until = performance.now() + READY_MS;
  while (performance.now() < until && server.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await wait(5);
  }
  throw new Error('Prosody did not start');
}
