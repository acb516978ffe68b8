import type { MailFailure } from '../../shared/failures/mail-failures';
import { isWithinLifetime } from './codes';

/** That the mail server takes no emails, in Unix seconds. */
export interface FailingMail {
  failure: MailFailure;
  /** When the first email failed since one was delivered. */
  since: number;
  /** When the emails that wait are tried again; 0 if others may be delivered at once. */
  retryAt: number;
}

/** Whether the mail server takes emails, as the last attempts have shown. The same in all processes of a community. */
export class MailDelivery {
  #failing: FailingMail | null = null;
  #askedAt = 0;

  /** Called with each change that other processes have to make too. */
  onChange: (failing: FailingMail | null) => void = () => undefined;

  /** Null if the last email was delivered, or none was sent yet. */
  get failing(): FailingMail | null {
    return this.#failing;
  }

  /** Records that an email wasn't delivered. */
  recordFailure(failure: MailFailure, now: number, retryAt: number): void {
    const since = this.#failing?.since ?? now;
    this.apply({ failure, since, retryAt: failure === 'refused' ? 0 : retryAt });
    this.onChange(this.#failing);
  }

  /** Records that an email was delivered. */
  recordDelivery(): void {
    if (this.#failing === null) return;
    this.apply(null);
    this.onChange(null);
  }

  /** Makes a change of another process. */
  apply(failing: FailingMail | null): void {
    this.#failing = failing;
  }

  /** Whether an email would only wait for a later attempt. */
  isWaiting(now: number): boolean {
    return this.#failing !== null && isWithinLifetime(this.#failing.retryAt, now, MAX_WAIT);
  }

  /** Whether to try again before the next attempt is due, because someone needs an email: at most every 30 seconds. */
  shouldRetry(now: number): boolean {
    if (Math.abs(now - this.#askedAt) < RETRY_SECONDS) return false;
    this.#askedAt = now;
    return true;
  }
}

/**
 * Longest time between attempts, in seconds; an attempt that is due later was scheduled before the clock was set back.
 */
const MAX_WAIT = 1_200;
const RETRY_SECONDS = 30;
