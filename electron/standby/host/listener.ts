import type { AddressInfo, Socket } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import type { HostCertificate } from '../../identity/certificate';

/**
 * The port on which a host waits for its standby. Both sides show certificates: the host's is signed by the community's
 * key, the standby's is known by its fingerprint, which `onConnection` verifies.
 */
export class StandbyListener {
  readonly #server: Server;
  /** All connections, also those that have not shown their certificates yet. */
  readonly #sockets = new Set<Socket>();

  constructor({ key, cert }: HostCertificate, onConnection: (socket: TLSSocket) => void) {
    const mutual = { requestCert: true, rejectUnauthorized: false, handshakeTimeout: HANDSHAKE_MS };
    this.#server = createServer({ key, cert, ...mutual, minVersion: 'TLSv1.3' }, (socket) => {
      this.#track(socket);
      onConnection(socket);
    });
    this.#server.on('connection', (socket) => this.#track(socket));
    this.#server.maxConnections = MAX_CONNECTIONS;
    this.#server.on('tlsClientError', (_error, socket) => socket.destroy());
    // One connection that cannot be accepted must not end the host.
    this.#server.on('error', () => undefined);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Listens on all addresses; takes a free port if this one is 0 or taken. */
  async listen(port: number): Promise<void> {
    for (const [host, tried] of ATTEMPTS.map(([host, isFree]) => [host, isFree ? 0 : port] as const)) {
      try {
        return await this.#listenOn(host, tried);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (!RETRIED.has(code ?? '') || (host === ATTEMPTS.at(-1)?.[0] && tried === 0)) throw error;
      }
    }
  }

  setCertificate({ key, cert }: HostCertificate): void {
    this.#server.setSecureContext({ key, cert, minVersion: 'TLSv1.3' });
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  #listenOn(host: string, port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ host, port }, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
  }
}

/** IPv6 and IPv4 on the wanted port, IPv4 alone where there is no IPv6, then the same on a free port. */
const ATTEMPTS: readonly (readonly [host: string, isFree: boolean])[] = [
  ['::', false],
  ['0.0.0.0', false],
  ['::', true],
  ['0.0.0.0', true],
];
const RETRIED = new Set(['EAFNOSUPPORT', 'EADDRNOTAVAIL', 'EADDRINUSE', 'EACCES']);
const MAX_CONNECTIONS = 16;
const HANDSHAKE_MS = 10_000;
