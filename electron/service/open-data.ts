import type { Logger } from 'pino';
import { openAfterRestore } from '../backup/app-restore/resume';
import { createDamagedError } from '../backup/damaged-error';
import { openStore, type Store } from '../database/open';
import { isDamage } from '../database/sqlite-errors';
import { HostingGate } from '../standby/succession/hosting-gate';
import { findTerm } from '../standby/term-queries';
import { requireNoStandby } from '../standby/copy/standby-folder';
import { requireNoWitness } from '../standby/witness/witness-folder';
import { openCommunityIdentity } from './community-identity';
import type { ServiceOptions } from './service';

/**
 * Opens the database and reads its identity, after a restore that was requested in the app. Throws DatabaseDamagedError if it
 * can't be read.
 */
export async function openData(
  data: ServiceOptions['data'],
  now: () => number,
  registration: 'open' | 'invite' | 'closed',
  logger: Logger,
) {
  if (typeof data !== 'string' || data === ':memory:') return open(data, now, registration, logger);
  requireNoStandby(data);
  requireNoWitness(data);
  return openAfterRestore(data, now, logger, () => open(data, now, registration, logger));
}

async function open(
  data: ServiceOptions['data'],
  now: () => number,
  registration: 'open' | 'invite' | 'closed',
  logger: Logger,
) {
  let store: Store | undefined;
  try {
    store = openStore(data);
    const hosting = new HostingGate(store.folder, findTerm(store.writer.raw).term);
    store.writer.gate = hosting;
    await store.health.start(now, logger);
    return { store, hosting, identity: openCommunityIdentity(store, now, registration) };
  } catch (error) {
    await store?.close();
    throw isDamage(error) && typeof data === 'string' ? await createDamagedError(data, error) : error;
  }
}
