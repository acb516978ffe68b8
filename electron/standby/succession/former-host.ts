import Database from 'better-sqlite3';
import { constants, existsSync, mkdirSync } from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BLOBS, linkMissingBlobs } from '../../backup/previous-data';
import { flushPath } from '../../content/disk-threads';
import { DATABASE_FILE } from '../../database/health/missing-database';
import { fingerprintOf } from '../../identity/fingerprint';
import { COPY_FILE } from '../copy/database-copy';
import { END_OF_RUN_FILE } from '../host/end-of-run';
import type { HostingGate } from './hosting-gate';
import { readSuccessor, SUPERSEDED_FILE } from './successor';
import type { ServedPorts } from './redirect-server';
import { PROMOTED_FILE } from './previous-host';
import { answersAsHost } from './reach-host';
import { readCommunity } from '../queries';
import { StandbyFolder } from '../copy/standby-folder';

/**
 * Resolves once the machine that this host handed the community to is hosting it. Until then this host must keep
 * running, because that machine may ask again if the answer was lost. `key` is the fingerprint of the community's key.
 */
export async function untilHosted(
  gate: Pick<HostingGate, 'successor'>,
  key: string,
  signal: AbortSignal,
): Promise<void> {
  for (let delay = MIN_DELAY_MS; !signal.aborted; delay = Math.min(delay * 2, MAX_DELAY_MS)) {
    const { addresses = [], term = Infinity } = gate.successor ?? {};
    if (await answersAsHost({ addresses, key, term })) return;
    await sleep(delay, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/**
 * Makes the data folder of a host that has a successor the folder of its standby, while no service has it open. After a
 * move the data stays where it is, since the successor has the same. After a takeover it is moved aside, because it may
 * hold what the successor doesn't. Throws if the folder's community has no other host.
 */
export async function becomeStandby(path: string, served: ServedPorts | null): Promise<StandbyFolder> {
  const successor = readSuccessor(path);
  if (successor === null)
    throw new Error(`${path} holds a community that no other computer is known to host.`);
  const { key, name, schema } = identityOf(path);
  const isSame = successor.ended !== null && schema === successor.schema;
  if (successor.how === 'takeover') await moveAside(path);
  for (const file of [END_OF_RUN_FILE, PROMOTED_FILE]) await rm(join(path, file), { force: true });
  const { addresses, urls, term, certificate, name: machine } = successor;
  const folder = await StandbyFolder.create(path, {
    key,
    name,
    addresses,
    urls,
    host: { machine, term, certificate },
    isPaired: true,
    seenAt: 0,
    ended: isSame ? successor.ended : null,
    served,
  });
  await rm(join(path, SUPERSEDED_FILE), { force: true });
  await flushPath(path);
  return folder;
}

/**
 * Its database is compared with the successor's, so that only what differs is copied. The contents are linked beside
 * it: those that the successor doesn't name go to the standby's trash.
 */
async function moveAside(path: string): Promise<void> {
  const aside = join(path, `standby-own-data-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`);
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  try {
    linkMissingBlobs(join(path, BLOBS), join(aside, BLOBS));
  } catch (error) {
    // Where there are no links, the disk may have no room for copies.
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
  await rm(join(path, COPY_FILE), { force: true });
  await copyFile(join(path, DATABASE_FILE), join(path, COPY_FILE), constants.COPYFILE_FICLONE);
  for (const suffix of ['-wal', '-shm', '']) {
    const file = `${DATABASE_FILE}${suffix}`;
    if (existsSync(join(path, file))) await rename(join(path, file), join(aside, file));
  }
  await flushPath(aside);
}

function identityOf(path: string): { key: string; name: string; schema: number } {
  const raw = new Database(join(path, DATABASE_FILE), { readonly: true });
  try {
    const { public_key, name } = readCommunity(raw);
    const schema = raw.pragma('user_version', { simple: true }) as number;
    return { key: fingerprintOf(public_key), name, schema };
  } finally {
    raw.close();
  }
}

const MIN_DELAY_MS = 100;
const MAX_DELAY_MS = 5_000;
