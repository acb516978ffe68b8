import { Deck, type AudioSegment } from './deck';
import { Join } from './join';

/** What the sound tells whoever plays by it. */
export interface SoundEvents {
  /** Where it is, or how much has come, is another. */
  onprogress: () => void;
  /** The track is over; `hasPassed` when the next one sounds already. */
  onended: (hasPassed: boolean) => void;
  onfailed: () => void;
  /** It was stopped or begun by the system. */
  onturned: (isPlaying: boolean) => void;
}

/**
 * One track that sounds and the one that comes after it. Two elements take turns; where a track is to follow without a gap,
 * the end of one and the next one sound from decoded samples, while the element runs silently along: it is what the system
 * knows of, with its media keys.
 */
export class Sound {
  readonly #events: SoundEvents;
  #deck = new Deck();
  #other = new Deck();
  #context: AudioContext | null = null;
  #master: GainNode | null = null;
  #join: Join | null = null;
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

  /** Seconds; what the record says until the bytes tell. */
  get duration(): number {
    const { duration } = this.#deck.element;
    return Number.isFinite(duration) ? duration : (this.#deck.piece?.seconds ?? 0);
  }

  /** How far it has come without a hole from where it plays (seconds). */
  get buffered(): number {
    if (this.#join?.time) return this.duration;
    const { buffered, currentTime } = this.#deck.element;
    for (let range = 0; range < buffered.length; range++) {
      if (buffered.start(range) <= currentTime && currentTime <= buffered.end(range))
        return buffered.end(range);
    }
    return 0;
  }

  /** It has not come far enough to go on. */
  get isWaiting(): boolean {
    const { element } = this.#deck;
    return this.#isPlaying && !this.#join?.time && element.readyState < element.HAVE_FUTURE_DATA;
  }

  /** 0 to 1, as the ear has it. */
  set volume(volume: number) {
    this.#volume = volume;
    if (this.#master) this.#master.gain.value = volume ** 2;
  }

  /** Takes a track in place of the one before, at a place in it; goes on playing if it was. */
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

  /** Says what comes after the track now, so that it can be there in time. */
  prepare(piece: AudioSegment | null, isGapless: boolean): void {
    this.#next = piece && { piece, isGapless };
    if (!piece || !isGapless || !this.#join?.follows(piece)) this.#join?.unfollow();
    if (this.#other.piece && this.#other.piece.address !== piece?.address) this.#other.unload();
  }

  /** Plays; false where the browser does not let it. */
  async play(): Promise<boolean> {
    this.#isPlaying = true;
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY);
    try {
      const context = this.#open();
      await Promise.all([context.resume(), this.#deck.element.play()]);
      return true;
    } catch (error) {
      // Another track was loaded meanwhile, or it was paused at once.
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

  /** Takes everything out. */
  unload(): void {
    this.pause();
    this.#next = null;
    this.#deck.unload();
    this.#other.unload();
  }

  /** The context may only be made when somebody has asked for sound. */
  #open(): AudioContext {
    if (this.#context && this.#master) return this.#context;
    const context = new AudioContext({ latencyHint: 'playback' });
    const master = context.createGain();
    master.connect(context.destination);
    this.#context = context;
    this.#master = master;
    this.volume = this.#volume;
    this.#join = new Join(context, master, () => this.#passed());
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
    // Headphones that are pulled out, a call: the system stops the element, and nobody here has.
    element.addEventListener('pause', () => {
      if (isNow() && this.#isPlaying && !element.ended) this.#events.onturned(false);
    });
  }

  /** Looks where the track is, and has the next one ready in time. */
  #look(): void {
    this.#events.onprogress();
    const left = this.duration - this.time;
    const { piece: now } = this.#deck;
    if (!this.#next || !now || left > READY_BEFORE) return;
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

  /** The samples have gone on to the next track: its element runs along from here. */
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

  /** The element is heard again, from where the samples have come to. */
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

/** Milliseconds. */
const LOOK_EVERY = 250;
/** Seconds before its end: from when the next track is made ready, and until when it can still be joined to it. */
const READY_BEFORE = 40;
const TOO_LATE = 0.5;
