import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import type { Readable } from 'node:stream';
import { WebSocket } from 'ws';
import { Unreachable } from '../../shared/client/transport';
import { HostNotReachedError, splitAddress, PinnedAgent } from './pinned-agent';

/**
 * State of a community's host: `here` (reachable), `away` (not reachable), `blocked` (another community answers at
 * its addresses; nothing is sent to it), `unknown` before the first connection.
 */
export type HostState = 'unknown' | 'here' | 'away' | 'blocked';

/** An HTTP request to a host. */
export interface HostRequest {
  method: string;
  path: string;
  headers: OutgoingHttpHeaders;
  body?: string | Readable;
}

/** A response, and the base URL it came from. */
export interface HostResponse {
  response: IncomingMessage;
  base: string;
}

/** An open WebSocket, and the base URL it belongs to. */
export interface HostSocket {
  socket: WebSocket;
  base: string;
}

/**
 * Connects to a community's host at any of its addresses; requests are only sent after the host has proved the
 * community's key.
 */
export class CommunityHost {
  #addresses: readonly string[];
  #key: string;
  #state: HostState = 'unknown';
  #presentedKey: string | null = null;
  readonly #agents = new Map<string, PinnedAgent>();
  readonly #onChange: () => void;
  readonly #onLost: () => void;

  /**
   * `addresses` are `HOST:PORT`, the most likely first; `onChange` is called when the state or the order changes,
   * `onLost` whenever no address answered.
   */
  constructor(addresses: readonly string[], key: string, onChange: () => void, onLost: () => void) {
    this.#addresses = addresses;
    this.#key = key;
    this.#onChange = onChange;
    this.#onLost = onLost;
  }

  get state(): HostState {
    return this.#state;
  }

  /** The key of the other community that answered, while the state is `blocked`. */
  get presentedKey(): string | null {
    return this.#presentedKey;
  }

  /** The address that worked last comes first. */
  get addresses(): readonly string[] {
    return this.#addresses;
  }

  get key(): string {
    return this.#key;
  }

  /** Switches to other addresses and another key. */
  retarget(addresses: readonly string[], key: string): void {
    this.close();
    this.#addresses = addresses;
    this.#key = key;
    this.#presentedKey = null;
    this.#state = 'unknown';
    this.#onChange();
  }

  /** Sends a request and returns the response, whatever its status. Throws Unreachable if there is none. */
  request(hostRequest: HostRequest): Promise<HostResponse> {
    return this.#tryAddresses(async (agent, base) => ({
      response: await requestWithRetry(agent, base, hostRequest),
      base,
    }));
  }

  /**
   * Opens a WebSocket, paused until someone listens: the first frames may already have arrived. Throws Unreachable,
   * or SocketRefusedError if the host answers with an HTTP status.
   */
  open(path: string, headers: OutgoingHttpHeaders): Promise<HostSocket> {
    return this.#tryAddresses(async (agent, base) => ({
      socket: await openSocket(agent, base, path, headers),
      base,
    }));
  }

  /** Closes all connections. */
  close(): void {
    for (const agent of this.#agents.values()) agent.destroy();
    this.#agents.clear();
  }

  /**
   * Tries the addresses in order; a request that failed after the connection was established is not repeated at
   * another one.
   */
  async #tryAddresses<T>(attempt: (agent: PinnedAgent, base: string) => Promise<T>): Promise<T> {
    let presentedKey: string | null = null;
    for (const address of this.#addresses) {
      try {
        const reached = await attempt(this.#agentOf(address), `https://${address}`);
        this.#markReached(address);
        return reached;
      } catch (error) {
        if (error instanceof SocketRefusedError) {
          this.#markReached(address);
          throw error;
        }
        if (!(error instanceof HostNotReachedError)) throw this.#markLost(null, error);
        presentedKey ??= error.presentedKey;
      }
    }
    throw this.#markLost(presentedKey);
  }

  #agentOf(address: string): PinnedAgent {
    const agent = this.#agents.get(address) ?? new PinnedAgent(address, this.#key);
    this.#agents.set(address, agent);
    return agent;
  }

  #markReached(address: string): void {
    const isFirst = this.#addresses[0] === address;
    if (this.#state === 'here' && isFirst) return;
    if (!isFirst) this.#addresses = [address, ...this.#addresses.filter((other) => other !== address)];
    this.#state = 'here';
    this.#presentedKey = null;
    this.#onChange();
  }

  #markLost(presentedKey: string | null, cause?: unknown): Unreachable {
    const state = presentedKey === null ? 'away' : 'blocked';
    if (state !== this.#state || presentedKey !== this.#presentedKey) {
      this.#state = state;
      this.#presentedKey = presentedKey;
      this.#onChange();
    }
    this.#onLost();
    return new Unreachable(cause);
  }
}

/** The host refused a WebSocket with an HTTP status. */
export class SocketRefusedError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

async function requestWithRetry(
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

function openSocket(
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
      reject(new SocketRefusedError(response.statusCode ?? 0));
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
