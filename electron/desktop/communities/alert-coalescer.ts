import type { Alert } from '../../../shared/alerts/alert';

/**
 * Delays each alert for a moment, so that of several about the same thing only the last is shown: systems sound each of
 * a burst, also if each of them closes the one before.
 */
export class AlertCoalescer<T extends { alert: Alert }> {
  readonly #show: (name: string, pending: T) => void;
  readonly #pending = new Map<string, { value: T; timer: NodeJS.Timeout }>();

  constructor(show: (name: string, pending: T) => void) {
    this.#show = show;
  }

  /** Shows an alert after the moment that began with the first of its name; it sounds if any of them does. */
  add(name: string, value: T): void {
    const earlier = this.#pending.get(name);
    if (earlier) {
      const isSilent = value.alert.isSilent && earlier.value.alert.isSilent;
      earlier.value = { ...value, alert: { ...value.alert, isSilent } };
      return;
    }
    const pending = { value, timer: setTimeout(() => this.#flush(name), DELAY_MS).unref() };
    this.#pending.set(name, pending);
  }

  /** Discards the alert of a name, for example because what it is about was read. */
  cancel(name: string): void {
    clearTimeout(this.#pending.get(name)?.timer);
    this.#pending.delete(name);
  }

  /** Discards all alerts whose names begin with a prefix. */
  cancelAll(prefix: string): void {
    for (const name of [...this.#pending.keys()]) if (name.startsWith(prefix)) this.cancel(name);
  }

  #flush(name: string): void {
    const pending = this.#pending.get(name);
    this.#pending.delete(name);
    if (pending) this.#show(name, pending.value);
  }
}

const DELAY_MS = 300;
