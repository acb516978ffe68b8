import { LIFETIMES, LIMITS, RATES } from '../../shared/limits';
import { AppError } from '../../shared/errors';

/**
 * What lives in memory beside the database: rates, presence, used captchas, delays. One file, so that several hosting
 * processes can share it one day.
 */
export class Shared {
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();
  readonly #windows = new Map<string, Window>();
  readonly #delays = new Map<string, Delay>();
  readonly #running = new Map<string, number>();
  readonly #captchas = new Map<string, number>();
  readonly #present = new Map<number, Map<symbol, number>>();
  readonly #left = new Map<number, number>();

  /** `now` gives milliseconds. Where the clock is set back, waiting goes on as if it had not been. */
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

  /** Takes one request out of a token's bucket; throws `rate_limit_exceeded` when it is empty. */
  takeRequest(token: string): void {
    const now = this.#now();
    const bucket = this.#buckets.get(token);
    if (!bucket) {
      this.#buckets.set(token, { left: RATES.requestBurst - 1, at: now });
      return;
    }
    const gained = (Math.max(0, now - bucket.at) / 1000) * RATES.requestsPerSecond;
    bucket.left = Math.min(RATES.requestBurst, bucket.left + gained);
    bucket.at = now;
    if (bucket.left < 1) throw tooOften(1);
    bucket.left--;
  }

  /** Counts an upload of a token until the function it gives is called; throws `rate_limit_exceeded` from the fifth on. */
  takeUpload(token: string): () => void {
    return this.#begin(`upload:${token}`, LIMITS.uploadsAtOnce, 5);
  }

  /**
   * Counts an act of `who` in a window of `seconds`; throws `rate_limit_exceeded` from the one after `most`. The function it gives
   * takes the act back.
   */
  takeOf(who: string, most: number, seconds: number): () => void {
    const now = this.#now();
    let window = this.#windows.get(who);
    if (!window || now >= window.ends) {
      window = { count: 0, ends: now + seconds * 1000 };
      this.#windows.set(who, window);
    }
    if (window.count >= most) throw tooOften(Math.ceil((window.ends - now) / 1000));
    window.count++;
    const taken = window;
    return () => void taken.count--;
  }

  /** Forgets what `who` did within its window. */
  clearOf(who: string): void {
    this.#windows.delete(who);
  }

  /** Throws `rate_limit_exceeded` when `who` has used up its window, without counting. */
  checkOf(who: string, most: number): void {
    const window = this.#windows.get(who);
    if (window && this.#now() < window.ends && window.count >= most) {
      throw tooOften(Math.ceil((window.ends - this.#now()) / 1000));
    }
  }

  /**
   * Counts an attempt of `who` as running until the function it gives is called. Throws `rate_limit_exceeded` where those that
   * run and those that failed within the window would be more than `most` together.
   */
  beginAttempt(who: string, most: number): () => void {
    this.checkOf(who, most);
    const window = this.#windows.get(who);
    const failed = window && this.#now() < window.ends ? window.count : 0;
    return this.#begin(who, most - failed);
  }

  /**
   * Counts a sign-in of an account as running, as `beginAttempt` does. `lane` names the account and from where it is tried.
   * Throws `rate_limit_exceeded` while the lane has to wait.
   */
  beginSignIn(lane: string): () => void {
    this.checkSignInDelay(lane);
    const failures = this.#delays.get(lane)?.failures ?? 0;
    return this.#begin(lane, Math.max(1, RATES.failedLoginsPerMinute - failures));
  }

  /** Throws `rate_limit_exceeded` while the sign-ins of a lane have to wait. */
  checkSignInDelay(lane: string): void {
    const delay = this.#delays.get(lane);
    if (delay && delay.until > this.#now()) throw tooOften(Math.ceil((delay.until - this.#now()) / 1000));
  }

  /** Notes a wrong password: from the sixth on each one doubles the wait, up to a quarter of an hour. */
  noteFailedSignIn(lane: string): void {
    const failures = (this.#delays.get(lane)?.failures ?? 0) + 1;
    const over = failures - RATES.accountFailuresFree;
    const wait = over < 0 ? 0 : Math.min(900, 2 ** over);
    this.#delays.set(lane, { failures, until: this.#now() + wait * 1000 });
  }

  /** Forgets a lane's wrong passwords. */
  clearFailedSignIns(lane: string): void {
    this.#delays.delete(lane);
  }

  /** Uses up a captcha; false when it was used before. */
  useCaptcha(signature: string): boolean {
    if (this.#captchas.has(signature)) return false;
    this.#captchas.set(signature, this.#now() + LIFETIMES.captcha * 1000);
    return true;
  }

  /** Notes that a person's line was heard; says whether the person has just come. */
  enter(person: number, line: symbol): boolean {
    const lines = this.#present.get(person);
    if (lines) {
      lines.set(line, this.#now());
      return false;
    }
    this.#present.set(person, new Map([[line, this.#now()]]));
    return true;
  }

  /** Notes that a line has ended, in Unix seconds; says whether it was the person's last. */
  exit(person: number, line: symbol, at: number): boolean {
    const lines = this.#present.get(person);
    if (!lines?.delete(line) || lines.size > 0) return false;
    this.#present.delete(person);
    this.#left.set(person, at);
    return true;
  }

  /** When, in Unix seconds, those left whose leaving is not in the database yet. */
  get left(): ReadonlyMap<number, number> {
    return this.#left;
  }

  /** Forgets those whose leaving has been stored. */
  forgetLeft(stored: ReadonlyMap<number, number>): void {
    for (const [person, at] of stored) if (this.#left.get(person) === at) this.#left.delete(person);
  }

  /** Whether a person has an open line. */
  isPresent(person: number): boolean {
    return this.#present.has(person);
  }

  /** Everyone with an open line. */
  present(): number[] {
    return [...this.#present.keys()];
  }

  /** Forgets what no longer matters; to be called now and then. */
  sweep(): void {
    const now = this.#now();
    for (const [key, bucket] of this.#buckets) if (now - bucket.at > 10_000) this.#buckets.delete(key);
    for (const [key, window] of this.#windows) if (now >= window.ends) this.#windows.delete(key);
    for (const [key, until] of this.#captchas) if (now >= until) this.#captchas.delete(key);
    for (const [key, delay] of this.#delays) if (now > delay.until + 3_600_000) this.#delays.delete(key);
  }

  #begin(who: string, most: number, retryAfter = 1): () => void {
    const running = this.#running.get(who) ?? 0;
    if (running >= most) throw tooOften(retryAfter);
    this.#running.set(who, running + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.#running.get(who) ?? 1) - 1;
      if (left === 0) this.#running.delete(who);
      else this.#running.set(who, left);
    };
  }
}

interface Bucket {
  left: number;
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

function tooOften(seconds: number): AppError {
  return new AppError('rate_limit_exceeded', undefined, { retryAfter: Math.max(1, seconds) });
}
