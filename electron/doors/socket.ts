import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { AppError, invalid } from '../../shared/errors';
import { SOCKET } from '../../shared/limits';
import type { ConnectionHandle, ConnectionOptions, Service } from '../service';
import { createSessionReader, tokenOf, type DoorSettings } from './session-reader';
import { limiterOf } from './connection-limiter';
import { toAppError, rawErrorResponse } from './error-responses';
import { createOriginGuard } from './origin-guard';
import { encodeTextFrame } from './text-frames';

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
 * Door 3: `GET /ws?token=…[&since=SEQ&log=LOG][&v=2]`. A bad token, address or query is refused as HTTP before the
 * upgrade. Each socket is one event connection of the service; clients send JSON commands in text frames. Without `v=2`
 * frames have the shape that the platform's public clients expect.
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
  const pulse = setInterval(() => beat(sockets), PULSE_MS);
  pulse.unref();

  return {
    close: () => {
      closing = true;
      clearInterval(pulse);
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
    const session = sessionOf(request, query.get('token') ?? tokenOf(request.headers));
    await limiterOf(server)?.begin(request, stream, session.token);
    const socket = new OpenSocket(session.origin);
    const line = await service.connect(session, {
      ...resumeOf(query),
      isCompatible: versionOf(query) === 1,
      ...socket.listener,
    });
    if (stream.destroyed || closing) {
      line.close();
      if (closing) throw new AppError('unavailable');
      return;
    }
    // A handshake that ws refuses is answered by ws itself: then the line has no socket.
    let upgraded = false;
    upgrader.handleUpgrade(request, stream, head, (ws) => {
      upgraded = true;
      sockets.add(socket);
      socket.open(ws, stream, line, () => sockets.delete(socket));
    });
    if (!upgraded) line.close();
  }
}

/** The largest command that is read. */
const FRAME_BYTES = 64 * 1024;
/** Divides both the time between pings and the silence that ends a socket. */
const PULSE_MS = 15_000;
const STOPPING = 'the host is stopping';
/** How long a client that was told to go may take, in milliseconds. */
const FAREWELL_MS = 2_500;

/**
 * One client. The service speaks as soon as the line is open, which is before the upgrade: such frames wait. Text
 * frames are written past `ws`, which sends nothing of its own in between: it would encode each of them for each
 * socket.
 */
class OpenSocket {
  readonly listener: Pick<ConnectionOptions, 'send' | 'close'> = {
    send: (frame) => this.#send(frame),
    close: (code, reason) => this.end(code, reason),
  };
  #ws: WebSocket | undefined;
  #stream: Duplex | undefined;
  #line: ConnectionHandle | undefined;
  #waiting: string[] = [];
  #ending: { code: number; reason: string } | undefined;
  #heard = performance.now();
  #beats = 0;
  readonly #base: string;

  /** `base` is this host's address as the client reached it. */
  constructor(base: string) {
    this.#base = base;
  }

  open(ws: WebSocket, stream: Duplex, line: ConnectionHandle, gone: () => void): void {
    this.#ws = ws;
    this.#stream = stream;
    this.#line = line;
    this.#heard = performance.now();
    ws.on('message', (data, isBinary) => this.#hear(data, isBinary));
    ws.on('pong', () => this.#touch());
    ws.on('ping', () => this.#touch());
    // An error is followed by a close with the code that tells it.
    ws.on('error', () => undefined);
    ws.on('close', () => {
      gone();
      line.close();
    });
    for (const frame of this.#waiting) this.#send(frame);
    this.#waiting = [];
    if (this.#ending) this.end(this.#ending.code, this.#ending.reason);
  }

  /** Says why and closes; one that does not answer soon is cut off. */
  end(code: number, reason: string): void {
    this.#ending ??= { code, reason };
    const ws = this.#ws;
    if (!ws || ws.readyState !== ws.OPEN) return;
    ws.close(code, reason);
    setTimeout(() => ws.terminate(), FAREWELL_MS).unref();
  }

  terminate(): void {
    this.#ws?.terminate();
  }

  beat(): void {
    if (performance.now() - this.#heard >= SOCKET.silence * 1000) this.terminate();
    else if (++this.#beats % BEATS_A_PING === 0) this.#ws?.ping();
  }

  #send(frame: string): void {
    const ws = this.#ws;
    if (!ws) {
      this.#waiting.push(frame);
      return;
    }
    if (ws.readyState !== ws.OPEN) return;
    const stream = this.#stream;
    if (!stream) return;
    gather(stream);
    stream.write(encodeTextFrame(frame, this.#base));
    if (ws.bufferedAmount > SOCKET.backlog) this.end(1013, 'too slow: come back and resume');
  }

  #hear(data: RawData, isBinary: boolean): void {
    this.#touch();
    const command = isBinary ? undefined : parsed(String(data));
    if (command === undefined) this.#send(NOT_A_COMMAND);
    else this.#line?.command(command);
  }

  #touch(): void {
    this.#heard = performance.now();
    this.#line?.touch();
  }
}

const BEATS_A_PING = (SOCKET.ping * 1000) / PULSE_MS;
const NOT_A_COMMAND = JSON.stringify({ Type: 'error', detail: 'validation_error' });

const gathering = new Set<Duplex>();

/** What is sent within one turn of the event loop leaves in one write: a system call costs more than a frame. */
function gather(stream: Duplex): void {
  if (gathering.has(stream)) return;
  if (gathering.size === 0) setImmediate(release);
  gathering.add(stream);
  stream.cork();
}

/** Writing to a thousand sockets takes longer than all else should wait, so the rest follows in the next turn. */
function release(): void {
  const end = performance.now() + RELEASE_MS;
  for (const stream of gathering) {
    gathering.delete(stream);
    stream.uncork();
    if (performance.now() > end) break;
  }
  if (gathering.size > 0) setImmediate(release);
}

/** Milliseconds of one turn in which sockets are written to. */
const RELEASE_MS = 4;

function beat(sockets: Iterable<OpenSocket>): void {
  for (const socket of sockets) socket.beat();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function splitUrl(url: string): { pathname: string; query: URLSearchParams } {
  const at = url.indexOf('?');
  return at === -1
    ? { pathname: url, query: new URLSearchParams() }
    : { pathname: url.slice(0, at), query: new URLSearchParams(url.slice(at + 1)) };
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
