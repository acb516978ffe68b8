import proxyAddress from '@fastify/proxy-addr';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'node:net';
import { AppError } from '../../shared/errors';
import { CONNECTIONS } from '../../shared/limits';
import { addressKey, type Service } from '../service';
import { tokenOf, type DoorSettings } from './caller';

export interface ConnectionsOptions {
  /** Whether a token is valid; asked once for each connection that shows one. */
  isValid: (token: string) => Promise<boolean>;
  /** Whether an address is a proxy's, which connects for many people: it is not limited by address. */
  isProxy?: (address: string) => boolean;
  limits?: Record<keyof typeof CONNECTIONS, number>;
  /** Milliseconds in which a new connection may begin to ask. */
  grace?: number;
}

/** A connection of a client. */
interface Connection {
  socket: Socket;
  key: string;
  group: string;
  /** Requests that are being answered. */
  requests: number;
  /** What has shown that it is a member's: a token, or a signed address of content; null for a stranger's. */
  owner: string | null;
  /** It was opened just now and has asked for nothing yet. */
  isNew: boolean;
}

/**
 * The connections of all doors of one host. Those that have shown no valid token are few per address and are closed first
 * when all together come near the limit, idle ones before those that are being answered, so that members always come in.
 */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #limits: Record<keyof typeof CONNECTIONS, number>;
  readonly #all = new Map<string, Connection>();
  readonly #strangers = new Set<Connection>();
  readonly #strangersOf = new Map<string, Set<Connection>>();
  readonly #owned = new Map<string, number>();

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    this.#limits = options.limits ?? CONNECTIONS;
  }

  /** How many are open, and how many of them have shown no valid token. */
  get counts(): { all: number; strangers: number } {
    return { all: this.#all.size, strangers: this.#strangers.size };
  }

  /** Counts a new connection; false where there was no room for it, and it is closed. */
  admit(socket: Socket): boolean {
    const key = keyOf(socket);
    if (key === null || this.#all.has(key)) return true;
    const { total, headroom, perAddress } = this.#limits;
    if (this.#all.size >= total && !this.#closeStranger(this.#strangers, 'any')) {
      socket.destroy();
      return false;
    }
    if (this.#all.size >= total - headroom) this.#closeStranger(this.#strangers, 'silent');
    const group = this.#groupOf(socket);
    const others = this.#strangersOf.get(group);
    // New ones may be members', so that as many again may be about to ask.
    if (others && others.size >= perAddress)
      this.#closeStranger(others, others.size >= 2 * perAddress ? 'idle' : 'silent');
    const connection: Connection = { socket, key, group, requests: 0, owner: null, isNew: true };
    this.#all.set(key, connection);
    this.#addStranger(connection);
    // What has arrived by then is read first, also where this host was busy all the time.
    const end = () => void setImmediate(() => this.#endGrace(connection));
    const late = setTimeout(end, this.#options.grace ?? GRACE_MS);
    late.unref();
    socket.once('close', () => {
      clearTimeout(late);
      this.#remove(connection);
    });
    return true;
  }

  /** Counts the connections of a server that listens, or is handed those of one. */
  follow(server: Server): void {
    byServer.set(server, this);
    server.on('connection', (socket: Socket) => void this.admit(socket));
  }

  /**
   * Counts a request until its answer or its socket is closed. Throws `rate_limit_exceeded` where it shows no valid token
   * and its address has too many connections without one.
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
    if (token !== null && (await this.#options.isValid(token))) this.#own(connection, token, 'perToken');
    if (this.#isOneTooMany(connection) && !asksForContent(request)) throw TOO_MANY();
  }

  /** Notes that a request has shown a signed address of content, which only members are given. */
  trust(request: IncomingMessage): void {
    const connection = this.#find(request);
    if (connection?.owner === null) this.#own(connection, `content ${connection.group}`, 'perSignedAddress');
  }

  #find(request: IncomingMessage): Connection | undefined {
    const key = keyOf(request.socket);
    return key === null ? undefined : this.#all.get(key);
  }

  /** Beyond what one owner may have, a connection stays a stranger's. */
  #own(connection: Connection, owner: string, limit: 'perToken' | 'perSignedAddress'): void {
    const count = this.#owned.get(owner) ?? 0;
    if (count >= this.#limits[limit] || !this.#all.has(connection.key)) return;
    this.#removeStranger(connection);
    connection.owner = owner;
    this.#owned.set(owner, count + 1);
  }

  #end(connection: Connection, request: IncomingMessage): void {
    connection.requests--;
    if (connection.requests === 0 && this.#isOneTooMany(connection)) request.socket.end();
  }

  #isOneTooMany({ owner, group }: Connection): boolean {
    return owner === null && (this.#strangersOf.get(group)?.size ?? 0) > this.#limits.perAddress;
  }

  /** A connection that was silent since it was opened is one of many, or may stay. */
  #endGrace(connection: Connection): void {
    const isFull = this.#all.size > this.#limits.total - this.#limits.headroom;
    if (connection.isNew && connection.owner === null && (isFull || this.#isOneTooMany(connection)))
      this.#close(connection);
    connection.isNew = false;
  }

  /**
   * Closes the oldest of some strangers: a `silent` one asks for nothing and has had its time to, an `idle` one may just
   * have been opened. False where there is none.
   */
  #closeStranger(strangers: Iterable<Connection>, kind: 'silent' | 'idle' | 'any'): boolean {
    let oldest: Connection | undefined;
    for (const one of strangers) {
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
    if (owner === null) return this.#removeStranger(connection);
    const left = (this.#owned.get(owner) ?? 1) - 1;
    if (left === 0) this.#owned.delete(owner);
    else this.#owned.set(owner, left);
  }

  #addStranger(connection: Connection): void {
    this.#strangers.add(connection);
    const own = this.#strangersOf.get(connection.group);
    if (own) own.add(connection);
    else if (connection.group !== PROXY) this.#strangersOf.set(connection.group, new Set([connection]));
  }

  #removeStranger(connection: Connection): void {
    this.#strangers.delete(connection);
    const own = this.#strangersOf.get(connection.group);
    own?.delete(connection);
    if (own?.size === 0) this.#strangersOf.delete(connection.group);
  }

  #groupOf({ remoteAddress = '' }: Socket): string {
    return this.#options.isProxy?.(remoteAddress) === true ? PROXY : addressKey(remoteAddress);
  }
}

/** Counts the connections of a host's doors; those of the proxies that the settings trust are not limited by address. */
export function countConnections({
  service,
  settings: { trustProxy = [] },
}: {
  service: Pick<Service, 'isMember'>;
  settings: Pick<DoorSettings, 'trustProxy'>;
}): Connections {
  const isTrusted = trustProxy.length > 0 ? proxyAddress.compile(trustProxy) : () => false;
  return new Connections({
    isValid: (token) => service.isMember(token),
    isProxy: (address) => isTrusted(address, 0),
  });
}

/** The connections that the sockets of a server are counted among; null where nobody counts them. */
export function connectionsOf(server: Server): Connections | null {
  return byServer.get(server) ?? null;
}

const byServer = new WeakMap<Server, Connections>();
const GRACE_MS = 2_000;
const PROXY = 'proxy';
const TOO_MANY = () =>
  new AppError(
    'rate_limit_exceeded',
    'Too many connections from this address. Close some, or sign in, and try again.',
    { retryAfter: 5 },
  );

/** Whether a request may show by its signed address that it is a member's, without a body to wait for. */
function asksForContent({ url = '', headers }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
  return url.startsWith('/content/') && !hasBody;
}

/** Both ends of a connection, which TLS over it has too. Null once it is closed. */
function keyOf({ localPort, remoteAddress, remotePort }: Socket): string | null {
  return remotePort === undefined ? null : `${localPort} ${remoteAddress} ${remotePort}`;
}
