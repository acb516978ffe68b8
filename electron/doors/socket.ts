import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { WebSocketServer } from 'ws';
import { SOCKET_PROTOCOL } from '../../shared/client/transport';
import { AppError, invalid } from '../../shared/errors';
import type { Service } from '../service';
import { createSessionReader, tokenOf, type DoorSettings } from './session-reader';
import { limiterOf } from './connection-limiter';
import { toAppError, rawErrorResponse } from './error-responses';
import { createOriginGuard } from './origin-guard';
import { HEARTBEAT_MS, OpenSocket } from './open-socket';

/** What the WebSocket server connects clients to. */
export interface SocketDoorOptions {
  /** The server whose upgrades are answered. */
  server: Server;
  service: Pick<Service, 'connect'>;
  settings: DoorSettings;
  /** The names of this machine, for a door on all of its addresses. */
  own?: () => ReadonlySet<string>;
  logger: Logger;
}

/** An open WebSocket server, and how to stop it. */
export interface SocketDoor {
  /** Takes no new sockets; those that are open are closed with 1001. */
  close: () => void;
  /** Ends the sockets whose clients do not close them. */
  terminate: () => void;
}

/**
 * The WebSocket transport: `GET /ws?token=…[&since=SEQ&log=LOG][&v=2]`. The token may also be in a header or, where a
 * browser connects, the second protocol after `courtyard`. A bad token, address or query is refused with an HTTP error
 * before the upgrade. Each socket is one event connection of the service. Clients send JSON commands in
 * text frames. Without `v=2` frames have the shape that the platform's public clients expect.
 */
export function openSocketDoor(options: SocketDoorOptions): SocketDoor {
  const { server, service, logger } = options;
  const guard = createOriginGuard(options.settings, options.own);
  const sessionOf = createSessionReader(options.settings);
  const sockets = new Set<OpenSocket>();
  const upgrader = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: FRAME_BYTES,
  });
  let closing = false;

  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // Node leaves the stream without a listener: a client that vanishes meanwhile must not end the process.
    stream.on('error', () => stream.destroy());
    accept(request, stream, head).catch((error: unknown) => {
      const failure = toAppError(error, logger);
      if (stream.writable) stream.end(rawErrorResponse(failure.status, failure));
      else stream.destroy();
    });
  });
  const heartbeat = setInterval(() => {
    for (const socket of sockets) socket.checkHeartbeat();
  }, HEARTBEAT_MS);
  heartbeat.unref();

  return {
    close: () => {
      closing = true;
      clearInterval(heartbeat);
      for (const socket of sockets) socket.end(1001, STOPPING);
    },
    terminate: () => {
      for (const socket of sockets) socket.terminate();
    },
  };

  async function accept(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    if (closing) throw new AppError('unavailable');
    const { pathname, query } = splitUrl(request.url ?? '');
    if (pathname !== '/ws' || request.method !== 'GET') throw new AppError('not_found');
    guard.check(request);
    const session = sessionOf(request, query.get('token') ?? tokenOfHandshake(request.headers));
    await limiterOf(server)?.begin(request, stream, session.token);
    const socket = new OpenSocket(session.origin);
    const connection = await service.connect(session, {
      ...resumeOf(query),
      isCompatible: versionOf(query) === 1,
      ...socket.listener,
    });
    if (stream.destroyed || closing) {
      connection.close();
      if (closing) throw new AppError('unavailable');
      return;
    }
    // A handshake that ws refuses is answered by ws itself: then the connection has no socket.
    let upgraded = false;
    upgrader.handleUpgrade(request, stream, head, (ws) => {
      upgraded = true;
      sockets.add(socket);
      socket.open(ws, stream, connection, () => sockets.delete(socket));
    });
    if (!upgraded) connection.close();
  }
}

/** The largest command that is read. */
const FRAME_BYTES = 64 * 1024;
const STOPPING = 'the host is stopping';

function splitUrl(url: string): { pathname: string; query: URLSearchParams } {
  const at = url.indexOf('?');
  return at === -1
    ? { pathname: url, query: new URLSearchParams() }
    : { pathname: url.slice(0, at), query: new URLSearchParams(url.slice(at + 1)) };
}

/** The token from a header, or from the protocols, of which `courtyard` is the one that the answer chooses. */
function tokenOfHandshake(headers: IncomingHttpHeaders): string | null {
  const [protocol, token] = headers['sec-websocket-protocol']?.split(',').map((one) => one.trim()) ?? [];
  return protocol === SOCKET_PROTOCOL && token ? token : tokenOf(headers);
}

function resumeOf(query: URLSearchParams): { since?: number; log?: string } {
  const since = query.get('since') ?? '';
  const log = query.get('log') ?? '';
  if (since !== '' && !/^\d{1,15}$/.test(since)) throw invalid('since', 'must be a whole number');
  return { ...(since !== '' && { since: Number(since) }), ...(log !== '' && { log }) };
}

/** The form of the frames: 1 for the platform's public clients, 2 for our own. */
function versionOf(query: URLSearchParams): 1 | 2 {
  const version = query.get('v') ?? '1';
  if (version === '1' || version === '2') return version === '1' ? 1 : 2;
  throw invalid('v', 'must be 1 or 2');
}
