import { Deck, type AudioSegment } from './deck';
import { GaplessJoin } from './gapless-join';

/** Callbacks of `Sound`. */
export interface SoundEvents {
  /** The position or the buffered amount changed. */
  onprogress: () => void;
  /** The track ended; `hasPassed` if the next one already plays. */
  onended: (hasPassed: boolean) => void;
  onfailed: () => void;
  /** The system paused or resumed playback. */
  onturned: (isPlaying: boolean) => void;
}

/**
 * Plays the current track and prepares the next. Two audio elements take turns. For a gapless transition the end of one
 * track and the start of the next play from decoded samples, while the element continues muted so that the system's
 * media keys keep working.
 */
export class Sound {
  readonly #events: SoundEvents;
  #deck = new Deck();
  #other = new Deck();
  #context: AudioContext | null = null;
  #master: GainNode | null = null;
  #join: GaplessJoin | null = null;
  #next: { piece: AudioSegment; isGapless: boolean } | null = null;
  #isPlaying = false;
  #isJoining = false;
  #volume = 1;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(events: SoundEvents) {
    this.#events = events;
    for (const deck of [this.#deck, this.#other]) this.#listen(deck);
  }

  /** Seconds. */
  get time(): number {
    return this.#join?.time ?? this.#deck.element.currentTime;
  }

  /** Seconds; the duration from the record until the metadata is loaded. */
  get duration(): number {
    const { duration } = this.#deck.element;
    return Number.isFinite(duration) ? duration : (this.#deck.piece?.seconds ?? 0);
  }

  /** End of the buffered range around the current position (seconds). */
  get buffered(): number {
    if (this.#join?.time) return this.duration;
    const { buffered, currentTime } = this.#deck.element;
    for (let range = 0; range < buffered.length; range++) {
      if (buffered.start(range) <= currentTime && currentTime <= buffered.end(range))
        return buffered.end(range);
    }
    return 0;
  }

  /** Whether playback waits for more data. */
  get isWaiting(): boolean {
    const { element } = this.#deck;
    return this.#isPlaying && !this.#join?.time && element.readyState < element.HAVE_FUTURE_DATA;
  }

  /** 0 to 1 on a perceptual scale: the gain is its square. */
  set volume(volume: number) {
    this.#volume = volume;
    if (this.#master) this.#master.gain.value = volume ** 2;
  }

  /** Replaces the current track, starting at a position in seconds; continues to play if it was playing. */
  load(piece: AudioSegment, at = 0): void {
    this.#join?.stop();
    this.#next = null;
    if (this.#other.piece?.address === piece.address && at === 0) {
      this.#swap();
      this.#deck.become(piece);
    } else this.#deck.load(piece, at, this.#isPlaying ? 'auto' : 'metadata');
    this.#other.unload();
    this.#events.onprogress();
  }

  /** Sets the next track so that it is loaded in time. */
  prepare(piece: AudioSegment | null, isGapless: boolean): void {
    this.#next = piece && { piece, isGapless };
    if (!piece || !isGapless || !this.#join?.follows(piece)) this.#join?.unfollow();
    if (this.#other.piece && this.#other.piece.address !== piece?.address) this.#other.unload();
  }

  /** Starts playback; returns false if the browser blocks it. */
  async play(): Promise<boolean> {
    this.#isPlaying = true;
    this.#timer ??= setInterval(() => this.#look(), CHECK_INTERVAL_MS);
    try {
      const context = this.#open();
      await Promise.all([context.resume(), this.#deck.element.play()]);
      return true;
    } catch (error) {
      // Another track was loaded meanwhile, or playback was paused at once.
      if (error instanceof DOMException && error.name === 'AbortError') return true;
      this.pause();
      return false;
    }
  }

  pause(): void {
    this.#isPlaying = false;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#leaveJoin();
    this.#deck.element.pause();
    this.#events.onprogress();
  }

  seek(seconds: number): void {
    this.#leaveJoin();
    this.#deck.element.currentTime = seconds;
    this.#events.onprogress();
  }

  /** Stops playback and unloads both elements. */
  unload(): void {
    this.pause();
    this.#next = null;
    this.#deck.unload();
    this.#other.unload();
  }

  /** Browsers allow an AudioContext to start only after a user gesture. */
  #open(): AudioContext {
    if (this.#context && this.#master) return this.#context;
    const context = new AudioContext({ latencyHint: 'playback' });
    const master = context.createGain();
    master.connect(context.destination);
    this.#context = context;
    this.#master = master;
    this.volume = this.#volume;
    this.#join = new GaplessJoin(context, master, () => this.#passed());
    for (const deck of [this.#deck, this.#other]) deck.wire(context, master);
    return context;
  }

  #listen(deck: Deck): void {
    const { element } = deck;
    const isNow = () => deck === this.#deck && deck.piece !== null;
    for (const name of ['loadedmetadata', 'progress', 'seeked', 'playing', 'waiting']) {
      element.addEventListener(name, () => isNow() && this.#events.onprogress());
    }
    element.addEventListener('ended', () => {
      if (isNow() && this.#join?.piece?.key !== deck.piece?.key) this.#events.onended(false);
    });
    element.addEventListener('error', () => isNow() && this.#events.onfailed());
    // The system paused the element, e.g. headphones were unplugged or a call came in. After an own pause it may play
    // again.
    element.addEventListener('pause', () => {
      if (isNow() && this.#isPlaying && element.paused && !element.ended) this.#events.onturned(false);
    });
  }

  /** Updates the position and prepares the next track shortly before the end. */
  #look(): void {
    this.#events.onprogress();
    const left = this.duration - this.time;
    const { piece: now } = this.#deck;
    if (!this.#next || !now || left > PREPARE_SECONDS) return;
    const { piece, isGapless } = this.#next;
    if (isGapless && this.#join && !this.#join.follows(piece)) void this.#joinTo(now, piece);
    if (!this.#other.piece) this.#other.load(piece, 0, 'auto');
  }

  async #joinTo(now: AudioSegment, next: AudioSegment): Promise<void> {
    const join = this.#join;
    if (!join || this.#isJoining) return;
    this.#isJoining = true;
    const buffers = await join.ready(now, next);
    this.#isJoining = false;
    const isStill =
      this.#isPlaying && this.#deck.piece?.key === now.key && this.#next?.piece.key === next.key;
    if (!buffers || !isStill || this.duration - this.time < TOO_LATE) return;
    const { element } = this.#deck;
    if (join.piece?.key !== now.key && (element.seeking || element.readyState < element.HAVE_FUTURE_DATA))
      return;
    const clock = this.#context?.currentTime ?? 0;
    const place = element.currentTime;
    const silence = join.begin([now, buffers[0]], [next, buffers[1]], (at) => place + at - clock);
    if (silence) this.#deck.fade(...silence);
  }

  /** The samples moved on to the next track: its element continues muted from here. */
  #passed(): void {
    const { piece } = this.#join ?? {};
    if (piece) {
      if (this.#other.piece?.key !== piece.key) this.#other.load(piece, 0, 'auto');
      this.#swap();
      this.#other.unload();
      this.#deck.close();
      this.#deck.element.currentTime = this.time;
      void this.#deck.element.play().catch(() => undefined);
    }
    this.#next = null;
    this.#events.onended(Boolean(piece));
  }

  /** Switches back to the element at the position of the samples. */
  #leaveJoin(): void {
    const time = this.#join?.time;
    this.#join?.stop();
    if (time === null || time === undefined) return;
    this.#deck.element.currentTime = time;
    this.#deck.open();
  }

  #swap(): void {
    [this.#deck, this.#other] = [this.#other, this.#deck];
  }
}

const CHECK_INTERVAL_MS = 250;
/** Seconds before the end of a track: when to prepare the next one, and when it is too late to join it. */
const PREPARE_SECONDS = 40;
const TOO_LATE = 0.5;
