import { migrations } from '../../database/migrations';
import type { StandbyRecord } from '../copy/standby-folder';
import type { WitnessDescription } from '../messages';
import { LeaseConnection } from './lease-connection';
import type { LeaseAnswer, SentLeaseRequest } from './lease-messages';
import { StandbyLease } from './standby-lease';

/** The standby's side of its witness: asks it for the next term once the host has been silent for too long. */
export class StandbyWitness {
  readonly #certificate: StandbyRecord['certificate'];
  readonly #onGrant: (term: number) => void;
  readonly #lease: StandbyLease;
  #connection: LeaseConnection | null = null;
  #witness: WitnessDescription | null = null;
  #timer: NodeJS.Timeout | undefined;
  #nonce = 0;

  /** `onGrant` is called with the term in which this machine is the host from now on. */
  constructor({ certificate, host, witness, schema }: StandbyRecord, onGrant: (term: number) => void) {
    this.#certificate = certificate;
    this.#onGrant = onGrant;
    this.#lease = new StandbyLease({
      term: host.term,
      now: () => performance.now(),
      nonce: () => ++this.#nonce,
      ask: (request) => this.#connection?.send(request),
    });
    this.set(witness, schema);
  }

  /** Takes over automatically from now on. */
  begin(): void {
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS);
  }

  /** Which machine is the witness from now on; `schema` is the version of the host's database. */
  set(witness: WitnessDescription | null, schema: number): void {
    // A database of a newer version can't be opened here.
    const usable = schema <= migrations.length ? witness : null;
    if (usable?.certificate === this.#witness?.certificate) return;
    this.#connection?.close();
    this.#witness = usable;
    this.#connection =
      usable &&
      new LeaseConnection({
        witness: usable,
        certificate: () => Promise.resolve(this.#certificate),
        onAnswer: (answer) => this.#answered(answer),
      });
  }

  /** Follows the host of a term, which has just accepted this standby. */
  follow(term: number): void {
    this.#lease.follow(term);
  }

  /** Answers the host; null to leave it without an answer. */
  answer(request: Extract<SentLeaseRequest, { type: 'renew' }>): LeaseAnswer | null {
    return this.#lease.answer(request);
  }

  /** Resolves once it is known that the witness has not let this machine take over: until then nothing is confirmed. */
  async decided(): Promise<void> {
    while (this.#timer !== undefined && this.#lease.isCandidate)
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#connection?.close();
  }

  /** A request that may arrive makes this machine a candidate, so it isn't sent to a witness that isn't there. */
  #tick(): void {
    const connection = this.#connection;
    if (connection === null || !this.#lease.isDue) return;
    connection.open();
    if (connection.isOpen || this.#lease.isCandidate) this.#lease.tick();
  }

  #answered(answer: LeaseAnswer): void {
    const grant = this.#lease.answered(answer);
    if (grant === null) return;
    this.close();
    this.#onGrant(grant.term);
  }
}

const TICK_MS = 100;
