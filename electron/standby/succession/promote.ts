import Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { flushPath } from '../../content/disk-threads';
import { migrations } from '../../database/migrations';
import { DATABASE_FILE } from '../../database/health/missing-database';
import { migrate } from '../../database/open';
import { DatabaseCopy, removeNewCopy } from '../copy/database-copy';
import { PromotionRefusedError } from './promotion-refused';
import { removeWitnessRow, replaceStandbyRow } from '../queries';
import { claimInstallation } from '../../service/opening/installation';
import { END_OF_RUN_FILE } from '../host/end-of-run';
import { SUPERSEDED_FILE } from './successor';
import { countMissingContents } from './missing-contents';
import { findFreePort, requestMove } from './request-move';
import { saveOwnCertificate } from './own-certificate';
import { PROMOTED_FILE } from './previous-host';
import { answersAsHost } from './reach-host';
import { findLastSeq, findTerm, insertTerm } from '../term-queries';
import { connectToWitness } from '../witness/lease-connection';
import { readRecord, STANDBY_FILE, StandbyFolder, type StandbyRecord } from '../copy/standby-folder';
import { unixNow } from '../../unix-time';

/** Who promotes a standby, and where it waits for a standby of its own afterwards. */
export interface PromoteOptions {
  /** The port on which the new host will wait for its standby; null for a free one. */
  standbyPort: number | null;
  /** Other names under which this machine is reached. */
  hosts: readonly string[];
  /** The term that the witness has granted, because the host is gone; absent if a person decides. */
  granted?: number;
  /** Where the new host will listen: if it can't, the other host goes on. Absent where that isn't known. */
  listen?: { host: string; port: number };
  logger: Logger;
}

/**
 * Makes the folder of a standby the data folder of a community, which can then be hosted from there; does nothing if
 * that was done before. A standby that still runs there is ended. A host that answers is asked to hand the community
 * over; one that doesn't is replaced. Returns how many photos and files hadn't arrived in the copy. Throws if the copy
 * was never complete, or if the host doesn't hand the community over.
 */
export async function promoteStandby(path: string, options: PromoteOptions): Promise<number> {
  const record = readRecord(path);
  if (record === null && existsSync(join(path, PROMOTED_FILE))) return 0;
  if (record === null)
    throw new PromotionRefusedError(
      'no_standby',
      `${path} holds no standby. Name the standby's folder with --data.`,
    );
  const folder = await takeOver(path, record);
  const port = options.standbyPort || (await findFreePort());
  try {
    const copy = await DatabaseCopy.open(folder);
    await copy.position();
    await copy.close();
    if (!existsSync(join(path, DATABASE_FILE))) {
      throw new PromotionRefusedError(
        'incomplete',
        `The copy in ${path} was never complete, so the community cannot be hosted from it.`,
      );
    }
    const { granted, listen } = options;
    if (listen) await findFreePort(listen);
    const { addresses, key, certificate, host } = folder.record;
    const isHosted =
      granted === undefined && (await answersAsHost({ addresses, key, term: host.term }, certificate));
    const handover = isHosted ? await requestMove(folder, port, options) : null;
    const how = granted !== undefined ? 'witness' : handover !== null ? 'move' : 'takeover';
    // Without its answer the new host could not write.
    const keepsWitness = how !== 'takeover' || (await answersWitness(folder.record));
    await removeNewCopy(folder);
    await saveOwnCertificate(path, certificate);
    for (const name of [END_OF_RUN_FILE, SUPERSEDED_FILE]) await rm(join(path, name), { force: true });
    // From here on the copy is not the host's any more, even if this process is killed.
    await folder.update({ ended: null });
    beginTerm(folder, { how, port, keepsWitness, granted });
  } catch (error) {
    await folder.close();
    throw error;
  }
  await folder.close();
  await rename(join(path, STANDBY_FILE), join(path, PROMOTED_FILE));
  await flushPath(path);
  const missing = folder.record.hasContents ? 0 : countMissingContents(path);
  if (missing > 0)
    options.logger.warn({ missing }, 'photos and files had not been copied before the takeover');
  return missing;
}

/** Ends the standby that runs in a folder, and locks the folder. */
async function takeOver(path: string, record: StandbyRecord): Promise<StandbyFolder> {
  for (const until = performance.now() + STOP_MS; ; await sleep(RETRY_MS)) {
    try {
      return await StandbyFolder.reopen(path, record);
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

/**
 * Begins the next term, on the disk before anything else is written, with the previous host as the standby. After a
 * move the event log goes on: nothing is missing in it.
 */
function beginTerm(folder: StandbyFolder, { how, port, keepsWitness, granted }: NewTerm): void {
  const path = join(folder.path, DATABASE_FILE);
  const raw = new Database(path);
  let reader: Database.Database | null = null;
  try {
    if ((raw.pragma('user_version', { simple: true }) as number) > migrations.length)
      throw new PromotionRefusedError(
        'newer',
        'The host ran a newer Courtyard. Update the program to host the community from here.',
      );
    raw.pragma('synchronous = FULL');
    raw.pragma('wal_autocheckpoint = 0');
    // The last connection to close would delete the log, unless it may not write: by its end the previous host finds
    // out that it has the same.
    reader = new Database(path, { readonly: true });
    reader.prepare('SELECT count(*) FROM sqlite_schema').get();
    migrate(raw);
    const since = unixNow();
    const { machine: name, certificate, term: followed } = folder.record.host;
    raw.transaction(() => {
      // A former host that has fetched nothing from its successor yet knows the successor's term only by its record.
      const term = Math.max(findTerm(raw).term, followed) + 1;
      if (term !== (granted ?? term)) throw new Error(`the witness granted term ${granted}, not ${term}`);
      if (!keepsWitness) removeWitnessRow(raw);
      insertTerm(raw, { term, since, how, name: hostname(), seq: findLastSeq(raw) });
      replaceStandbyRow(raw, { port, certificate, name }, since);
      if (how === 'move') claimInstallation(raw, folder.path, folder.lock);
      // A former host could otherwise go on with the event log that its successor has continued.
      else folder.lock.saveState({ epoch: '', run: '' });
    })();
  } finally {
    raw.close();
    reader?.close();
  }
}

interface NewTerm {
  how: 'move' | 'takeover' | 'witness';
  port: number;
  keepsWitness: boolean;
  /** The term that the witness granted. */
  granted: number | undefined;
}

/** Whether the witness answers; true if there is none. */
async function answersWitness({ witness, certificate }: StandbyRecord): Promise<boolean> {
  if (witness === null) return true;
  const socket = await connectToWitness(witness, certificate);
  socket?.destroy();
  return socket !== null;
}

/** Milliseconds in which a running standby must end, and between two looks. */
const STOP_MS = 10_000;
const RETRY_MS = 100;
