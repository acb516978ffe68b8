import { Agent } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect, type TLSSocket } from 'node:tls';
import { Unreachable } from '../../shared/client/transport';
import type { PeerHost } from '../identity/certificate';

/** No connection to a host of the community could be established; nothing was sent. */
export class HostNotReachedError extends Unreachable {
  /** Key of the other community that answered; null if none did. */
  readonly presentedKey: string | null;
  /** Whether a former host of this community answered, which another one has replaced. */
  readonly isSuperseded: boolean;

  constructor(presentedKey: string | null, { cause, isSuperseded = false }: NotReachedOptions = {}) {
    super(cause);
    this.presentedKey = presentedKey;
    this.isSuperseded = isSuperseded;
  }
}

interface NotReachedOptions {
  cause?: unknown;
  isSuperseded?: boolean;
}

/** Who hosts a community at an address: the fingerprint of the community's key, and the host's term. */
export interface PresentedHost {
  key: string;
  term: number;
}

/**
 * HTTPS agent for one address of a community. A connection is used only after the host has presented a certificate
 * signed by the community's key, for a term that is accepted; otherwise the request fails with HostNotReachedError.
 */
export class PinnedAgent extends Agent {
  readonly #address: string;
  readonly #key: string;
  readonly #acceptTerm: (term: number) => boolean;
  #term = 0;

  /**
   * `address` is `HOST:PORT`, `key` the fingerprint of the community's key; `acceptTerm` is asked for each connection
   * whether the term of its host is not outdated.
   */
  constructor(address: string, key: string, acceptTerm: (term: number) => boolean) {
    super({ keepAlive: true, maxSockets: MAX_CONNECTIONS, maxFreeSockets: MAX_IDLE_CONNECTIONS });
    this.#address = address;
    this.#key = key;
    this.#acceptTerm = acceptTerm;
  }

  /** The term of the host that was accepted last. */
  get term(): number {
    return this.#term;
  }

  /**
   * Ends idle connections, and requests whose connection carries nothing for some milliseconds: after a change of
   * network the system may not report for minutes that they are dead.
   */
  endSilent(afterMs: number): void {
    for (const socket of Object.values(this.freeSockets).flat()) socket?.destroy();
    // A request gives up when its socket reports that the time is over.
    for (const socket of Object.values(this.sockets).flat()) socket?.setTimeout(afterMs);
  }

  override createConnection(
    _options: unknown,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    this.#connect().then(
      (socket) => callback?.(null, socket),
      // The type asks for a stream even if there is an error.
      (error: unknown) => callback?.(error as Error, undefined as unknown as Duplex),
    );
  }

  async #connect(): Promise<TLSSocket> {
    const { socket, signer, term } = await connectTls(this.#address);
    const isOurs = signer === this.#key;
    if (isOurs && this.#acceptTerm(term)) {
      this.#term = term;
      return socket;
    }
    socket.destroy();
    throw isOurs ? new HostNotReachedError(null, { isSuperseded: true }) : new HostNotReachedError(signer);
  }
}

/**
 * Finds out which community is hosted at an address, without sending anything; null if something else answers. Throws
 * HostNotReachedError if nothing does.
 */
export async function identifyHost(address: string): Promise<PresentedHost | null> {
  const { socket, signer, term } = await connectTls(address);
  socket.destroy();
  return signer === null ? null : { key: signer, term };
}

/**
 * Establishes TLS without sending anything, and finds out who signed the certificate and which term it shows (0 if
 * nobody signed it). `own` is the certificate to show, if any.
 */
export async function connectTls(
  address: string,
  own?: { key: string; cert: string },
): Promise<PeerHost & { socket: TLSSocket }> {
  // Loaded lazily: its library has a hundred files, needed only for remote communities.
  const { identifyPeer: identify } = await import('../identity/certificate');
  const { host, port } = splitAddress(address);
  const socket = await new Promise<TLSSocket>((resolve, reject) => {
    const connecting = connect({
      host,
      port,
      ...own,
      ...(isIP(host) === 0 && { servername: host }),
      minVersion: 'TLSv1.2',
      ALPNProtocols: ['http/1.1'],
      // Communities have no certificate authority: their own key is verified before anything is sent.
      rejectUnauthorized: false,
    });
    const fail = (cause: unknown) => {
      connecting.destroy();
      reject(new HostNotReachedError(null, { cause }));
    };
    connecting.setTimeout(HANDSHAKE_TIMEOUT_MS, () => fail(new Error('timeout')));
    connecting.once('error', fail);
    connecting.once('secureConnect', () => {
      connecting.setTimeout(0);
      connecting.off('error', fail);
      // The later user of the socket adds listeners of its own.
      connecting.on('error', () => connecting.destroy());
      resolve(connecting);
    });
  });
  return { socket, ...identify(socket) };
}

/** Host and port of an address, as sockets take them. */
export function splitAddress(address: string): { host: string; port: number } {
  const { hostname, port } = new URL(`https://${address}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 443) };
}

/** Open and idle connections per address. */
const MAX_CONNECTIONS = 16;
const MAX_IDLE_CONNECTIONS = 4;
/** Milliseconds for connecting and the TLS handshake. */
const HANDSHAKE_TIMEOUT_MS = 6_000;
