import { createServer, type AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { THIS_MACHINE } from '../../sharing/reachable-addresses';
import { standbyAddresses } from '../host/host-description';
import type { Handover } from '../copy/client-options';
import { StandbyClient } from '../copy/standby-client';
import type { StandbyFolder } from '../copy/standby-folder';

/**
 * Catches up with the host and asks it to hand the community over to this machine, where the new host will wait for its
 * standby on `port`. Throws if the host refuses, or goes away before it has handed the community over.
 */
export async function requestMove(
  folder: StandbyFolder,
  port: number,
  { hosts, logger }: { hosts: readonly string[]; logger: Logger },
): Promise<Handover> {
  const client = new StandbyClient({
    folder,
    code: '',
    move: { addresses: standbyAddresses(THIS_MACHINE, hosts, port) },
    onInStep: (name) => logger.info({ name }, 'asking the host to hand the community over'),
    logger,
  });
  let seenAt = performance.now();
  const watch = setInterval(() => {
    if (client.isConnected) seenAt = performance.now();
    else if (performance.now() - seenAt > GONE_MS) client.stop();
  }, POLL_INTERVAL_MS);
  try {
    const handover = await client.run();
    if (handover === null) throw new Error(GONE);
    return handover;
  } finally {
    clearInterval(watch);
  }
}

/** Returns a port that is free at the moment, or the given one. Throws if that can't be listened on. */
export async function findFreePort(at: { host?: string; port: number } = { port: 0 }): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const GONE =
  'The connection to the host was lost before the community was moved. If the host is gone for good, use --promote again to host the community from the copy.';
/** Milliseconds without a connection after which the host is gone, and between two looks. */
const GONE_MS = 15_000;
const POLL_INTERVAL_MS = 200;
