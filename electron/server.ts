import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { addressOfSetup } from '../shared/routes';
import { countConnections } from './doors/connections';
import { openHttpDoor } from './doors/http';
import { lanDoors } from './doors/lan';
import { openSocketDoor } from './doors/socket';
import { createAnnouncer } from './discovery/announcer';
import { openService } from './service';
import type { Settings } from './settings';

export interface ServeOptions {
  logger: Logger;
  /** The folder of the built pages; without it only programs are answered. */
  pages?: string;
}

export interface Served {
  /** Where a browser on this machine finds it. */
  url: string;
  /** The link for guests on the network; null while it isn't shared. */
  sharedUrl: string | null;
  /** The address that makes its owner, while nobody owns the community; holds a one-time code. */
  setupUrl: string | null;
  /** Shows guests the certificate as it lies on the disk now, or a new one where that is not good. */
  reloadCertificate: () => Promise<void>;
  /** No new work, what runs ends, sockets are closed with 1001; settles within four seconds. */
  close: () => Promise<void>;
}

/** Opens the service with the doors of the network. Throws when the data folder or the port is taken. */
export async function serve(settings: Settings, { logger, pages }: ServeOptions): Promise<Served> {
  const announcer = createAnnouncer(settings, logger);
  const service = await openService({
    data: settings.data,
    settings,
    logger,
    ...(announcer && { announcer }),
  });
  try {
    const connections = countConnections({ service, settings });
    const door = { service, settings, logger, connections, ...(pages !== undefined && { pages }) };
    await service.sharing.begin(lanDoors(door));
    const http = await openHttpDoor(door);
    const sockets = openSocketDoor({ server: http.server, service, settings, logger });
    await http.listen({ host: settings.host, port: settings.port });
    const url = urlOf(http.server.address() as AddressInfo);
    const code = await service.setupCode();
    const [shared] = service.sharing.state.addresses;

    const close = async () => {
      const late = setTimeout(() => {
        logger.warn('connections that did not end in time were cut off');
        sockets.terminate();
        http.server.closeAllConnections();
      }, PATIENCE_MS);
      const stopped = once(http.server, 'close');
      sockets.close();
      await Promise.all([http.close(), service.close(), stopped]);
      clearTimeout(late);
    };
    return {
      url,
      sharedUrl: shared?.link ?? null,
      // Who shares a machine by its settings may well sit at another one.
      setupUrl: code === null ? null : `${shared?.address ?? url}/${addressOfSetup(code)}`,
      reloadCertificate: () => service.sharing.reload(),
      close,
    };
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** How long calls and clients may take to end, in milliseconds: the process must be gone within five seconds. */
const PATIENCE_MS = 3_000;

/** One that listens everywhere is reached at home like one that listens on the loopback address. */
function urlOf({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
