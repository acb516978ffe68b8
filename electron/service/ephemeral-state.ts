import { LIFETIMES, LIMITS, RATES } from '../../shared/limits';
import { AppError } from '../../shared/errors';
import { MailDelivery, type FailingMail } from './mail-delivery';
import { PresentPeople, type PresenceState } from './present-people';
import { TokenBucket, type Rate } from './token-bucket';

/**
 * A change that other processes of the same community make too: to rate limits, sign-in delays, captchas, presence and
 * whether email is delivered. Tokens are named by their identifiers, which are no secret.
 */
export type StateChange =
  | { kind: 'consumed' | 'returned'; key: string; seconds: number }
  | { kind: 'requests'; token: number; count: number }
  | { kind: 'cleared' | 'failed' | 'forgiven' | 'captcha'; key: string }
  | { kind: 'present'; person: number; state: PresenceState }
  | { kind: 'mail'; failing: FailingMail | null };

/**
 * State in memory: rate limits, presence, used captchas, delays. Several processes share it by sending each other the
 * changes: `onChange` sends a change, `apply` applies one. Each process counts its own running uploads and attempts.
 */
export class EphemeralState {
  readonly #now: () => number;
  readonly #buckets = new Map<number, TokenBucket>();
  readonly #repeatBuckets = new Map<number, TokenBucket>();
  readonly #windows = new Map<string, Window>();
  readonly #delays = new Map<string, Delay>();
  readonly #running = new Map<string, number>();
  readonly #captchas = new Map<string, number>();
  /** Who has open connections. */
  readonly presence = new PresentPeople();
  readonly mail = new MailDelivery();

  /** Called with each change that the other processes must apply. */
  set onChange(emit: (change: StateChange) => void) {
    this.#emitChange = emit;
    this.presence.onChange = (person, state) => emit({ kind: 'present', person, state });
    this.mail.onChange = (failing) => emit({ kind: 'mail', failing });
  }
  #emitChange: (change: StateChange) => void = () => undefined;

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

  /**
   * Takes one request from the bucket of a token, by its identifier; throws `rate_limit_exceeded` if it is empty. Other
   * processes learn of it once half of it is used, so that ordinary use costs them nothing.
   */
  consumeRequest(token: number): void {
    const bucket = bucketOf(this.#buckets, token);
    if (!bucket.take(this.#now())) throw rateLimited(1);
    if (bucket.remaining < RATES.requestBurst / 2) this.#emitChange({ kind: 'requests', token, count: 1 });
  }

  /**
   * Gives back the request of a repeated write that was answered as before, so that lost answers don't slow a client
   * down. Repeats have a bucket of the same size: a flood of them is limited too.
   */
  refundRepeat(token: number): void {
    const bucket = this.#buckets.get(token);
    if (bucket && bucketOf(this.#repeatBuckets, token).take(this.#now())) bucket.giveBack();
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
    const window = this.#windowOf(key, seconds);
    if (window.count >= limit) throw rateLimited(Math.ceil((window.ends - now) / 1000));
    window.count++;
    this.#emitChange({ kind: 'consumed', key, seconds });
    return () => {
      window.count--;
      this.#emitChange({ kind: 'returned', key, seconds });
    };
  }

  /** Resets the window of a key. */
  clearWindow(key: string): void {
    if (this.#windows.delete(key)) this.#emitChange({ kind: 'cleared', key });
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
    this.#delaySignIn(key);
    this.#emitChange({ kind: 'failed', key });
  }

  #delaySignIn(key: string): void {
    const failures = (this.#delays.get(key)?.failures ?? 0) + 1;
    const over = failures - RATES.accountFailuresFree;
    const wait = over < 0 ? 0 : Math.min(900, 2 ** over);
    this.#delays.set(key, { failures, until: this.#now() + wait * 1000 });
  }

  /** Forgets the wrong passwords of a key. */
  clearFailedSignIns(key: string): void {
    if (this.#delays.delete(key)) this.#emitChange({ kind: 'forgiven', key });
  }

  /** Consumes a captcha; returns false if it was used before. */
  useCaptcha(signature: string): boolean {
    if (this.#captchas.has(signature)) return false;
    this.#captchas.set(signature, this.#now() + LIFETIMES.captcha * 1000);
    this.#emitChange({ kind: 'captcha', key: signature });
    return true;
  }

  /** Makes a change of another process. Returns the person whose presence changed, if any. */
  apply(change: StateChange, process: string): number | null {
    if (change.kind === 'present') return this.presence.moveElsewhere(change.person, change.state, process);
    if (change.kind === 'requests') {
      bucketOf(this.#buckets, change.token).takeUpTo(change.count, this.#now());
      return null;
    }
    if (change.kind === 'mail') {
      this.mail.apply(change.failing);
      return null;
    }
    const { key } = change;
    if (change.kind === 'consumed') this.#windowOf(key, change.seconds).count++;
    else if (change.kind === 'returned') this.#windowOf(key, change.seconds).count--;
    else if (change.kind === 'cleared') this.#windows.delete(key);
    else if (change.kind === 'failed') this.#delaySignIn(key);
    else if (change.kind === 'forgiven') this.#delays.delete(key);
    else this.#captchas.set(key, this.#now() + LIFETIMES.captcha * 1000);
    return null;
  }

  /** Drops expired entries; called regularly. */
  sweep(): void {
    const now = this.#now();
    for (const buckets of [this.#buckets, this.#repeatBuckets])
      for (const [key, bucket] of buckets) if (now - bucket.usedAt > 10_000) buckets.delete(key);
    for (const [key, window] of this.#windows) if (now >= window.ends) this.#windows.delete(key);
    for (const [key, until] of this.#captchas) if (now >= until) this.#captchas.delete(key);
    for (const [key, delay] of this.#delays) if (now > delay.until + 3_600_000) this.#delays.delete(key);
  }

  #windowOf(key: string, seconds: number): Window {
    const known = this.#windows.get(key);
    if (known && this.#now() < known.ends) return known;
    const window = { count: 0, ends: this.#now() + seconds * 1000 };
    this.#windows.set(key, window);
    return window;
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

const REQUESTS: Rate = { burst: RATES.requestBurst, perSecond: RATES.requestsPerSecond };

function bucketOf(buckets: Map<number, TokenBucket>, token: number): TokenBucket {
  const bucket = buckets.get(token) ?? new TokenBucket(REQUESTS);
  buckets.set(token, bucket);
  return bucket;
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
