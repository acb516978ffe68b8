import { LIFETIMES, LIMITS, RATES } from '../../shared/limits';
import { AppError } from '../../shared/errors';

/**
 * State that lives in memory only: rate limits, presence, used captchas, delays. One class, so that several hosting
 * processes could share it one day.
 */
export class EphemeralState {
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();
  readonly #repeatBuckets = new Map<string, Bucket>();
  readonly #windows = new Map<string, Window>();
  readonly #delays = new Map<string, Delay>();
  readonly #running = new Map<string, number>();
  readonly #captchas = new Map<string, number>();
  readonly #present = new Map<number, Map<symbol, number>>();
  /** The connections whose devices nobody uses. */
  readonly #idle = new Set<symbol>();
  readonly #departures = new Map<number, number>();

  /** `now` returns milliseconds. Setting the clock back doesn't prolong any wait. */
  constructor(now: () => number) {
    let seen = now();
    let passed = 0;
    this.#now = () => {
      const at = now();
      passed += Math.max(0, at - seen);
      seen = at;
      return passed;
    };
  }

  /** Takes one request from a token's bucket; throws `rate_limit_exceeded` if it is empty. */
  consumeRequest(token: string): void {
    if (!this.#take(this.#buckets, token)) throw rateLimited(1);
  }

  /**
   * Gives back the request of a repeated write that was answered as before, so that lost answers don't slow a client down.
   * Repeats have a bucket of the same size: a flood of them is limited too.
   */
  refundRepeat(token: string): void {
    const bucket = this.#buckets.get(token);
    if (bucket && this.#take(this.#repeatBuckets, token))
      bucket.remaining = Math.min(RATES.requestBurst, bucket.remaining + 1);
  }

  /**
   * Counts a running upload of a token until the returned function is called; throws `rate_limit_exceeded` from the
   * fifth on.
   */
  beginUpload(token: string): () => void {
    return this.#startRunning(`upload:${token}`, LIMITS.uploadsAtOnce, 5);
  }

  /**
   * Counts an action under a key in a window of `seconds`; throws `rate_limit_exceeded` beyond `limit`. The returned
   * function takes the action back.
   */
  consume(key: string, limit: number, seconds: number): () => void {
    const now = this.#now();
    let window = this.#windows.get(key);
    if (!window || now >= window.ends) {
      window = { count: 0, ends: now + seconds * 1000 };
      this.#windows.set(key, window);
    }
    if (window.count >= limit) throw rateLimited(Math.ceil((window.ends - now) / 1000));
    window.count++;
    const taken = window;
    return () => void taken.count--;
  }

  /** Resets the window of a key. */
  clearWindow(key: string): void {
    this.#windows.delete(key);
  }

  /** Throws `rate_limit_exceeded` if a key has used up its window, without counting. */
  checkLimit(key: string, limit: number): void {
    const window = this.#windows.get(key);
    if (window && this.#now() < window.ends && window.count >= limit) {
      throw rateLimited(Math.ceil((window.ends - this.#now()) / 1000));
    }
  }

  /**
   * Counts a running attempt under a key until the returned function is called. Throws `rate_limit_exceeded` if running
   * attempts and those that failed within the window would exceed `limit` together.
   */
  beginAttempt(key: string, limit: number): () => void {
    this.checkLimit(key, limit);
    const window = this.#windows.get(key);
    const failed = window && this.#now() < window.ends ? window.count : 0;
    return this.#startRunning(key, limit - failed);
  }

  /**
   * Counts a running sign-in like `beginAttempt`. The key names the account and where the attempt comes from. Throws
   * `rate_limit_exceeded` while sign-ins under the key are delayed.
   */
  beginSignIn(key: string): () => void {
    this.checkSignInDelay(key);
    const failures = this.#delays.get(key)?.failures ?? 0;
    return this.#startRunning(key, Math.max(1, RATES.failedLoginsPerMinute - failures));
  }

  /** Throws `rate_limit_exceeded` while sign-ins under a key are delayed. */
  checkSignInDelay(key: string): void {
    const delay = this.#delays.get(key);
    if (delay && delay.until > this.#now()) throw rateLimited(Math.ceil((delay.until - this.#now()) / 1000));
  }

  /** Records a wrong password: from the sixth on, each doubles the delay, up to 15 minutes. */
  recordFailedSignIn(key: string): void {
    const failures = (this.#delays.get(key)?.failures ?? 0) + 1;
    const over = failures - RATES.accountFailuresFree;
    const wait = over < 0 ? 0 : Math.min(900, 2 ** over);
    this.#delays.set(key, { failures, until: this.#now() + wait * 1000 });
  }

  /** Forgets the wrong passwords of a key. */
  clearFailedSignIns(key: string): void {
    this.#delays.delete(key);
  }

  /** Consumes a captcha; returns false if it was used before. */
  useCaptcha(signature: string): boolean {
    if (this.#captchas.has(signature)) return false;
    this.#captchas.set(signature, this.#now() + LIFETIMES.captcha * 1000);
    return true;
  }

  /** Records that a person's connection is alive. Returns whether their presence changed. */
  addConnection(person: number, connection: symbol): boolean {
    const before = this.#presenceOf(person);
    const connections = this.#present.get(person);
    if (connections) connections.set(connection, this.#now());
    else this.#present.set(person, new Map([[connection, this.#now()]]));
    return this.#presenceOf(person) !== before;
  }

  /** Records that a connection ended at a time in Unix seconds. Returns whether the person's presence changed. */
  removeConnection(person: number, connection: symbol, at: number): boolean {
    const before = this.#presenceOf(person);
    const connections = this.#present.get(person);
    this.#idle.delete(connection);
    if (!connections?.delete(connection)) return false;
    if (connections.size === 0) {
      this.#present.delete(person);
      this.#departures.set(person, at);
    }
    return this.#presenceOf(person) !== before;
  }

  /** Records whether the device of an open connection is used. Returns whether the person's presence changed. */
  setIdle(person: number, connection: symbol, isIdle: boolean): boolean {
    if (!this.#present.get(person)?.has(connection)) return false;
    const before = this.#presenceOf(person);
    if (isIdle) this.#idle.add(connection);
    else this.#idle.delete(connection);
    return this.#presenceOf(person) !== before;
  }

  /** Whether a person has open connections, and none of their devices is used. */
  isIdle(person: number): boolean {
    return this.#presenceOf(person) === 'idle';
  }

  /** When people went offline (Unix seconds), as far as it isn't stored yet. */
  get remaining(): ReadonlyMap<number, number> {
    return this.#departures;
  }

  /** Forgets departures that have been stored. */
  clearDepartures(stored: ReadonlyMap<number, number>): void {
    for (const [person, at] of stored)
      if (this.#departures.get(person) === at) this.#departures.delete(person);
  }

  /** Whether a person has an open connection. */
  isPresent(person: number): boolean {
    return this.#present.has(person);
  }

  /** Everyone with an open connection. */
  presentPeople(): number[] {
    return [...this.#present.keys()];
  }

  /** Drops expired entries; called regularly. */
  sweep(): void {
    const now = this.#now();
    for (const buckets of [this.#buckets, this.#repeatBuckets])
      for (const [key, bucket] of buckets) if (now - bucket.at > 10_000) buckets.delete(key);
    for (const [key, window] of this.#windows) if (now >= window.ends) this.#windows.delete(key);
    for (const [key, until] of this.#captchas) if (now >= until) this.#captchas.delete(key);
    for (const [key, delay] of this.#delays) if (now > delay.until + 3_600_000) this.#delays.delete(key);
  }

  /** Takes one from a bucket that refills over time; false if it is empty. */
  #take(buckets: Map<string, Bucket>, token: string): boolean {
    const now = this.#now();
    const bucket = buckets.get(token) ?? { remaining: RATES.requestBurst, at: now };
    buckets.set(token, bucket);
    const refill = (Math.max(0, now - bucket.at) / 1000) * RATES.requestsPerSecond;
    bucket.remaining = Math.min(RATES.requestBurst, bucket.remaining + refill);
    bucket.at = now;
    if (bucket.remaining < 1) return false;
    bucket.remaining--;
    return true;
  }

  #presenceOf(person: number): 'offline' | 'idle' | 'active' {
    const connections = this.#present.get(person);
    if (!connections) return 'offline';
    for (const connection of connections.keys()) if (!this.#idle.has(connection)) return 'active';
    return 'idle';
  }

  #startRunning(key: string, limit: number, retryAfter = 1): () => void {
    const running = this.#running.get(key) ?? 0;
    if (running >= limit) throw rateLimited(retryAfter);
    this.#running.set(key, running + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const remaining = (this.#running.get(key) ?? 1) - 1;
      if (remaining === 0) this.#running.delete(key);
      else this.#running.set(key, remaining);
    };
  }
}

interface Bucket {
  remaining: number;
  at: number;
}

interface Window {
  count: number;
  ends: number;
}

interface Delay {
  failures: number;
  until: number;
}

function rateLimited(seconds: number): AppError {
  return new AppError('rate_limit_exceeded', undefined, { retryAfter: Math.max(1, seconds) });
}
