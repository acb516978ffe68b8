/** Measures upload speed over the last three seconds and estimates the remaining time. */
export class Speed {
  #steps: { at: number; sent: number }[] = [];
  #startedAt: number | undefined;
  #piece = PIECES.first;

  /** Records that `sent` bytes were sent by `at`, in milliseconds. */
  note(sent: number, at: number): void {
    this.#startedAt ??= at;
    this.#steps.push({ at, sent });
    while (this.#steps.length > 2 && at - (this.#steps[0]?.at ?? at) > WINDOW) this.#steps.shift();
    const speed = this.perSecond;
    if (speed > 0) this.#piece = Math.min(PIECES.max, Math.max(PIECES.min, Math.round(speed / 2)));
  }

  /** Bytes per second; 0 while unknown. */
  get perSecond(): number {
    const [first, last] = [this.#steps[0], this.#steps.at(-1)];
    const time = first && last ? last.at - first.at : 0;
    return first && last && time > 0 ? ((last.sent - first.sent) * 1000) / time : 0;
  }

  /** Bytes to send per request: half a second's worth, for frequent progress updates at little overhead. */
  get piece(): number {
    return this.#piece;
  }

  /** Returns the seconds needed for `left` bytes; undefined in the first two seconds, when it would only be a guess. */
  secondsFor(left: number): number | undefined {
    const last = this.#steps.at(-1)?.at ?? 0;
    const speed = this.perSecond;
    if (speed <= 0 || last - (this.#startedAt ?? last) < BEFORE_GUESSING) return undefined;
    return Math.ceil(left / speed);
  }

  /** Starts over, for example after a pause: earlier measurements no longer apply. */
  clear(): void {
    this.#steps = [];
    this.#startedAt = undefined;
  }
}

/** Request size in bytes: the initial size, and the limits within which it follows the speed. */
const PIECES = { first: 1024 * 1024, min: 128 * 1024, max: 8 * 1024 * 1024 };
/** Milliseconds. */
const WINDOW = 3000;
const BEFORE_GUESSING = 2000;
