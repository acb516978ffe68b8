/** One track as it is to sound: `loudness` is what its samples are multiplied by, `seconds` what its record says. */
export interface AudioSegment {
  /** Of its entry in the queue. */
  key: number;
  address: string;
  loudness: number;
  seconds: number;
}

/** Plays one track while it is still coming. Its sound goes through the context once there is one. */
export class Deck {
  readonly element = new Audio();
  #piece: AudioSegment | null = null;
  #level: GainNode | null = null;

  get piece(): AudioSegment | null {
    return this.#piece;
  }

  /** Takes a track, at a place in it (seconds); plays nothing yet. */
  load(piece: AudioSegment, at: number, preload: 'metadata' | 'auto'): void {
    this.element.preload = preload;
    this.element.src = piece.address;
    if (at > 0) this.element.currentTime = at;
    this.become(piece);
  }

  /** What was loaded is this one. */
  become(piece: AudioSegment): void {
    this.#piece = piece;
    this.open();
  }

  /** Lets the sound go through the context: what the element gives is heard there only. */
  wire(context: AudioContext, out: AudioNode): void {
    if (this.#level) return;
    this.#level = context.createGain();
    context.createMediaElementSource(this.element).connect(this.#level).connect(out);
    this.open();
  }

  /** As loud as the track is to be. */
  open(): void {
    this.#set(this.#piece?.loudness ?? 1);
  }

  /** Not heard, but still the one that plays. */
  close(): void {
    this.#set(0);
  }

  /** Falls silent between two moments of the context. */
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
