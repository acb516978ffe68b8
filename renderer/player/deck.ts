/** A track to play: its samples are multiplied by `loudness`; `seconds` is the duration given in its record. */
export interface AudioSegment {
  /** Key of its queue entry. */
  key: number;
  address: string;
  loudness: number;
  seconds: number;
}

/** Streams one track through an audio element. Once `wire` was called, the sound goes through the AudioContext. */
export class Deck {
  readonly element = new Audio();
  #piece: AudioSegment | null = null;
  #level: GainNode | null = null;

  get piece(): AudioSegment | null {
    return this.#piece;
  }

  /** Loads a track at a position in seconds, without playing it. */
  load(piece: AudioSegment, at: number, preload: 'metadata' | 'auto'): void {
    this.element.preload = preload;
    this.element.src = piece.address;
    if (at > 0) this.element.currentTime = at;
    this.become(piece);
  }

  /** Assigns the loaded audio to this segment and sets its gain. */
  become(piece: AudioSegment): void {
    this.#piece = piece;
    this.open();
  }

  /** Routes the element through the context. From then on its sound is audible only there. */
  wire(context: AudioContext, out: AudioNode): void {
    if (this.#level) return;
    this.#level = context.createGain();
    context.createMediaElementSource(this.element).connect(this.#level).connect(out);
    // Part of the first click: Safari lets each element play by itself only after it was used in one.
    if (!this.#piece) this.element.load();
    this.open();
  }

  /** Sets the gain to the loudness of the track. */
  open(): void {
    this.#set(this.#piece?.loudness ?? 1);
  }

  /** Mutes the deck; the element continues to play. */
  close(): void {
    this.#set(0);
  }

  /** Fades out between two times of the context clock. */
  fade(from: number, to: number): void {
    this.#level?.gain.setValueAtTime(this.#piece?.loudness ?? 1, from);
    this.#level?.gain.linearRampToValueAtTime(0, to);
  }

  unload(): void {
    this.#piece = null;
    this.element.pause();
    this.element.removeAttribute('src');
    this.element.load();
  }

  #set(level: number): void {
    if (!this.#level) return;
    this.#level.gain.cancelScheduledValues(0);
    this.#level.gain.setValueAtTime(level, this.#level.context.currentTime);
  }
}
