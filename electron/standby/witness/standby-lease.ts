import { RETRY_MS, TAKEOVER_MS, type LeaseAnswer, type SentLeaseRequest } from './lease-messages';

/** The host's term, the clock and the witness of a StandbyLease. */
export interface StandbyLeaseOptions {
  /** The term of the host that it follows. */
  term: number;
  /** Returns monotonic milliseconds. */
  now: () => number;
  /** Returns a number that no earlier request had. */
  nonce: () => number;
  /** Sends a request to the witness; it may be lost. */
  ask: (request: SentLeaseRequest) => void;
}

/** A term that the witness has granted, and when the standby asked for it. */
export interface Grant {
  term: number;
  askedAt: number;
}

/**
 * The standby's side of an automatic takeover: answers the host while it is there, and asks the witness for the next
 * term when it isn't.
 */
export class StandbyLease {
  readonly #options: StandbyLeaseOptions;
  #term: number;
  /** When the host was there last. A standby that has just started doesn't know, so it waits. */
  #seenAt: number;
  #vote: { nonce: number; askedAt: number } | null = null;
  #askedAt = -Infinity;

  constructor(options: StandbyLeaseOptions) {
    this.#options = options;
    this.#term = options.term;
    this.#seenAt = options.now();
  }

  /** The term of the host that it follows. */
  get term(): number {
    return this.#term;
  }

  /**
   * Whether the witness may have granted the next term. Until that is known, the host gets no answers, and nothing that
   * it sends is confirmed.
   */
  get isCandidate(): boolean {
    return this.#vote !== null;
  }

  /** Whether the host has been silent for too long. */
  get isDue(): boolean {
    return this.#options.now() - this.#seenAt >= TAKEOVER_MS;
  }

  /** Follows the host of a term, which has just accepted this standby. */
  follow(term: number): void {
    if (term <= this.#term) return;
    this.#term = term;
    this.#vote = null;
    this.#seenAt = this.#options.now();
  }

  /** Answers the host; null to leave it without an answer. */
  answer({ term, nonce }: Extract<SentLeaseRequest, { type: 'renew' }>): LeaseAnswer | null {
    if (term < this.#term) return { type: 'superseded', term: this.#term };
    this.follow(term);
    if (this.isCandidate) return null;
    this.#seenAt = this.#options.now();
    return { type: 'renewed', nonce, record: null };
  }

  /** Asks the witness if the host has been silent for too long; call it often. */
  tick(): void {
    const { now, nonce, ask } = this.#options;
    const at = now();
    if (!this.isDue || at - this.#askedAt < RETRY_MS) return;
    this.#askedAt = at;
    this.#vote = { nonce: this.#vote?.nonce ?? nonce(), askedAt: at };
    ask({ type: 'vote', term: this.#term + 1, nonce: this.#vote.nonce });
  }

  /** Takes the witness's answer; returns the term with which this machine is the host from now on, null for none. */
  answered(answer: LeaseAnswer): Grant | null {
    if (this.#vote === null || !('nonce' in answer) || answer.nonce !== this.#vote.nonce) return null;
    if (answer.type === 'granted') return { term: this.#term + 1, askedAt: this.#vote.askedAt };
    if (answer.type === 'refused') this.#vote = null;
    return null;
  }
}
