import { createHmac, randomBytes } from 'node:crypto';
import { AppError } from '../../../shared/errors';
import type { Store } from '../../database/open';
import { recheckCaller, requireCallerById } from '../access/access';
import { findCommunity } from '../community/queries';
import type { ServiceParts } from '../context';
import { showTyping } from '../events/typing';
import type { ConnectedProcesses, ConnectProcessesOptions } from './connect-processes';
import type { EventLog } from '../events/event-log';
import { renameLostLog } from './lost-events';

/** The connection of a service to the other processes that serve its community, and what depends on it. */
export interface OpenProcesses {
  /** Null if this process is the only one. */
  processes: ConnectedProcesses | null;
  isLeader: () => boolean;
  connections: ServiceParts['connections'];
  captchaSecret: string;
}

/** Connects a service to the other processes of its PostgreSQL database. `postgres` is null on SQLite. */
export async function openProcesses(
  postgres: ConnectProcessesOptions['postgres'] | null,
  { store, eventLog, contentKey, restart, ...parts }: OpenProcessesOptions,
): Promise<OpenProcesses> {
  const { connections, logger } = parts;
  if (postgres === null) {
    const captchaSecret = randomBytes(32).toString('hex');
    return { processes: null, isLeader: () => true, connections, captchaSecret };
  }
  const { connectProcesses } = await import('./connect-processes');
  const processes = connectProcesses({
    ...parts,
    postgres,
    catchUp: () => void eventLog().catchUp(),
    showTyping: (person, dialog) => void showRemoteTyping(person, dialog),
    recheckConnections: () => void recheckConnections(),
    recheckEvents: () => void recheckEvents(),
  });
  return {
    processes,
    isLeader: () => processes.isLeader,
    connections: processes.connections,
    // Any process must be able to verify the challenges of the others.
    captchaSecret: createHmac('sha256', contentKey).update('captcha').digest('hex'),
  };

  async function recheckEvents(): Promise<void> {
    try {
      if (!(await renameLostLog(store, eventLog().known))) return;
      logger.warn('the database server lacks events that were told: every client loads everything again');
      restart?.();
    } catch (error) {
      logger.error({ err: error }, 'failed to check the event log');
    }
  }

  async function recheckConnections(): Promise<void> {
    try {
      for (const { caller } of connections.all()) {
        const current = await store.read((db) => recheckCaller(db, caller));
        if (!current) connections.close({ token: caller.tokenId });
        else if (current.role !== caller.role) connections.changeRole(caller.id, current.role);
      }
    } catch (error) {
      logger.error({ err: error }, 'failed to check open connections again');
    }
  }

  async function showRemoteTyping(person: number, dialog: number): Promise<void> {
    try {
      const caller = await store.read((db) => requireCallerById(db, person));
      await showTyping((one) => eventLog().contextOf(one), parts.connections, caller, dialog);
    } catch (error) {
      if (!(error instanceof AppError)) logger.error({ err: error }, 'failed to show typing');
    }
  }
}

type OpenProcessesOptions = Pick<
  ConnectProcessesOptions,
  'ephemeral' | 'connections' | 'logger' | 'wake' | 'takeOver'
> & {
  store: Store;
  eventLog: () => EventLog;
  contentKey: Buffer;
  /** Restarts the service; undefined if that isn't possible. */
  restart: (() => void) | undefined;
};

/**
 * Throws unless the service can read, and can begin a group of writes if the last one failed to. Also throws after five
 * seconds, because proxies and orchestrators don't wait longer.
 */
export async function requireReady(
  store: Store,
  postgres: ConnectProcessesOptions['postgres'] | null,
  signal = AbortSignal.timeout(READY_TIMEOUT_MS),
): Promise<void> {
  const timeout = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => timeout.reject(new AppError('unavailable')));
  await Promise.race([timeout.promise, probeStore(store, postgres)]);
}

async function probeStore(store: Store, postgres: ConnectProcessesOptions['postgres'] | null): Promise<void> {
  await store.read(findCommunity);
  if (postgres?.writing.canBegin === false) await store.writer.run(() => Promise.resolve());
}

const READY_TIMEOUT_MS = 5_000;
