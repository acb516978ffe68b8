import { Agent } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect, type TLSSocket } from 'node:tls';
import { Unreachable } from '../../shared/client/transport';

/** No connection to a host of the community could be established; nothing was sent. */
export class HostNotReachedError extends Unreachable {
  /** Key of the other community that answered; null if none did. */
  readonly presentedKey: string | null;

  constructor(presentedKey: string | null, cause?: unknown) {
    super(cause);
    this.presentedKey = presentedKey;
  }
}

/**
 * HTTPS agent for one address of a community. A connection is used only after the host has presented a certificate
 * signed by the community's key; otherwise the request fails with HostNotReachedError.
 */
export class PinnedAgent extends Agent {
  readonly #address: string;
  readonly #key: string;

  /** `address` is `HOST:PORT`, `key` the fingerprint of the community's key. */
  constructor(address: string, key: string) {
    super({ keepAlive: true, maxSockets: MAX_CONNECTIONS, maxFreeSockets: MAX_IDLE_CONNECTIONS });
    this.#address = address;
    this.#key = key;
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
    const { socket, signer } = await connectTls(this.#address);
    if (signer === this.#key) return socket;
    socket.destroy();
    throw new HostNotReachedError(signer);
  }
}

/**
 * Fingerprint of the community hosted at an address; null if something else answers. Throws HostNotReachedError if
 * nothing does.
 */
export async function fetchKey(address: string): Promise<string | null> {
  const { socket, signer } = await connectTls(address);
  socket.destroy();
  return signer;
}

/**
 * Establishes TLS without sending anything, and finds out who signed the certificate. `own` is the certificate to show,
 * if any.
 */
export async function connectTls(
  address: string,
  own?: { key: string; cert: string },
): Promise<{ socket: TLSSocket; signer: string | null }> {
  // Loaded lazily: its library has a hundred files, needed only for remote communities.
  const { peerSignerOf: signerShownBy } = await import('../identity/certificate');
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
      reject(new HostNotReachedError(null, cause));
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
  return { socket, signer: signerShownBy(socket) };
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
