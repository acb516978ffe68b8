import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { Unreachable } from '../../shared/client/transport';
import type { PeerHost } from '../identity/certificate';

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

/** Milliseconds for connecting and the TLS handshake. */
const HANDSHAKE_TIMEOUT_MS = 6_000;
