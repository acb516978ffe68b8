import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { WebSocket } from 'ws';
import { Unreachable } from '../../shared/client/transport';
import { MOVED_TO_HEADER, parseMovedTo } from '../standby/succession/moved-to';
import { openSocket, requestWithRetry, SocketRefusedError, type HostRequest } from './host-connections';
import { PinnedAgent } from './pinned-agent';
import { HostNotReachedError } from './tls-connection';

/**
 * State of a community's host: `here` (reachable), `away` (not reachable), `blocked` (another community answers at
 * its addresses; nothing is sent to it), `superseded` (only a former host answers, which another computer has replaced;
 * nothing is sent to it either), `unknown` before the first connection.
 */
export type HostState = 'unknown' | 'here' | 'away' | 'blocked' | 'superseded';

/** Where a community is hosted, and what proves it. */
export interface HostTarget {
  /** `HOST:PORT`, the most likely first. */
  addresses: readonly string[];
  /** Fingerprint of the community's key. */
  key: string;
  /** The highest term that a host of the community has shown; hosts of lower ones are refused. */
  term: number;
}

/** Receives what happens to the connection to a host. */
export interface HostListener {
  /** The state, the order of the addresses or the term has changed. */
  onChange: () => void;
  /** The host has answered, or shown over an open WebSocket that it is still there. */
  onContact: () => void;
  /** No address answered, for the first time or again. */
  onLost: (isNewlyLost: boolean) => void;
  /** A former host has answered, and says at which `HOST:PORT` the community is now; unverified. */
  onMoved: (to: readonly string[]) => void;
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
  #term: number;
  #state: HostState = 'unknown';
  #presentedKey: string | null = null;
  readonly #agents = new Map<string, PinnedAgent>();
  /** Open WebSockets with their addresses. */
  readonly #sockets = new Map<WebSocket, string>();
  readonly #listener: HostListener;

  constructor({ addresses, key, term }: HostTarget, listener: HostListener) {
    this.#addresses = addresses;
    this.#key = key;
    this.#term = term;
    this.#listener = listener;
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

  /** The highest term that a host of the community has shown. */
  get term(): number {
    return this.#term;
  }

  /** Switches to other addresses, another key, or a newer host. */
  retarget({ addresses, key, term }: HostTarget): void {
    this.close();
    if (term > this.#term) this.#closeSockets();
    this.#addresses = addresses;
    this.#key = key;
    this.#term = term;
    this.#presentedKey = null;
    this.#state = 'unknown';
    this.#listener.onChange();
  }

  /** Sends a request and returns the response, whatever its status. Throws Unreachable if there is none. */
  request(hostRequest: HostRequest): Promise<HostResponse> {
    return this.#tryAddresses(async (agent, base) => {
      const response = await requestWithRetry(agent, base, hostRequest);
      this.#readMovedTo(response);
      return { response, base };
    });
  }

  /**
   * Opens a WebSocket, paused until someone listens: the first frames may already have arrived. Throws Unreachable,
   * or SocketRefusedError if the host answers with an HTTP status.
   */
  open(path: string, headers: OutgoingHttpHeaders): Promise<HostSocket> {
    return this.#tryAddresses(async (agent, base, address) => {
      const socket = await openSocket(agent, base, path, headers);
      if (agent.term < this.#term) {
        socket.terminate();
        throw new HostNotReachedError(null, { isSuperseded: true });
      }
      this.#sockets.set(socket, address);
      socket.once('close', () => this.#sockets.delete(socket));
      socket.on('ping', () => this.#listener.onContact());
      return { socket, base };
    });
  }

  /** Ends idle connections, and requests whose connection carries nothing for some milliseconds. WebSockets stay. */
  endSilent(afterMs: number): void {
    for (const agent of this.#agents.values()) agent.endSilent(afterMs);
  }

  /** Closes all connections except for WebSockets. */
  close(): void {
    for (const agent of this.#agents.values()) agent.destroy();
    this.#agents.clear();
  }

  /**
   * Tries the addresses in order; a request that failed after the connection was established is not repeated at
   * another one.
   */
  async #tryAddresses<T>(
    attempt: (agent: PinnedAgent, base: string, address: string) => Promise<T>,
  ): Promise<T> {
    let presentedKey: string | null = null;
    let isSuperseded = false;
    for (const address of this.#addresses) {
      try {
        const reached = await attempt(this.#agentOf(address), `https://${address}`, address);
        this.#markReached(address);
        return reached;
      } catch (error) {
        if (error instanceof SocketRefusedError) {
          this.#markReached(address);
          this.#readMovedTo(error);
          throw error;
        }
        if (!(error instanceof HostNotReachedError)) throw this.#markLost('away', null, error);
        presentedKey ??= error.presentedKey;
        isSuperseded ||= error.isSuperseded;
      }
    }
    // A former host proves that the community still has its key.
    if (isSuperseded) throw this.#markLost('superseded', null);
    throw this.#markLost(presentedKey === null ? 'away' : 'blocked', presentedKey);
  }

  #readMovedTo({ headers }: Pick<IncomingMessage, 'headers'>): void {
    const to = parseMovedTo(headers[MOVED_TO_HEADER]);
    if (to.length > 0) this.#listener.onMoved(to);
  }

  #agentOf(address: string): PinnedAgent {
    const known = this.#agents.get(address);
    if (known) return known;
    const agent = new PinnedAgent(address, this.#key, (term) => this.#acceptTerm(term, address));
    this.#agents.set(address, agent);
    return agent;
  }

  /** Whether a host may be used. If it is newer than the others, their connections are closed. */
  #acceptTerm(term: number, address: string): boolean {
    if (term <= this.#term) return term === this.#term;
    this.#term = term;
    for (const [other, agent] of this.#agents) if (other !== address) agent.destroy();
    this.#closeSockets(address);
    this.#listener.onChange();
    return true;
  }

  /** Closes the WebSockets, except for those to one address. */
  #closeSockets(except?: string): void {
    for (const [socket, address] of this.#sockets) if (address !== except) socket.terminate();
  }

  #markReached(address: string): void {
    const isFirst = this.#addresses[0] === address;
    if (this.#state === 'here' && isFirst) return this.#listener.onContact();
    if (!isFirst) this.#addresses = [address, ...this.#addresses.filter((other) => other !== address)];
    this.#state = 'here';
    this.#presentedKey = null;
    this.#listener.onChange();
  }

  #markLost(state: HostState, presentedKey: string | null, cause?: unknown): Unreachable {
    const wasHere = this.#state === 'here';
    if (state !== this.#state || presentedKey !== this.#presentedKey) {
      this.#state = state;
      this.#presentedKey = presentedKey;
      this.#listener.onChange();
    }
    this.#listener.onLost(wasHere);
    return new Unreachable(cause);
  }
}
