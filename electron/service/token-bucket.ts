/** How often something may be done: `burst` times at once, and `perSecond` times a second after that. */
export interface Rate {
  burst: number;
  perSecond: number;
}

/** Limits how often something is done. All times are in milliseconds. */
export class TokenBucket {
  readonly #rate: Rate;
  #remaining: number;
  #usedAt = 0;

  constructor(rate: Rate) {
    this.#rate = rate;
    this.#remaining = rate.burst;
  }

  /** How many tokens were left after the last use. */
  get remaining(): number {
    return this.#remaining;
  }

  get usedAt(): number {
    return this.#usedAt;
  }

  /** Takes a token; returns false if none is left. */
  take(now: number): boolean {
    this.#refill(now);
    if (this.#remaining < 1) return false;
    this.#remaining--;
    return true;
  }

  /** Takes as many of `count` tokens as are left. */
  takeUpTo(count: number, now: number): void {
    this.#refill(now);
    this.#remaining = Math.max(0, this.#remaining - count);
  }

  /** Gives back a token. */
  giveBack(): void {
    this.#remaining = Math.min(this.#rate.burst, this.#remaining + 1);
  }

  #refill(now: number): void {
    const refill = (Math.max(0, now - this.#usedAt) / 1000) * this.#rate.perSecond;
    this.#remaining = Math.min(this.#rate.burst, this.#remaining + refill);
    this.#usedAt = now;
  }
}
