import proxyAddress from '@fastify/proxy-addr';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'node:net';
import { AppError } from '../../shared/errors';
import { CONNECTIONS } from '../../shared/limits';
import { addressKey, type Service } from '../service';
import { tokenOf, type DoorSettings } from './session-reader';

/** How a connection limiter recognizes members and proxies, and its limits. */
export interface ConnectionLimiterOptions {
  /** Whether a token is valid; called once per connection. */
  isValid: (token: string) => Promise<boolean>;
  /** Whether an address is a proxy, which connects for many people and is not limited per address. */
  isProxy?: (address: string) => boolean;
  limits?: Record<keyof typeof CONNECTIONS, number>;
  /** Milliseconds in which a new connection may send its first request. */
  grace?: number;
}

/** An open client connection. */
interface Connection {
  socket: Socket;
  key: string;
  group: string;
  /** Number of requests in progress. */
  requests: number;
  /** What proved that the connection belongs to a member: a token or a signed content URL; null if anonymous. */
  owner: string | null;
  /** It was just opened and has sent no request. */
  isNew: boolean;
}

/**
 * Limits the connections of all doors of a host. Anonymous ones are limited per address and closed first when the
 * total nears its limit, idle ones before active ones, so that members can always connect.
 */
export class ConnectionLimiter {
  readonly #options: ConnectionLimiterOptions;
  readonly #limits: Record<keyof typeof CONNECTIONS, number>;
  readonly #all = new Map<string, Connection>();
  readonly #anonymous = new Set<Connection>();
  readonly #anonymousByGroup = new Map<string, Set<Connection>>();
  readonly #owned = new Map<string, number>();

  constructor(options: ConnectionLimiterOptions) {
    this.#options = options;
    this.#limits = options.limits ?? CONNECTIONS;
  }

  /** Number of open and of anonymous connections. */
  get counts(): { all: number; anonymous: number } {
    return { all: this.#all.size, anonymous: this.#anonymous.size };
  }

  /** Registers a new connection; false if there was no room and it was closed. */
  admit(socket: Socket): boolean {
    const key = keyOf(socket);
    if (key === null || this.#all.has(key)) return true;
    const { total, headroom, perAddress } = this.#limits;
    if (this.#all.size >= total && !this.#closeAnonymous(this.#anonymous, 'any')) {
      socket.destroy();
      return false;
    }
    if (this.#all.size >= total - headroom) this.#closeAnonymous(this.#anonymous, 'silent');
    const group = this.#groupOf(socket);
    const others = this.#anonymousByGroup.get(group);
    // New connections may belong to members, so twice as many are tolerated for a moment.
    if (others && others.size >= perAddress)
      this.#closeAnonymous(others, others.size >= 2 * perAddress ? 'idle' : 'silent');
    const connection: Connection = { socket, key, group, requests: 0, owner: null, isNew: true };
    this.#all.set(key, connection);
    this.#addAnonymous(connection);
    // Requests that have arrived by then are read first, even if this host was busy.
    const end = () => void setImmediate(() => this.#endGrace(connection));
    const graceTimer = setTimeout(end, this.#options.grace ?? GRACE_MS);
    graceTimer.unref();
    socket.once('close', () => {
      clearTimeout(graceTimer);
      this.#remove(connection);
    });
    return true;
  }

  /** Limits the connections of a server, whether it listens itself or receives them from another. */
  attachTo(server: Server): void {
    limiters.set(server, this);
    server.on('connection', (socket: Socket) => void this.admit(socket));
  }

  /**
   * Registers a request until its answer or socket closes. Throws `rate_limit_exceeded` if it has no valid token and
   * its address has too many anonymous connections.
   */
  async begin(
    request: IncomingMessage,
    answer: EventEmitter,
    token = tokenOf(request.headers),
  ): Promise<void> {
    const connection = this.#find(request);
    if (!connection) return;
    connection.requests++;
    connection.isNew = false;
    answer.once('close', () => this.#end(connection, request));
    if (connection.owner !== null) return;
    if (token !== null && (await this.#options.isValid(token)))
      this.#assignOwner(connection, token, 'perToken');
    if (this.#isOverLimit(connection) && !asksForContent(request)) throw tooManyConnections();
  }

  /** Marks a request as having used a signed content URL, which only members receive. */
  trust(request: IncomingMessage): void {
    const connection = this.#find(request);
    if (connection?.owner === null)
      this.#assignOwner(connection, `content ${connection.group}`, 'perSignedAddress');
  }

  #find(request: IncomingMessage): Connection | undefined {
    const key = keyOf(request.socket);
    return key === null ? undefined : this.#all.get(key);
  }

  /** Beyond the limit per owner a connection stays anonymous. */
  #assignOwner(connection: Connection, owner: string, limit: 'perToken' | 'perSignedAddress'): void {
    // Another request on this connection may have assigned its owner meanwhile.
    if (connection.owner !== null) return;
    const count = this.#owned.get(owner) ?? 0;
    if (count >= this.#limits[limit] || !this.#all.has(connection.key)) return;
    this.#removeAnonymous(connection);
    connection.owner = owner;
    this.#owned.set(owner, count + 1);
  }

  #end(connection: Connection, request: IncomingMessage): void {
    connection.requests--;
    if (connection.requests === 0 && this.#isOverLimit(connection)) request.socket.end();
  }

  #isOverLimit({ owner, group }: Connection): boolean {
    return owner === null && (this.#anonymousByGroup.get(group)?.size ?? 0) > this.#limits.perAddress;
  }

  /** Closes a connection without any request if there are too many. */
  #endGrace(connection: Connection): void {
    const isFull = this.#all.size > this.#limits.total - this.#limits.headroom;
    if (connection.isNew && connection.owner === null && (isFull || this.#isOverLimit(connection)))
      this.#close(connection);
    connection.isNew = false;
  }

  /**
   * Closes the oldest anonymous connection: `silent` ones have no request and their grace period is over, `idle` ones
   * may be new. False if there is none.
   */
  #closeAnonymous(anonymous: Iterable<Connection>, kind: 'silent' | 'idle' | 'any'): boolean {
    let oldest: Connection | undefined;
    for (const one of anonymous) {
      if (kind === 'any') oldest ??= one;
      if (one.requests > 0 || (one.isNew && kind !== 'idle')) continue;
      oldest = one;
      break;
    }
    if (oldest) this.#close(oldest);
    return oldest !== undefined;
  }

  #close(connection: Connection): void {
    connection.socket.destroy();
    this.#remove(connection);
  }

  #remove(connection: Connection): void {
    if (!this.#all.delete(connection.key)) return;
    const { owner } = connection;
    if (owner === null) return this.#removeAnonymous(connection);
    const left = (this.#owned.get(owner) ?? 1) - 1;
    if (left === 0) this.#owned.delete(owner);
    else this.#owned.set(owner, left);
  }

  #addAnonymous(connection: Connection): void {
    this.#anonymous.add(connection);
    const own = this.#anonymousByGroup.get(connection.group);
    if (own) own.add(connection);
    else if (connection.group !== PROXY) this.#anonymousByGroup.set(connection.group, new Set([connection]));
  }

  #removeAnonymous(connection: Connection): void {
    this.#anonymous.delete(connection);
    const own = this.#anonymousByGroup.get(connection.group);
    own?.delete(connection);
    if (own?.size === 0) this.#anonymousByGroup.delete(connection.group);
  }

  #groupOf({ remoteAddress = '' }: Socket): string {
    return this.#options.isProxy?.(remoteAddress) === true ? PROXY : addressKey(remoteAddress);
  }
}

/** Creates the limiter for a host's doors; trusted proxies are not limited per address. */
export function createConnectionLimiter({
  service,
  settings: { trustProxy = [] },
}: {
  service: Pick<Service, 'isMember'>;
  settings: Pick<DoorSettings, 'trustProxy'>;
}): ConnectionLimiter {
  const isTrusted = trustProxy.length > 0 ? proxyAddress.compile(trustProxy) : () => false;
  return new ConnectionLimiter({
    isValid: (token) => service.isMember(token),
    isProxy: (address) => isTrusted(address, 0),
  });
}

/** The limiter that a server's sockets are registered with; null for none. */
export function limiterOf(server: Server): ConnectionLimiter | null {
  return limiters.get(server) ?? null;
}

const limiters = new WeakMap<Server, ConnectionLimiter>();
const GRACE_MS = 2_000;
const PROXY = 'proxy';
const tooManyConnections = () =>
  new AppError(
    'rate_limit_exceeded',
    'Too many connections from this address. Close some, or sign in, and try again.',
    { retryAfter: 5 },
  );

/** Whether a request may authenticate by a signed content URL; it must have no body. */
function asksForContent({ url = '', headers }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
  return url.startsWith('/content/') && !hasBody;
}

/** Identifies a connection by both endpoints, which TLS on top of it shares. Null once it is closed. */
function keyOf({ localPort, remoteAddress, remotePort }: Socket): string | null {
  return remotePort === undefined ? null : `${localPort} ${remoteAddress} ${remotePort}`;
}
