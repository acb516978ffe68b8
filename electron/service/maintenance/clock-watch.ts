/** What is stored of a clock from one run to the next. Times and spans are seconds. */
export interface ClockState {
  /** The time at the last look. */
  time: number;
  /** How far ages lag behind the clock, since it was set ahead; and how long it has gone on evenly since. */
  lag: number;
  even: number;
  /** The last step ahead, until the clock has gone on evenly for a day. */
  step: { before: number; after: number; even: number } | null;
}

/** Times from `from` on were stored while the clock was ahead `by` so much, at `before` in truth or later. */
export interface ClockCorrection {
  from: number;
  before: number;
  by: number;
  now: number;
}

/**
 * Notices when the clock of the machine is set. A step ahead of more than a month may be a mistake or a long pause: ages
 * do not follow it until the clock has gone on evenly for a day, so that nothing is deleted by mistake. Where a step is
 * taken back within that day, the times that were stored meanwhile can be corrected.
 */
export class ClockWatch {
  readonly #now: () => number;
  readonly #state: ClockState;
  #correction: ClockCorrection | null = null;

  constructor(now: () => number, state: ClockState | null) {
    this.#now = now;
    this.#state = state ?? { time: now(), lag: 0, even: 0, step: null };
  }

  /** Unix seconds by which ages are measured. */
  readonly nowForAges = (): number => {
    this.#look();
    return this.#state.time - this.#state.lag;
  };

  /** What is to be stored. */
  get state(): ClockState {
    this.#look();
    return structuredClone(this.#state);
  }

  /** Stored times that are to be corrected. */
  get correction(): ClockCorrection | null {
    this.#look();
    return this.#correction;
  }

  /** Notes that a correction was made. */
  setCorrected(correction: ClockCorrection): void {
    if (this.#correction === correction) this.#correction = null;
  }

  #look(): void {
    const state = this.#state;
    const now = this.#now();
    const passed = now - state.time;
    state.time = now;
    if (passed < 0) this.#stepBack(-passed);
    else if (passed > STEP) this.#stepAhead(passed);
    else if (passed <= EVEN) this.#goOn(passed);
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

  #goOn(seconds: number): void {
    const state = this.#state;
    state.even += seconds;
    if (state.even >= DAY) state.lag = 0;
    if (state.step && (state.step.even += seconds) >= DAY) state.step = null;
  }
}

const DAY = 24 * 3600;
const MONTH = 30 * DAY;
/** Between two looks. A running service looks every minute: more is a pause of the machine, or a step of its clock. */
const EVEN = 5 * 60;
const STEP = 3600;
