import type { FastifyInstance } from 'fastify';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import { createServer as createFront, type AddressInfo, type Server as Front, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { AppError } from '../../shared/errors';
import type { OpenDoor, OpenDoors, Service } from '../service';
import type { DoorSettings } from './session-reader';
import { MalformedRequest, rawErrorResponse } from './error-responses';
import { createOriginGuard, type OriginGuard } from './origin-guard';
import { createConnectionLimiter, type ConnectionLimiter } from './connection-limiter';
import { MAX_CONNECTIONS, openHttpDoor, SERVER_OPTIONS, SERVER_TIMEOUTS } from './http';
import { SECURITY_HEADERS } from './security-headers';
import { openSocketDoor } from './socket';
import { detectTls } from './tls-detection';

/** What guests on the network are answered with. */
export interface LanDoorOptions {
  service: Service;
  settings: DoorSettings;
  logger: Logger;
  /** Folder of the built pages; without it only API requests are answered. */
  pages?: string;
  /** Connection limiter shared by all doors; a new one is created if omitted. */
  connections?: ConnectionLimiter;
}

/**
 * The door for guests on the network, opened by `service.sharing.begin`: calls, pages and WebSockets over TLS on one
 * port of all addresses. Plain HTTP on the same port is answered if allowed, else redirected to https, since people
 * type addresses without a scheme.
 */
export function lanDoors({ service, settings, logger, pages, ...given }: LanDoorOptions): OpenDoors {
  const connections = given.connections ?? createConnectionLimiter({ service, settings });
  return async ({ port, plain, certificate, names, onVisitor }): Promise<OpenDoor> => {
    const app = await openHttpDoor({
      service,
      settings,
      own: names,
      logger,
      connections,
      secure: { ...certificate, ...TLS },
      ...(pages !== undefined && { pages }),
    });
    const secure = app.server as unknown as SecureServer;
    const sockets = openSocketDoor({ server: app.server, service, settings, own: names, logger });
    const plainServer = new PlainHttpServer(app, createOriginGuard(settings, names), plain);
    const inside = new Set<Socket>();
    const front = createFront({ noDelay: true }, (socket) => {
      if (!connections.admit(socket)) return;
      inside.add(socket);
      socket.once('close', () => inside.delete(socket));
      if (socket.remoteAddress !== undefined) onVisitor(socket.remoteAddress);
      detectTls(socket, SERVER_TIMEOUTS.headersTimeout, (isSecure) => {
        // As in Node's own servers: in plain HTTP a client may end its side before the answer.
        socket.allowHalfOpen = !isSecure;
        (isSecure ? secure : plainServer.server).emit('connection', socket);
      });
    });
    front.maxConnections = MAX_CONNECTIONS;
    // Neither server listens itself; this event starts their checks for slow requests.
    for (const server of [secure, plainServer.server]) server.emit('listening');
    try {
      await listen(front, port);
      front.on('error', (error) => logger.warn({ err: error }, 'a connection could not be accepted'));
    } catch (error) {
      sockets.close();
      await app.close();
      for (const server of [secure, plainServer.server]) server.close();
      throw error;
    }

    return {
      port: (front.address() as AddressInfo).port,
      setPlain: (value) => plainServer.setPlain(value),
      setCertificate: ({ key, cert }) => secure.setSecureContext({ key, cert, ...TLS }),
      close: async () => {
        const left = new Promise((resolve) => front.close(resolve));
        sockets.close();
        const closeTimer = setTimeout(() => {
          sockets.terminate();
          for (const socket of inside) socket.destroy();
        }, CLOSE_TIMEOUT_MS);
        for (const server of [secure, plainServer.server]) {
          // Requests in progress finish, but their connections are not kept alive; idle ones are closed.
          server.keepAliveTimeout = 1;
          server.close();
        }
        await Promise.all([left, app.close()]);
        clearTimeout(closeTimer);
      },
    };
  };
}

const TLS = { minVersion: 'TLSv1.2', handshakeTimeout: SERVER_TIMEOUTS.headersTimeout } as const;
/** Milliseconds in which connections may close by themselves. */
const CLOSE_TIMEOUT_MS = 2_000;
const EVERYWHERE = ['::', '0.0.0.0'] as const;

/** Serves or redirects connections without TLS. */
class PlainHttpServer {
  readonly server: Server;
  readonly #sockets = new Set<Socket>();
  #plain: boolean;
  #closeTimer: NodeJS.Timeout | undefined;

  constructor(app: FastifyInstance, guard: OriginGuard, plain: boolean) {
    this.#plain = plain;
    const inner = app.server;
    this.server = createServer({ ...SERVER_OPTIONS, requestTimeout: 0 });
    this.server.keepAliveTimeout = inner.keepAliveTimeout;
    for (const event of ['request', 'checkContinue']) {
      this.server.on(event, (request: IncomingMessage, response: ServerResponse) => {
        if (this.#plain) inner.emit(event, request, response);
        else redirectToHttps(guard, request, response);
      });
    }
    this.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
      if (this.#plain) inner.emit('upgrade', request, stream, head);
      else stream.end(rawErrorResponse(403, new AppError('access_denied', HTTPS_ONLY)));
    });
    this.server.on('clientError', (error, socket) => inner.emit('clientError', error, socket));
    this.server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** When plain HTTP is turned off, requests in progress are finished. */
  setPlain(plain: boolean): void {
    if (plain === this.#plain) return;
    this.#plain = plain;
    clearTimeout(this.#closeTimer);
    if (plain) return;
    this.#closeTimer = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, CLOSE_TIMEOUT_MS);
    this.#closeTimer.unref();
  }
}

/** A host name or address with an optional port and nothing else. */
const HOST_PATTERN = /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i;
const HTTPS_ONLY = 'This community requires HTTPS. Use an https:// address.';

/** Redirects to the same URL over https, but only for names of this host. */
function redirectToHttps(guard: OriginGuard, request: IncomingMessage, response: ServerResponse): void {
  const { host = '' } = request.headers;
  let status = HOST_PATTERN.test(host) ? 307 : 403;
  try {
    guard.check({ headers: { host }, rawHeaders: request.rawHeaders });
  } catch (error) {
    status = error instanceof MalformedRequest ? error.status : 403;
  }
  const location = `https://${host}${request.url?.startsWith('/') ? request.url : '/'}`;
  const headers = { ...SECURITY_HEADERS, 'cache-control': 'no-store', connection: 'close' };
  response.writeHead(status, status === 307 ? { ...headers, location } : headers).end();
}

/** Listens on all IPv6 and IPv4 addresses, or on IPv4 only if the system has no IPv6. */
async function listen(front: Front, port: number): Promise<void> {
  for (const host of EVERYWHERE) {
    try {
      await new Promise<void>((resolve, reject) => {
        front.once('error', reject);
        front.listen({ port, host }, () => {
          front.off('error', reject);
          resolve();
        });
      });
      return;
    } catch (error) {
      front.removeAllListeners('error');
      const { code } = error as NodeJS.ErrnoException;
      if (host === EVERYWHERE.at(-1) || (code !== 'EAFNOSUPPORT' && code !== 'EADDRNOTAVAIL')) throw error;
    }
  }
}
