import type { VoiceRecorder } from './recorder.svelte';

/** What the ways to press the microphone lead to. */
export interface MicrophonePressEvents {
  /** It records hands-free from now on. */
  onlock: () => void;
  onsend: () => void;
  oncancel: () => void;
}

/**
 * A press of the microphone starts recording. A click records hands-free; holding it records until it is released,
 * which sends; sliding aside before that cancels, and sliding up records hands-free.
 */
export class MicrophonePress {
  #isHeld = $state(false);
  #slid = $state(0);
  #start = { x: 0, y: 0, at: 0 };
  /** A click that ends a press is no click of its own. */
  #isPressed = false;
  /** When a press ended that records hands-free. */
  #releasedAt = -Infinity;
  readonly #recorder: Recorder;
  readonly #events: MicrophonePressEvents;

  constructor(recorder: Recorder, events: MicrophonePressEvents) {
    this.#recorder = recorder;
    this.#events = events;
  }

  /** Whether the microphone is held down. Reactive. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Whether the pointer slid so far aside that releasing it cancels. Reactive. */
  get isCancelling(): boolean {
    return this.#slid > CANCEL_AT;
  }

  /** Pointerdown handler of the microphone. */
  readonly down = (event: PointerEvent & { currentTarget: Element }): void => {
    if (event.button !== 0 || this.#recorder.isActive) return;
    this.#isPressed = true;
    this.#isHeld = true;
    this.#slid = 0;
    this.#start = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    // Without it, the page would not see the pointer being released elsewhere.
    event.currentTarget.setPointerCapture(event.pointerId);
    void this.#recorder.start();
  };

  /** Pointermove handler of the microphone. */
  readonly move = (event: PointerEvent): void => {
    if (!this.#isHeld) return;
    const aside = (this.#start.x - event.clientX) * (document.dir === 'rtl' ? -1 : 1);
    this.#slid = Math.max(0, aside);
    if (this.#start.y - event.clientY > LOCK_AT && this.#slid < LOCK_AT) this.#lock();
  };

  /** Pointerup handler of the microphone. */
  readonly up = (event: PointerEvent): void => {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    if (this.isCancelling) this.#events.oncancel();
    // A short press, or one during the question for the microphone, records hands-free.
    else if (event.timeStamp - this.#start.at < HOLD_MS || !this.#recorder.isRecording) {
      this.#releasedAt = event.timeStamp;
      this.#lock();
    } else this.#events.onsend();
  };

  /** Pointercancel handler of the microphone. */
  readonly interrupt = (): void => {
    if (this.#isHeld) this.#lock();
  };

  /** Click handler of the microphone: for the keyboard and screen readers, since a pointer has begun already. */
  readonly click = (): void => {
    if (this.#isPressed) {
      this.#isPressed = false;
      return;
    }
    void this.#recorder.start();
    this.#lock();
  };

  /**
   * Click handler of the window, while capturing. The click of a finger comes when the bar of the recording covers the
   * microphone already, and would press Send there: it is dropped.
   */
  readonly dropClick = (event: MouseEvent): void => {
    if (event.timeStamp - this.#releasedAt > CLICK_WITHIN_MS) return;
    this.#releasedAt = -Infinity;
    this.#isPressed = false;
    event.stopPropagation();
  };

  /** Ends holding: the recording ended in another way. */
  end(): void {
    this.#isHeld = false;
  }

  #lock(): void {
    this.#isHeld = false;
    this.#slid = 0;
    this.#events.onlock();
  }
}

type Recorder = Pick<VoiceRecorder, 'isActive' | 'isRecording' | 'start'>;

/** Pixels of a slide that cancels or locks. */
const CANCEL_AT = 90;
const LOCK_AT = 60;
/** After which a press holds, and within which the click of a press follows it. */
const HOLD_MS = 300;
const CLICK_WITHIN_MS = 400;
