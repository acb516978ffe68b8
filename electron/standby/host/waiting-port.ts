import type { TLSSocket } from 'node:tls';
import type { Logger } from 'pino';
import { AppError } from '../../../shared/errors';
import type { HostCertificate } from '../../identity/certificate';
import type { HostCertificateStore } from '../../sharing/host-certificate';
import type { StandbyListener } from './listener';

/** The port on which a host waits for its standby, with a certificate that is renewed in time. */
export class WaitingPort {
  readonly #certificates: HostCertificateStore;
  readonly #onConnection: (socket: TLSSocket) => void;
  readonly #logger: Logger;
  #listener: StandbyListener | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(certificates: HostCertificateStore, onConnection: (socket: TLSSocket) => void, logger: Logger) {
    this.#certificates = certificates;
    this.#onConnection = onConnection;
    this.#logger = logger;
  }

  /** 0 while it is closed. */
  get port(): number {
    return this.#listener?.port ?? 0;
  }

  /** The certificate of this host, which shows its term. */
  certificate(): Promise<HostCertificate> {
    return this.#certificates.obtain(CERTIFICATE_NAMES);
  }

  /** Opens it if it is closed; returns the port. Throws `unavailable` once it was closed for good. */
  async open(wanted: number): Promise<number> {
    if (this.#listener) return this.#listener.port;
    if (this.#isClosed) throw new AppError('unavailable');
    const { StandbyListener: Listener } = await import('./listener');
    const listener = new Listener(await this.certificate(), this.#onConnection);
    await listener.listen(wanted);
    if (wanted !== 0 && listener.port !== wanted)
      this.#logger.warn({ wanted, port: listener.port }, 'the port for the standby is taken');
    this.#listener = listener;
    this.#timer = setInterval(() => void this.#renewCertificate(), CERTIFICATE_INTERVAL_MS).unref();
    return listener.port;
  }

  /** Closes it and its connections; `isForGood`: it is not opened again. */
  async close(isForGood = false): Promise<void> {
    this.#isClosed ||= isForGood;
    clearInterval(this.#timer);
    await this.#listener?.close();
    this.#listener = null;
  }

  async #renewCertificate(): Promise<void> {
    const before = this.#certificates.current?.fingerprint;
    try {
      const certificate = await this.#certificates.obtain(CERTIFICATE_NAMES, true);
      if (certificate.fingerprint !== before) this.#listener?.setCertificate(certificate);
    } catch (error) {
      // There is a month left in which it is tried again.
      this.#logger.warn({ err: error }, 'the certificate for the standby could not be renewed');
    }
  }
}

/** The standby checks who signed the certificate, not the names in it. */
const CERTIFICATE_NAMES = ['localhost', '127.0.0.1'];
const CERTIFICATE_INTERVAL_MS = 24 * 3_600_000;
