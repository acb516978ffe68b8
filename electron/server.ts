import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { addressOfSetup } from '../shared/routes';
import { createConnectionLimiter } from './doors/connection-limiter';
import { openHttpDoor } from './doors/http';
import { lanDoors } from './doors/lan';
import { openSocketDoor } from './doors/socket';
import { createAnnouncer } from './discovery/announcer';
import type { PictureDecoder } from './content/pictures/picture-decoder';
import { objectStorageOf } from './object-storage';
import { openOperationsServer } from './operations/operations-server';
import { openService, type Service } from './service';
import type { Settings } from './settings/settings';
import type { ServedPorts } from './standby/succession/redirect-server';

/** What a server logs to and shows in browsers. */
export interface ServeOptions {
  logger: Logger;
  /** Folder of the built pages; without it only API requests are answered. */
  pages?: string;
  /** Decodes pictures; by default in child processes. */
  pictureDecoder?: PictureDecoder;
}

/** Why a server that was asked to restart ends. */
export const RESTART = Symbol('restart');

/** A community that is being served: its addresses, and the requests to stop or restart. */
export interface RunningServer {
  /** URL for a browser on this machine. */
  url: string;
  /** URL of the port for health checks and metrics; null without one. */
  operationsUrl: string | null;
  /** Link for guests on the network; null while not shared. */
  readonly sharedUrl: string | null;
  /** Set-up URL with a one-time code, while the community has no owner. */
  setupUrl: string | null;
  /** Resolves once this machine should go on as the standby of another one, which hosts the community. */
  moved: Promise<ServedPorts>;
  /** Resolves once the community has to be opened again, such as to restore a backup. */
  restart: Promise<typeof RESTART>;
  /** Reads the certificate from the disk again, or issues a new one if it is unusable. */
  reloadCertificate: () => Promise<void>;
  /** Accepts no new work, finishes running calls and closes WebSockets with 1001; resolves within four seconds. */
  close: () => Promise<void>;
}

/** Opens the service and its network doors. Throws if the data folder or the port is taken. */
export async function serve(
  settings: Settings,
  { logger, pages, pictureDecoder }: ServeOptions,
): Promise<RunningServer> {
  const announcer = createAnnouncer(settings, logger);
  const restart = Promise.withResolvers<typeof RESTART>();
  const rejoin = Promise.withResolvers<void>();
  // Loading it takes a good part of a start, and it measures all the time.
  const metrics = settings.operations && (await import('./operations/metrics')).createMetrics();
  const opened = await openService({
    data: settings.data,
    database: settings.database,
    storage: objectStorageOf(settings),
    settings,
    logger,
    restart: () => restart.resolve(RESTART),
    rejoin: rejoin.resolve,
    ...(announcer && { announcer }),
    ...(pictureDecoder && { pictureDecoder }),
  });
  const service = metrics === null ? opened : metrics.measure(opened);
  // A door that stays open keeps a process alive that could not start.
  const doors: (() => unknown)[] = [];
  try {
    const connections = createConnectionLimiter({ service, settings });
    const door = { service, settings, logger, connections, ...(pages !== undefined && { pages }) };
    await service.sharing.begin(lanDoors(door));
    const http = await openHttpDoor(door);
    const sockets = openSocketDoor({ server: http.server, service, settings, logger });
    doors.push(
      () => sockets.close(),
      () => http.close(),
    );
    await http.listen({ host: settings.host, port: settings.port });
    const url = urlOf(http.server.address() as AddressInfo);
    await service.standby.begin(url);
    const code = await service.setupCode();
    const [shared] = service.sharing.state.addresses;

    const operations =
      settings.operations &&
      metrics &&
      (await openOperationsServer({
        ...settings.operations,
        metrics,
        requireReady: service.requireReady,
        logger,
      }));

    const closing = new AbortController();
    const handedOver = service.standby.untilMoved(closing.signal);
    const moved = Promise.race([handedOver, rejoin.promise]).then(() => portsOf(settings, url, service));

    const close = async () => {
      closing.abort();
      operations?.drain();
      const timer = setTimeout(() => {
        logger.warn('connections were closed after the shutdown timeout');
        sockets.terminate();
        http.server.closeAllConnections();
      }, CLOSE_TIMEOUT_MS);
      const stopped = once(http.server, 'close');
      sockets.close();
      await Promise.all([http.close(), service.close(), stopped]);
      clearTimeout(timer);
      await operations?.close();
    };
    return {
      url,
      operationsUrl: operations?.url ?? null,
      get sharedUrl() {
        return service.sharing.state.addresses[0]?.link ?? null;
      },
      // An admin who shares a machine by its settings may well use another one.
      setupUrl: code === null ? null : `${shared?.address ?? url}/${addressOfSetup(code)}`,
      moved,
      restart: restart.promise,
      reloadCertificate: () => service.sharing.reload(),
      close,
    };
  } catch (error) {
    await Promise.all([...doors.map((close) => close()), service.close()]);
    throw error;
  }
}

/** Milliseconds that calls and clients may take to finish: the process must exit within five seconds. */
const CLOSE_TIMEOUT_MS = 3_000;

function portsOf({ host }: Settings, url: string, { sharing }: Pick<Service, 'sharing'>): ServedPorts {
  const { addresses, port } = sharing.state;
  return { host, port: Number(new URL(url).port || 80), sharePort: addresses.length > 0 ? port : null };
}

/** A server that listens on all addresses is also reached on the loopback address. */
function urlOf({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
