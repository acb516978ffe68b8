/** The time by which texts such as "5 min ago", "Today" and "Yesterday" are written, so that they don't go stale. */
class Clock {
  #minute = $state(secondsNow());
  #day = $state(secondsNow());

  /** Unix seconds now. What reads it is renewed every minute. */
  get now(): number {
    return Math.max(this.#minute, secondsNow());
  }

  /** Unix seconds now. What reads it is renewed every day. */
  get today(): number {
    return Math.max(this.#day, secondsNow());
  }

  /** Starts it. Returns the function that stops it. */
  start(): () => void {
    this.#tick();
    const timer = setInterval(() => this.#tick(), MINUTE);
    // While the window can't be seen, a browser may hold timers back.
    const look = () => this.#tick();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }

  #tick(): void {
    const now = secondsNow();
    if (isOtherDay(this.#day, now)) this.#day = now;
    this.#minute = now;
  }
}

export const clock = new Clock();

/** Milliseconds. */
const MINUTE = 60_000;

function secondsNow(): number {
  return Date.now() / 1000;
}

function isOtherDay(one: number, other: number): boolean {
  return new Date(one * 1000).toDateString() !== new Date(other * 1000).toDateString();
}
