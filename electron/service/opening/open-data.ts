import type { Logger } from 'pino';
import { openAfterRestore } from '../../backup/app-restore/resume';
import { createDamagedError } from '../../backup/damaged-error';
import { openContentStore } from '../../content/open-store';
import type { S3Options } from '../../content/s3/s3-address';
import { ContentStore } from '../../content/store';
import { openStore, type Store } from '../../database/open';
import { isDamage } from '../../database/sqlite-errors';
import { HostingGate } from '../../standby/succession/hosting-gate';
import { findTerm } from '../../standby/term-queries';
import { requireNoStandby } from '../../standby/copy/standby-folder';
import { requireNoWitness } from '../../standby/witness/witness-folder';
import { openCommunityIdentity, type CommunityIdentity, type Registration } from '../community-identity';
import type { StoredEvents } from '../events/stored-events';
import type { PostgresStore } from '../../database/postgres/open';
import { PostgresEvents } from '../processes/events';
import { openSharedIdentity } from '../processes/identity';
import { SqliteEvents } from '../events/sqlite-events';
import type { ServiceOptions } from '../service';

/** An open database and what is known of its community. */
export interface OpenData {
  store: Store;
  hosting: HostingGate;
  identity: CommunityIdentity;
  events: StoredEvents;
  content: ContentStore;
  /** The PostgreSQL database; null for SQLite. */
  postgres: PostgresStore['postgres'] | null;
}

/**
 * Opens the database and reads its identity, after a restore that was requested in the app. Throws DatabaseDamagedError
 * if it can't be read.
 */
export async function openData(
  { data, database = null, storage = null }: Pick<ServiceOptions, 'data' | 'database' | 'storage'>,
  now: () => number,
  registration: Registration,
  logger: Logger,
): Promise<OpenData> {
  if (database !== null) return openShared({ database, data, storage }, now, registration, logger);
  if (typeof data !== 'string' || data === ':memory:') return open(data, now, registration, logger);
  requireNoStandby(data);
  requireNoWitness(data);
  return openAfterRestore(data, now, logger, () => open(data, now, registration, logger));
}

async function open(
  data: ServiceOptions['data'],
  now: () => number,
  registration: Registration,
  logger: Logger,
): Promise<OpenData> {
  let store: Store | undefined;
  try {
    store = openStore(data);
    const hosting = new HostingGate(store.folder, findTerm(store.writer.raw).term);
    store.writer.gate = hosting;
    await store.health.start(now, logger);
    const identity = openCommunityIdentity(store, now, registration);
    const events = new SqliteEvents(store.writer.raw, identity.seq);
    const content = new ContentStore(store.folder, now);
    return { store, hosting, identity, events, content, postgres: null };
  } catch (error) {
    await store?.close();
    throw isDamage(error) && typeof data === 'string' ? await createDamagedError(data, error) : error;
  }
}

/** A database on a server; the data folder holds only content, or what is on its way to a bucket. */
async function openShared(
  { database, data, storage }: { database: string; data: ServiceOptions['data']; storage: S3Options | null },
  now: () => number,
  registration: Registration,
  logger: Logger,
): Promise<OpenData> {
  // Loaded here, because most hosts don't need its driver.
  const { openPostgres } = await import('../../database/postgres/open');
  const store = await openPostgres(
    database,
    (error) => logger.error({ err: error }, 'a connection was lost'),
    (migration) => logger.info({ migration }, 'a migration of the database begins'),
  );
  try {
    const folder = typeof data === 'string' && data !== ':memory:' ? data : '';
    const identity = await openSharedIdentity(store, { now, registration, folder });
    const hosting = new HostingGate('', identity.term);
    store.writer.gate = hosting;
    await store.health.start(now, logger);
    const { postgres } = store;
    const events = new PostgresEvents(postgres.writing, identity.sequence, identity.seq);
    const content = await openContentStore(folder, now, storage);
    return { store, hosting, identity, events, content, postgres };
  } catch (error) {
    await store.close();
    throw error;
  }
}
