import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import type { Readable } from 'node:stream';
import { WebSocket } from 'ws';
import { Unreachable } from '../../shared/client/transport';
import { NotReached, partsOf, PinnedAgent } from './pinned-agent';

/**
 * How a community's host was found last: `here`, `away`, or `blocked`: at its addresses there is another community, to which
 * nothing is sent. `unknown` before the first look.
 */
export type HostState = 'unknown' | 'here' | 'away' | 'blocked';

/** What is asked of a host, in HTTP's words. */
export interface HostQuestion {
  method: string;
  path: string;
  headers: OutgoingHttpHeaders;
  body?: string | Readable;
}

/** An answer, and the beginning of the addresses in it. */
export interface HostAnswer {
  response: IncomingMessage;
  base: string;
}

/** An open socket, likewise. */
export interface HostSocket {
  socket: WebSocket;
  base: string;
}

/** The hosts of one community, at whichever of its addresses they are; only those that show its key are spoken to. */
export class CommunityHost {
  #addresses: readonly string[];
  #key: string;
  #state: HostState = 'unknown';
  #shown: string | null = null;
  readonly #agents = new Map<string, PinnedAgent>();
  readonly #onchange: () => void;
  readonly #onlost: () => void;

  /**
   * `addresses` as `HOST:PORT`, the likeliest first; `onchange` is told when the state or the order is another, `onlost` each
   * time that it was found nowhere.
   */
  constructor(addresses: readonly string[], key: string, onchange: () => void, onlost: () => void) {
    this.#addresses = addresses;
    this.#key = key;
    this.#onchange = onchange;
    this.#onlost = onlost;
  }

  get state(): HostState {
    return this.#state;
  }

  /** The key of the community that is there instead, while it is blocked. */
  get shown(): string | null {
    return this.#shown;
  }

  /** Where it was found last comes first. */
  get addresses(): readonly string[] {
    return this.#addresses;
  }

  get key(): string {
    return this.#key;
  }

  /** Goes by these addresses, and this key, from now on. */
  become(addresses: readonly string[], key: string): void {
    this.close();
    this.#addresses = addresses;
    this.#key = key;
    this.#shown = null;
    this.#state = 'unknown';
    this.#onchange();
  }

  /** Asks and gives the answer, whatever it is. Throws Unreachable where none came. */
  ask(question: HostQuestion): Promise<HostAnswer> {
    return this.#reach(async (agent, base) => ({ response: await askOnce(agent, base, question), base }));
  }

  /**
   * Opens a socket, which is paused until somebody listens to it: its first words may have come along. Throws Unreachable, and
   * Refused where the host answers by something else.
   */
  open(path: string, headers: OutgoingHttpHeaders): Promise<HostSocket> {
    return this.#reach(async (agent, base) => ({ socket: await openOnce(agent, base, path, headers), base }));
  }

  /** Ends every connection. */
  close(): void {
    for (const agent of this.#agents.values()) agent.destroy();
    this.#agents.clear();
  }

  /** Tries one address after the other; what failed after it was reached is not tried elsewhere. */
  async #reach<T>(attempt: (agent: PinnedAgent, base: string) => Promise<T>): Promise<T> {
    let shown: string | null = null;
    for (const address of this.#addresses) {
      try {
        const reached = await attempt(this.#agentOf(address), `https://${address}`);
        this.#find(address);
        return reached;
      } catch (error) {
        if (error instanceof Refused) {
          this.#find(address);
          throw error;
        }
        if (!(error instanceof NotReached)) throw this.#lose(null, error);
        shown ??= error.shown;
      }
    }
    throw this.#lose(shown);
  }

  #agentOf(address: string): PinnedAgent {
    const agent = this.#agents.get(address) ?? new PinnedAgent(address, this.#key);
    this.#agents.set(address, agent);
    return agent;
  }

  #find(address: string): void {
    const isFirst = this.#addresses[0] === address;
    if (this.#state === 'here' && isFirst) return;
    if (!isFirst) this.#addresses = [address, ...this.#addresses.filter((one) => one !== address)];
    this.#state = 'here';
    this.#shown = null;
    this.#onchange();
  }

  #lose(shown: string | null, cause?: unknown): Unreachable {
    const state = shown === null ? 'away' : 'blocked';
    if (state !== this.#state || shown !== this.#shown) {
      this.#state = state;
      this.#shown = shown;
      this.#onchange();
    }
    this.#onlost();
    return new Unreachable(cause);
  }
}

/** A host answered a socket by something else; `status` is that of HTTP. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

async function askOnce(agent: PinnedAgent, base: string, question: HostQuestion): Promise<IncomingMessage> {
  try {
    return await send(agent, base, question);
  } catch (error) {
    // A kept connection was closed from the other side just then; whether the host has seen this can't be told.
    if (!(error instanceof Stale) || !isRepeatable(question)) throw error;
    return send(agent, base, question);
  }
}

/** Asked twice it does what it does once: a read, or a write under a key. */
function isRepeatable({ method, headers, body }: HostQuestion): boolean {
  if (typeof body === 'object') return false;
  return ['GET', 'HEAD'].includes(method) || headers['idempotency-key'] !== undefined;
}

/** A request went out over a connection that was no more. */
class Stale extends Error {}

function send(
  agent: PinnedAgent,
  base: string,
  { method, path, headers, body }: HostQuestion,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const address = base.slice('https://'.length);
    const asking = request({
      agent,
      ...partsOf(address),
      method,
      path,
      headers: { ...headers, host: address },
    });
    asking.setTimeout(PATIENCE_MS, () => asking.destroy(new Error('silence')));
    asking.once('response', resolve);
    asking.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = asking.reusedSocket && error.code === 'ECONNRESET';
      reject(isStale ? new Stale(error.message, { cause: error }) : error);
    });
    if (typeof body !== 'object') return void asking.end(body);
    // Where there is no connection the bytes are still there for another address.
    asking.once('socket', () => body.pipe(asking));
    body.once('error', (error) => asking.destroy(error));
  });
}

function openOnce(
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
      maxPayload: LARGEST_FRAME,
      handshakeTimeout: SOCKET_PATIENCE_MS,
    });
    socket.once('open', () => {
      socket.pause();
      resolve(socket);
    });
    socket.on('error', reject);
    socket.once('unexpected-response', (asking, response) => {
      reject(new Refused(response.statusCode ?? 0));
      asking.destroy();
    });
  });
}

/** How long a host may say nothing while it is asked, such as for a backup, and while a socket is opened, in milliseconds. */
const PATIENCE_MS = 120_000;
const SOCKET_PATIENCE_MS = 20_000;
/** Bytes; records of the contract are far smaller. */
const LARGEST_FRAME = 16 * 1024 * 1024;
