import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { keptPort } from '../support/ports';
import { startPostgres } from '../support/databases/postgres-server';
import type { Bench } from './measures';
import type { AppendingJob, AppendingResult } from './processes/appending';
import {
  importIntoPostgres,
  startPostgresFloor,
  startPostgresHost,
  startWorker,
  type Measured,
} from './processes';
import { MANY, READERS } from './loads';
import { listening, newest, newestBare, sending, sendingBare } from './requests';
import { SMALL } from './seed';

/** A folder on a disk that the server's user can reach: commits wait for it, as those of the floor do. */
const ON_DISK = '/var/tmp';
const LISTENERS = 100;
/** Messages per second, as in a busy evening. */
const PACE = { perSecond: 50 };

/**
 * Measures two processes that host a small community on one PostgreSQL server: a process against bare Fastify and pg,
 * how soon a message reaches the sockets of the other one, and how many events both can store.
 */
export async function measurePostgres({ table, load, sockets, seconds, copy }: Bench): Promise<void> {
  const server = startPostgres(await keptPort(), [], ON_DISK);
  const data = mkdtempSync(join(tmpdir(), 'courtyard-bench-content-'));
  const running: Measured[] = [];
  const add = async (process: Promise<Measured>) => {
    running.push(await process);
    return process;
  };
  try {
    const ours = await createDatabase(server.url, 'ours');
    await importIntoPostgres(ours, await copy(SMALL), data);
    const bare = await createDatabase(server.url, 'bare', 'ours');
    const floor = await add(startPostgresFloor(bare));
    const first = await add(startPostgresHost(ours, data));
    const second = await add(startPostgresHost(ours, data));
    const by = (url: string, inFlight: number, requests: typeof sending) =>
      load.do({ url, inFlight, seconds, requests: requests() });

    const inserts = await by(floor.url, MANY, () => sendingBare('/single'));
    const sends = await by(first.url, MANY, sending);
    table.note('postgresSend', { ours: sends.perSecond, floor: inserts.perSecond });
    const selects = await by(floor.url, READERS, newestBare);
    const pages = await by(first.url, READERS, newest);
    table.note('postgresPage', { ours: pages.perSecond, floor: selects.perSecond });
    const elsewhere = { ...listening(second.url, LISTENERS), url: first.url };
    const heard = await sockets.do({ ...elsewhere, pace: PACE, seconds });
    table.note('postgresElsewhere', { ours: heard.p99 });
    table.note('postgresEvents', { ours: await appendInTwo(ours, seconds) });
  } finally {
    await Promise.all(running.map((one) => one.stop()));
    server.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

/** Events per second that two processes store at once. */
async function appendInTwo(database: string, seconds: number): Promise<number> {
  const workers = [1, 2].map(() => startWorker<AppendingJob, AppendingResult>('appending'));
  try {
    const results = await Promise.all(workers.map((worker) => worker.do({ database, seconds })));
    return results.reduce((sum, { perSecond }) => sum + perSecond, 0);
  } finally {
    for (const worker of workers) worker.stop();
  }
}

/** Creates a database, empty or as a copy of another one that nobody has open, and returns its URL. */
async function createDatabase(server: string, name: string, template = 'template0'): Promise<string> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  await client.end();
  return server.replace(/\w+$/, name);
}
