import Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { syncFolder } from '../content/store';
import { migrations } from '../database/migrations';
import { DATABASE_FILE } from '../database/missing-database';
import { migrate } from '../database/open';
import { connectTls } from '../remote/pinned-agent';
import { DatabaseCopy } from './database-copy';
import { PromotionRefusedError } from './promotion-refused';
import { deleteStandbyRow } from './queries';
import { findLastSeq, findTerm, insertTerm } from './term-queries';
import { readRecord, STANDBY_FILE, StandbyFolder, type StandbyRecord } from './standby-folder';

/**
 * Makes the folder of a standby the data folder of a community, which can then be hosted from there; does nothing if that was
 * done before. A standby that still runs there is ended. Throws if the copy was never complete, or if the host still answers:
 * two hosts of one community would each accept what the other never gets.
 */
export async function promoteStandby(path: string): Promise<void> {
  const record = readRecord(path);
  if (record === null && existsSync(join(path, PROMOTED_FILE))) return;
  if (record === null)
    throw new PromotionRefusedError(
      'no_standby',
      `${path} holds no standby. Name the standby's folder with --data.`,
    );
  const folder = await takeOver(path, record);
  try {
    await (await DatabaseCopy.open(folder)).close();
    if (!existsSync(join(path, DATABASE_FILE))) {
      throw new PromotionRefusedError(
        'incomplete',
        `The copy in ${path} was never complete, so the community cannot be hosted from it.`,
      );
    }
    const address = await findHost(record);
    if (address !== null) {
      throw new PromotionRefusedError(
        'host_answers',
        `The host of ${record.name} still answers at ${address}. Stop it first: a community must never have two hosts.`,
      );
    }
    for (const suffix of ['', '-wal', '-shm'])
      await rm(join(path, `standby-copy.db${suffix}`), { force: true });
    // From here on the copy is not the host's any more, even if this process is killed.
    await folder.update({ ended: null });
    beginTerm(join(path, DATABASE_FILE));
  } catch (error) {
    await folder.close();
    throw error;
  }
  await folder.close();
  await rename(join(path, STANDBY_FILE), join(path, PROMOTED_FILE));
  await syncFolder(path);
}

/** Ends the standby that runs in a folder, and locks the folder. */
async function takeOver(path: string, record: StandbyRecord): Promise<StandbyFolder> {
  const link = { addresses: record.addresses, key: record.key, code: '' };
  for (const until = performance.now() + STOP_MS; ; await sleep(RETRY_MS)) {
    try {
      return await StandbyFolder.open(path, link);
    } catch (error) {
      const running = readRecord(path)?.process ?? 0;
      if (running === 0 || performance.now() > until) throw error;
      endProcess(running);
    }
  }
}

/** Its copy is safe however it ends. */
function endProcess(id: number): void {
  try {
    process.kill(id, 'SIGTERM');
  } catch {
    // It has ended meanwhile.
  }
}

/** The address at which the host of the community answers; null if it doesn't. */
async function findHost({ addresses, key, certificate }: StandbyRecord): Promise<string | null> {
  const answers = await Promise.all(
    addresses.map(async (address) => {
      const reached = await connectTls(address, certificate).catch(() => null);
      reached?.socket.destroy();
      return reached?.signer === key ? address : null;
    }),
  );
  return answers.find((address) => address !== null) ?? null;
}

/** Begins the next term, on the disk before anything else is written; the database still says that this machine is the standby. */
function beginTerm(path: string): void {
  const raw = new Database(path);
  try {
    if ((raw.pragma('user_version', { simple: true }) as number) > migrations.length)
      throw new PromotionRefusedError(
        'newer',
        'The host ran a newer Courtyard. Update the program to host the community from here.',
      );
    raw.pragma('synchronous = FULL');
    migrate(raw);
    const since = Math.floor(Date.now() / 1000);
    raw.transaction(() => {
      const term = findTerm(raw).term + 1;
      insertTerm(raw, { term, since, how: 'takeover', name: hostname(), seq: findLastSeq(raw) });
      deleteStandbyRow(raw);
    })();
  } finally {
    raw.close();
  }
}

/** What the folder was before, in case someone wants to know. */
const PROMOTED_FILE = 'standby-promoted.json';
/** Milliseconds in which a running standby must end, and between two looks. */
const STOP_MS = 10_000;
const RETRY_MS = 100;
