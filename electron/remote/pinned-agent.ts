import { Agent } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect, type TLSSocket } from 'node:tls';
import { Unreachable } from '../../shared/client/transport';

/** There was no connection to a host of the community; nothing was sent to whoever is there. */
export class NotReached extends Unreachable {
  /** The key of the other community whose host answered; null where none did. */
  readonly shown: string | null;

  constructor(shown: string | null, cause?: unknown) {
    super(cause);
    this.shown = shown;
  }
}

/**
 * Connections to one address of a community's hosts, for requests and sockets. Each is handed over only after the host has
 * shown a certificate that the community of this key has signed; else the request fails with NotReached.
 */
export class PinnedAgent extends Agent {
  readonly #address: string;
  readonly #key: string;

  /** `address` is `HOST:PORT`, `key` the fingerprint of the community's key. */
  constructor(address: string, key: string) {
    super({ keepAlive: true, maxSockets: CONNECTIONS, maxFreeSockets: KEPT });
    this.#address = address;
    this.#key = key;
  }

  override createConnection(
    _options: unknown,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    this.#connect().then(
      (socket) => callback?.(null, socket),
      // There is no stream where there is an error.
      (error: unknown) => callback?.(error as Error, undefined as unknown as Duplex),
    );
  }

  async #connect(): Promise<TLSSocket> {
    const { socket, signer } = await greet(this.#address);
    if (signer === this.#key) return socket;
    socket.destroy();
    throw new NotReached(signer);
  }
}

/**
 * The fingerprint of the community whose host is at an address; null where something else answers. Throws NotReached where
 * nothing does.
 */
export async function keyAt(address: string): Promise<string | null> {
  const { socket, signer } = await greet(address);
  socket.destroy();
  return signer;
}

/** Opens TLS and says nothing over it; tells by whom the certificate was signed. */
async function greet(address: string): Promise<{ socket: TLSSocket; signer: string | null }> {
  // Its library is a hundred files, which only who has joined something needs.
  const { signerShownBy } = await import('../identity/certificate');
  const { host, port } = partsOf(address);
  const socket = await new Promise<TLSSocket>((resolve, reject) => {
    const opened = connect({
      host,
      port,
      ...(isIP(host) === 0 && { servername: host }),
      minVersion: 'TLSv1.2',
      ALPNProtocols: ['http/1.1'],
      // No company vouches for a community: its own key does, and is looked at before anything is sent.
      rejectUnauthorized: false,
    });
    const fail = (cause: unknown) => {
      opened.destroy();
      reject(new NotReached(null, cause));
    };
    opened.setTimeout(PATIENCE_MS, () => fail(new Error('silence')));
    opened.once('error', fail);
    opened.once('secureConnect', () => {
      opened.setTimeout(0);
      opened.off('error', fail);
      // Whoever takes it over listens too.
      opened.on('error', () => opened.destroy());
      resolve(opened);
    });
  });
  return { socket, signer: signerShownBy(socket) };
}

/** An address as the system takes it. */
export function partsOf(address: string): { host: string; port: number } {
  const { hostname, port } = new URL(`https://${address}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 443) };
}

/** At once, and of those that wait for the next request. */
const CONNECTIONS = 16;
const KEPT = 4;
/** How long a host may take to greet, in milliseconds. */
const PATIENCE_MS = 6_000;
