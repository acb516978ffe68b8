import type { Logger } from 'pino';
import { STANDBY } from '../../../shared/limits';
import type { HostLease } from '../witness/host-lease';

/** What may be acknowledged, as the lease of a host with a witness decides. */
export type AcknowledgingLease = Pick<
  HostLease,
  'acknowledged' | 'isSynchronous' | 'committed' | 'stored' | 'setContents'
>;

/**
 * Holds the answers to writes back until the standby has stored them. If it takes too long, or is away for as long,
 * writes are answered without it until it is in step again. With a witness, writes always wait, and are answered
 * without the standby once the witness knows that it lacks something.
 */
export class AnswerGate {
  readonly #logger: Logger;
  /** In the order of the commits. */
  readonly #held: HeldAnswers[] = [];
  #isOn = false;
  #isSuspended = false;
  #stored = 0;
  #hasContents = false;
  #lease: AcknowledgingLease | null = null;
  /** Since when the standby has not been in step; null while it is. Monotonic milliseconds. */
  #awaySince: number | null = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Whether writes are answered without the standby although they should wait for it. */
  get isSuspended(): boolean {
    return this.#lease ? !this.#lease.isSynchronous : this.#isOn && this.#isSuspended;
  }

  /** Whether answers wait for the standby. */
  get isWaiting(): boolean {
    return this.#lease !== null || (this.#isOn && !this.#isSuspended);
  }

  /** Whether the standby has had all contents since writes were last answered without it. */
  get hasContents(): boolean {
    return this.#hasContents;
  }

  /** With a witness, its lease decides; null without one. `mark` is the end of what was committed so far. */
  setLease(lease: AcknowledgingLease | null, mark: number): void {
    if (lease === this.#lease) return;
    this.#lease = lease;
    lease?.setContents(this.#hasContents);
    lease?.committed(mark);
    if (this.#stored > 0) lease?.stored(this.#stored);
    this.leaseChanged();
    if (!lease && !this.#isOn) this.#releaseUpTo(Infinity);
    this.#schedule();
  }

  /** More may be acknowledged than before. */
  leaseChanged(): void {
    if (this.#lease) this.#releaseUpTo(this.#lease.acknowledged);
  }

  /** What was committed so far ends at this mark; `isOther`: for another standby than before, which has nothing yet. */
  reset(mark: number, isOther: boolean): void {
    if (isOther) this.#stored = 0;
    if (isOther || this.#lease?.isSynchronous === false) this.#setContents(false);
    this.#lease?.committed(mark);
  }

  /** The standby has all contents. */
  contentsStored(): void {
    this.#setContents(true);
  }

  /** Decides whether writes wait. */
  setWait(wait: boolean): void {
    if (wait === this.#isOn) return;
    this.#isOn = wait;
    this.#isSuspended = false;
    if (this.#awaySince !== null) this.#awaySince = performance.now();
    if (!wait && !this.#lease) this.#releaseUpTo(Infinity);
    this.#schedule();
  }

  /**
   * Calls `answer` once everything up to a mark is stored, or at once if writes don't wait; `refuse` if it never is.
   */
  hold(mark: number, answer: () => void, refuse: (error: Error) => void): void {
    this.#lease?.committed(mark);
    const isWaiting = this.#lease
      ? mark > this.#lease.acknowledged
      : this.#isOn && !this.#isSuspended && mark > this.#stored;
    if (!isWaiting && this.#held.length === 0) return answer();
    this.#held.push({ mark, answer, refuse, at: performance.now() });
    this.#schedule();
  }

  /** The standby has stored everything up to a mark. `isInStep`: nothing is behind. */
  stored(mark: number, isInStep: boolean): void {
    this.#stored = mark;
    this.#lease?.stored(mark);
    this.#releaseUpTo(this.#lease?.acknowledged ?? mark);
    if (isInStep) {
      if (this.#isOn && this.#isSuspended && !this.#lease)
        this.#logger.info('writes wait for the standby again');
      this.#isSuspended = false;
      this.#awaySince = null;
    }
    this.#schedule();
  }

  /** The standby is no longer connected. */
  left(): void {
    this.#awaySince ??= performance.now();
    this.#schedule();
  }

  /** Another machine is the host, without what still waits here. */
  refuse(error: Error): void {
    for (const { refuse } of this.#held.splice(0)) refuse(error);
  }

  /** Answers everything. */
  close(): void {
    this.#isOn = false;
    this.#lease = null;
    this.#releaseUpTo(Infinity);
    this.#schedule();
  }

  #setContents(hasAll: boolean): void {
    this.#hasContents = hasAll;
    this.#lease?.setContents(hasAll);
  }

  /** One timer for the oldest answer, not one for each. */
  #schedule(): void {
    clearTimeout(this.#timer);
    if (!this.#isOn || this.#isSuspended || this.#lease) return;
    const since = Math.min(this.#held[0]?.at ?? Infinity, this.#awaySince ?? Infinity);
    if (since === Infinity) return;
    const wait = Math.max(0, since + STANDBY.wait * 1000 - performance.now());
    this.#timer = setTimeout(() => this.#suspend(), wait).unref();
  }

  #suspend(): void {
    this.#isSuspended = true;
    this.#logger.warn('the standby does not keep up: writes no longer wait for it');
    this.#releaseUpTo(Infinity);
  }

  #releaseUpTo(mark: number): void {
    const left = this.#held.findIndex((one) => one.mark > mark);
    for (const { answer } of this.#held.splice(0, left === -1 ? this.#held.length : left)) answer();
  }
}

interface HeldAnswers {
  mark: number;
  answer: () => void;
  refuse: (error: Error) => void;
  /** Monotonic milliseconds. */
  at: number;
}
