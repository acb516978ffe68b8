import type { FastifyInstance } from 'fastify';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import { createServer as createFront, type AddressInfo, type Server as Front, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { AppError } from '../../shared/errors';
import type { OpenDoor, OpenDoors, Service } from '../service';
import type { DoorSettings } from './caller';
import { MalformedRequest, rawAnswer } from './failures';
import { createGuard, type Guard } from './guard';
import { countConnections, type Connections } from './connections';
import { MOST_CONNECTIONS, openHttpDoor, TIMES } from './http';
import { SECURITY_HEADERS } from './security';
import { openSocketDoor } from './socket';

export interface LanDoorOptions {
  service: Service;
  settings: DoorSettings;
  logger: Logger;
  /** The folder of the built pages; without it only programs are answered. */
  pages?: string;
  /** The connections of all doors; those of this one are counted by themselves unless given. */
  connections?: Connections;
}

/**
 * The doors for guests on the network, to be opened by `service.sharing.begin`: calls, pages and sockets by TLS on one
 * port of all addresses of this machine. The same port takes requests without TLS: they are answered where that is
 * allowed, else sent on to https, since people type addresses without it.
 */
export function lanDoors({ service, settings, logger, pages, ...given }: LanDoorOptions): OpenDoors {
  const connections = given.connections ?? countConnections({ service, settings });
  return async ({ port, plain, certificate, names, met }): Promise<OpenDoor> => {
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
    const lobby = new Lobby(app, createGuard(settings, names), plain);
    const inside = new Set<Socket>();
    const front = createFront({ noDelay: true }, (socket) => {
      if (!connections.admit(socket)) return;
      inside.add(socket);
      socket.once('close', () => inside.delete(socket));
      if (socket.remoteAddress !== undefined) met(socket.remoteAddress);
      sortOut(socket, (isSecure) => {
        // As Node's own servers: in plain HTTP a client may end its side before it is answered.
        socket.allowHalfOpen = !isSecure;
        (isSecure ? secure : lobby.server).emit('connection', socket);
      });
    });
    front.maxConnections = MOST_CONNECTIONS;
    // Neither of the two listens itself: this is what starts their looking after slow requests.
    for (const server of [secure, lobby.server]) server.emit('listening');
    try {
      await listen(front, port);
      front.on('error', (error) => logger.warn({ err: error }, 'a guest could not be let in'));
    } catch (error) {
      sockets.close();
      await app.close();
      for (const server of [secure, lobby.server]) server.close();
      throw error;
    }

    return {
      port: (front.address() as AddressInfo).port,
      setPlain: (value) => lobby.setPlain(value),
      show: ({ key, cert }) => secure.setSecureContext({ key, cert, ...TLS }),
      close: async () => {
        const left = new Promise((resolve) => front.close(resolve));
        sockets.close();
        const late = setTimeout(() => {
          sockets.terminate();
          for (const socket of inside) socket.destroy();
        }, PATIENCE_MS);
        for (const server of [secure, lobby.server]) {
          // Who is being answered is not kept for a next question; who asks for nothing is sent away by the closing.
          server.keepAliveTimeout = 1;
          server.close();
        }
        await Promise.all([left, app.close()]);
        clearTimeout(late);
      },
    };
  };
}

const TLS = { minVersion: 'TLSv1.2', handshakeTimeout: TIMES.headers } as const;
/** How long guests may take to go, in milliseconds. */
const PATIENCE_MS = 2_000;
/** The first byte of every TLS connection: a record of its handshake. */
const HANDSHAKE = 22;
const EVERYWHERE = ['::', '0.0.0.0'] as const;

/** Whoever comes without TLS. */
class Lobby {
  readonly server: Server;
  readonly #inside = new Set<Socket>();
  #plain: boolean;
  #late: NodeJS.Timeout | undefined;

  constructor(app: FastifyInstance, guard: Guard, plain: boolean) {
    this.#plain = plain;
    const inner = app.server;
    const { headers: headersTimeout, check: connectionsCheckingInterval } = TIMES;
    this.server = createServer({ headersTimeout, connectionsCheckingInterval, requestTimeout: 0 });
    this.server.keepAliveTimeout = inner.keepAliveTimeout;
    for (const event of ['request', 'checkContinue']) {
      this.server.on(event, (request: IncomingMessage, response: ServerResponse) => {
        if (this.#plain) inner.emit(event, request, response);
        else sendOn(guard, request, response);
      });
    }
    this.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
      if (this.#plain) inner.emit('upgrade', request, stream, head);
      else stream.end(rawAnswer(403, new AppError('access_denied', ONLY_SECURE)));
    });
    this.server.on('clientError', (error, socket) => inner.emit('clientError', error, socket));
    this.server.on('connection', (socket: Socket) => {
      this.#inside.add(socket);
      socket.once('close', () => this.#inside.delete(socket));
    });
  }

  /** Where it is no longer allowed, who came so is answered to the end, and comes back by TLS. */
  setPlain(plain: boolean): void {
    if (plain === this.#plain) return;
    this.#plain = plain;
    clearTimeout(this.#late);
    if (plain) return;
    this.#late = setTimeout(() => {
      for (const socket of this.#inside) socket.destroy();
    }, PATIENCE_MS);
    this.#late.unref();
  }
}

/** A name or an address with a port, and nothing that an address could hold before or after it. */
const PLACE = /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i;
const ONLY_SECURE = 'This community requires HTTPS. Use an https:// address.';

/** To the same place by https, where it was asked for under a name of ours: nobody is sent elsewhere. */
function sendOn(guard: Guard, request: IncomingMessage, response: ServerResponse): void {
  const { host = '' } = request.headers;
  let status = PLACE.test(host) ? 307 : 403;
  try {
    guard.check({ headers: { host }, rawHeaders: request.rawHeaders });
  } catch (error) {
    status = error instanceof MalformedRequest ? error.status : 403;
  }
  const location = `https://${host}${request.url?.startsWith('/') ? request.url : '/'}`;
  const headers = { ...SECURITY_HEADERS, 'cache-control': 'no-store', connection: 'close' };
  response.writeHead(status, status === 307 ? { ...headers, location } : headers).end();
}

/** Tells from its first byte whether a connection speaks TLS; one that stays silent is ended. */
function sortOut(socket: Socket, pass: (isSecure: boolean) => void): void {
  socket.setTimeout(TIMES.headers, () => socket.destroy());
  // From here on whoever takes it over listens too.
  socket.on('error', () => socket.destroy());
  socket.once('readable', () => {
    const first = socket.read() as Buffer | null;
    if (first === null) return socket.destroy();
    socket.setTimeout(0);
    socket.removeAllListeners('timeout');
    socket.unshift(first);
    pass(first[0] === HANDSHAKE);
  });
}

/** On all addresses of both kinds, or of the old kind where the system knows no other. */
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
