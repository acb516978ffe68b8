import { Agent } from 'node:https';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { connectTls, HostNotReachedError } from './tls-connection';

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

/** Open and idle connections per address. */
const MAX_CONNECTIONS = 16;
const MAX_IDLE_CONNECTIONS = 4;
