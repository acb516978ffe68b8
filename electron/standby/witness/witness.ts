import { TAKEOVER_MS, type LeaseAnswer, type LeaseRequest } from './lease-messages';

/** What a witness has on its disk. */
export interface WitnessState {
  /** The highest term that it knows of, which may be one that it granted. */
  term: number;
  /** The standby to which it granted this term; "" if it didn't. */
  grantedTo: string;
  /** Fingerprint of the standby's certificate; "" if unknown. */
  standby: string;
  /** Whether it has everything that the host of this term has acknowledged. */
  hasEverything: boolean;
  /** Grows with each change. */
  revision: number;
}

export interface WitnessOptions {
  state: WitnessState;
  /** Returns monotonic milliseconds. */
  now: () => number;
  /** Stores the state; it is on the disk when this returns. */
  save: (state: WitnessState) => void;
}

/**
 * The third machine, which decides between a host and its standby while they don't reach each other: it knows when it
 * heard from the host last, and lets the standby take over at most once per term.
 */
export class Witness {
  readonly #options: WitnessOptions;
  #state: WitnessState;
  /** When the host was there last. A witness that has just started doesn't know, so it waits. */
  #seenAt: number;

  constructor(options: WitnessOptions) {
    this.#options = options;
    this.#state = options.state;
    this.#seenAt = options.now();
  }

  /** What is on the disk. */
  get state(): WitnessState {
    return this.#state;
  }

  /** Answers a request; what it promises is on the disk. */
  answer(request: LeaseRequest): LeaseAnswer {
    if (request.type === 'vote') return this.#vote(request);
    const { term } = this.#state;
    if (request.term < term) return { type: 'superseded', term };
    // The owner let another machine take over.
    if (request.term > term) this.#change({ term: request.term, grantedTo: '', hasEverything: false });
    if (request.type === 'renew') {
      this.#seenAt = this.#options.now();
      return { type: 'renewed', nonce: request.nonce, record: this.#record };
    }
    const { standby, hasEverything, revision } = request;
    if (revision === this.#state.revision) this.#change({ standby, hasEverything });
    return { type: 'recorded', record: this.#record };
  }

  #vote({ term, voter, nonce }: Extract<LeaseRequest, { type: 'vote' }>): LeaseAnswer {
    const { term: known, grantedTo, standby, hasEverything } = this.#state;
    // The answer was lost, or the standby was restarted.
    if (term === known && grantedTo === voter) return { type: 'granted', nonce };
    if (term !== known + 1) return { type: 'refused', nonce, reason: 'other_term' };
    if (voter !== standby) return { type: 'refused', nonce, reason: 'other_standby' };
    if (!hasEverything) return { type: 'refused', nonce, reason: 'out_of_date' };
    if (this.#options.now() - this.#seenAt < TAKEOVER_MS)
      return { type: 'refused', nonce, reason: 'host_is_there' };
    this.#change({ term, grantedTo: voter, hasEverything: false });
    return { type: 'granted', nonce };
  }

  get #record() {
    const { revision, standby, hasEverything } = this.#state;
    return { revision, standby, hasEverything };
  }

  #change(change: Partial<WitnessState>): void {
    const next = { ...this.#state, ...change, revision: this.#state.revision + 1 };
    this.#options.save(next);
    this.#state = next;
  }
}
