/** What is stored about the clock between runs, all in seconds. */
export interface ClockState {
  /** The time of the last observation. */
  time: number;
  /** By how much ages lag behind the clock after it jumped ahead, and how long it has run steadily since. */
  lag: number;
  even: number;
  /** The last step ahead, until the clock has run steadily for a day. */
  step: { before: number; after: number; even: number } | null;
}

/** Times from `from` on were stored while the clock was ahead by `by` seconds; their true time is `before` or later. */
export interface ClockCorrection {
  from: number;
  before: number;
  by: number;
  now: number;
}

/**
 * Detects steps of the system clock. A step ahead by more than a month may be a mistake or a long pause, so ages don't
 * follow it until the clock has run steadily for a day, and nothing is deleted by mistake. If the step is reverted
 * within that day, times stored meanwhile can be corrected.
 */
export class ClockWatch {
  readonly #now: () => number;
  readonly #state: ClockState;
  #correction: ClockCorrection | null = null;

  constructor(now: () => number, state: ClockState | null) {
    this.#now = now;
    this.#state = state ?? { time: now(), lag: 0, even: 0, step: null };
  }

  /** Unix seconds for measuring ages. */
  readonly nowForAges = (): number => {
    this.#update();
    return this.#state.time - this.#state.lag;
  };

  /** The state to store. */
  get state(): ClockState {
    this.#update();
    return structuredClone(this.#state);
  }

  /** The correction that stored times need, if any. */
  get correction(): ClockCorrection | null {
    this.#update();
    return this.#correction;
  }

  /** Marks a correction as done. */
  setCorrected(correction: ClockCorrection): void {
    if (this.#correction === correction) this.#correction = null;
  }

  #update(): void {
    const state = this.#state;
    const now = this.#now();
    const elapsed = now - state.time;
    state.time = now;
    if (elapsed < 0) this.#stepBack(-elapsed);
    else if (elapsed > MIN_STEP) this.#stepAhead(elapsed);
    else if (elapsed <= MAX_STEADY_GAP) this.#advance(elapsed);
  }

  #stepAhead(by: number): void {
    const state = this.#state;
    const { time, step } = state;
    if (!step || by > step.after - step.before) state.step = { before: time - by, after: time, even: 0 };
    if (by <= MONTH) return;
    state.lag += by;
    state.even = 0;
  }

  #stepBack(by: number): void {
    const state = this.#state;
    const { time, step } = state;
    state.lag = Math.max(0, state.lag - by);
    if (!step || time < step.before || time >= step.after || by < (step.after - step.before) / 2) return;
    this.#correction = { from: step.after, before: step.before, by, now: time };
    state.step = null;
    state.lag = 0;
  }

  #advance(seconds: number): void {
    const state = this.#state;
    state.even += seconds;
    if (state.even >= DAY) state.lag = 0;
    if (state.step && (state.step.even += seconds) >= DAY) state.step = null;
  }
}

const DAY = 24 * 3600;
const MONTH = 30 * DAY;
/**
 * Between two observations. A running service observes every minute, so a larger gap is a suspended machine or a clock
 * step.
 */
const MAX_STEADY_GAP = 5 * 60;
const MIN_STEP = 3600;
