import type { HostCertificate } from '../../identity/certificate';
import type { WitnessDescription } from '../messages';
import { HostLease } from './host-lease';
import { leaseClock } from './lease-clock';
import { LeaseConnection } from './lease-connection';
import type { LeaseAnswer, SentLeaseRequest } from './lease-messages';

/** The witness, the standby and the term of a host. */
export interface HostWitnessOptions {
  witness: WitnessDescription;
  /** Fingerprint of the standby's certificate; "" without one. */
  standby: string;
  term: number;
  /** Returns the certificate of this host, which proves its term. */
  certificate: () => Promise<HostCertificate>;
  /** Sends a request to the standby if it is connected. */
  askStandby: (request: SentLeaseRequest) => void;
  /** Called regularly, and when more writes may be acknowledged than before. */
  onTick: () => void;
}

/** The connection of a host to its witness: renews the lease that allows this host to write, until it is closed. */
export class HostWitness {
  readonly lease: HostLease;
  readonly witness: WitnessDescription;
  readonly standby: string;
  readonly #connection: LeaseConnection;
  readonly #onTick: () => void;
  readonly #timer: NodeJS.Timeout;
  #nonce = 0;
  #answeredAt = -Infinity;

  constructor({ witness, standby, term, certificate, askStandby, onTick }: HostWitnessOptions) {
    this.witness = witness;
    this.standby = standby;
    this.#onTick = onTick;
    this.lease = new HostLease({
      term,
      standby,
      now: leaseClock(),
      nonce: () => ++this.#nonce,
      ask: (peer, request) => (peer === 'witness' ? this.#connection.send(request) : askStandby(request)),
      grantedAt: null,
    });
    this.#connection = new LeaseConnection({
      witness,
      certificate,
      onAnswer: (answer) => {
        this.#answeredAt = performance.now();
        this.lease.answered('witness', answer);
        onTick();
      },
    });
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#timer.unref();
    this.#tick();
  }

  /** Whether the witness has answered recently. */
  get isReachable(): boolean {
    return performance.now() - this.#answeredAt < GONE_MS;
  }

  /** Handles an answer of the standby. */
  handleStandbyAnswer(answer: LeaseAnswer): void {
    this.lease.answered('standby', answer);
    this.#onTick();
  }

  /**
   * Prevents an automatic takeover by the standby while its pairing or the witness changes, until `resume`. Returns
   * false if the witness doesn't answer in time.
   */
  async suspend(): Promise<boolean> {
    this.lease.setAlone(true);
    const isHopeless = this.#answeredAt !== -Infinity && !this.isReachable;
    const until = performance.now() + (isHopeless ? TICK_MS : SUSPEND_MS);
    while (performance.now() < until) {
      this.#tick();
      if (this.lease.isRecordedOutOfDate) return true;
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    }
    this.lease.setAlone(false);
    return false;
  }

  /** Allows the standby to take over automatically again, once it is up to date. */
  resume(): void {
    this.lease.setAlone(false);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#connection.close();
  }

  #tick(): void {
    this.lease.tick();
    this.#onTick();
  }
}

const TICK_MS = 100;
/** Milliseconds without an answer after which the witness is gone: two renewals were lost. */
const GONE_MS = 6_000;
const SUSPEND_MS = 2_000;
