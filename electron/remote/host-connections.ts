import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import type { Readable } from 'node:stream';
import { WebSocket } from 'ws';
import type { PinnedAgent } from './pinned-agent';
import { splitAddress } from './tls-connection';

/** An HTTP request to a host. */
export interface HostRequest {
  method: string;
  path: string;
  headers: OutgoingHttpHeaders;
  body?: string | Readable;
}

/** The host refused a WebSocket with an HTTP status. */
export class SocketRefusedError extends Error {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;

  constructor({ statusCode = 0, headers }: Pick<IncomingMessage, 'statusCode' | 'headers'>) {
    super(`refused with ${statusCode}`);
    this.status = statusCode;
    this.headers = headers;
  }
}

/**
 * Sends a request over the connections of an agent; once more if that cannot repeat its effect and the host had closed
 * the connection.
 */
export async function requestWithRetry(
  agent: PinnedAgent,
  base: string,
  hostRequest: HostRequest,
): Promise<IncomingMessage> {
  try {
    return await send(agent, base, hostRequest);
  } catch (error) {
    // The host closed an idle connection at the same moment; it is unknown whether it received this request.
    if (!(error instanceof StaleConnectionError) || !isIdempotent(hostRequest)) throw error;
    return send(agent, base, hostRequest);
  }
}

/** Whether sending a request twice has the same effect as once: a read, or a write with an idempotency key. */
function isIdempotent({ method, headers, body }: HostRequest): boolean {
  if (typeof body === 'object') return false;
  return ['GET', 'HEAD'].includes(method) || headers['idempotency-key'] !== undefined;
}

/** A request was sent over a connection that the host had closed. */
class StaleConnectionError extends Error {}

function send(
  agent: PinnedAgent,
  base: string,
  { method, path, headers, body }: HostRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const address = base.slice('https://'.length);
    const outgoing = request({
      agent,
      ...splitAddress(address),
      method,
      path,
      headers: { ...headers, host: address },
    });
    outgoing.setTimeout(RESPONSE_TIMEOUT_MS, () => outgoing.destroy(new Error('timeout')));
    outgoing.once('response', resolve);
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET';
      reject(isStale ? new StaleConnectionError(error.message, { cause: error }) : error);
    });
    if (typeof body !== 'object') return void outgoing.end(body);
    // Without a connection the body remains unread for the next address.
    outgoing.once('socket', () => body.pipe(outgoing));
    body.once('error', (error) => outgoing.destroy(error));
  });
}

/** Opens a WebSocket, paused. Throws SocketRefusedError if the host answers with an HTTP status. */
export function openSocket(
  agent: PinnedAgent,
  base: string,
  path: string,
  headers: OutgoingHttpHeaders,
): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${base.replace(/^https/, 'wss')}${path}`, {
      agent,
      headers: headers as Record<string, string>,
      perMessageDeflate: false,
      maxPayload: MAX_FRAME_BYTES,
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    });
    socket.once('open', () => {
      socket.pause();
      resolve(socket);
    });
    socket.on('error', reject);
    socket.once('unexpected-response', (outgoing, response) => {
      reject(new SocketRefusedError(response));
      outgoing.destroy();
    });
  });
}

/**
 * How long a host may be silent before it responds (a backup takes a while), and during a WebSocket handshake, in
 * milliseconds.
 */
const RESPONSE_TIMEOUT_MS = 120_000;
const HANDSHAKE_TIMEOUT_MS = 20_000;
/** Bytes; records of the contract are far smaller. */
const MAX_FRAME_BYTES = 16 * 1024 * 1024;
