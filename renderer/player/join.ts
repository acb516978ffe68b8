import type { AudioSegment } from './deck';

/** A track whose samples are all here, standing on the clock of the context. Times are seconds of that clock. */
interface Voice {
  piece: AudioSegment;
  source: AudioBufferSourceNode;
  level: GainNode;
  /** When its first sample sounds, or would have. */
  zero: number;
  end: number;
}

/**
 * Lets one track follow another without a gap: both are decoded ahead, and the second begins at the very sample at which
 * the first ends. Tracks that are long as samples are left to the elements.
 */
export class Join {
  readonly #context: AudioContext;
  readonly #out: AudioNode;
  /** The second one sounds now. */
  readonly #onpassed: () => void;
  readonly #decoded = new Map<string, Promise<AudioBuffer | null>>();
  #now: Voice | null = null;
  #next: Voice | null = null;

  constructor(context: AudioContext, out: AudioNode, onpassed: () => void) {
    this.#context = context;
    this.#out = out;
    this.#onpassed = onpassed;
  }

  /** Where the track is that sounds from here (seconds); null while none does. */
  get time(): number | null {
    return this.#now && Math.max(0, this.#context.currentTime - this.#now.zero);
  }

  /** The track that sounds from here. */
  get piece(): AudioSegment | null {
    return this.#now?.piece ?? null;
  }

  /** Whether the second one stands where the first ends. */
  follows(piece: AudioSegment): boolean {
    return this.#next?.piece.key === piece.key;
  }

  /** Decodes both; null where one of them can't be, or is too long. */
  async ready(now: AudioSegment, next: AudioSegment): Promise<[AudioBuffer, AudioBuffer] | null> {
    for (const address of this.#decoded.keys()) {
      if (address !== now.address && address !== next.address) this.#decoded.delete(address);
    }
    const [first, second] = await Promise.all([this.#samples(now), this.#samples(next)]);
    return first && second && [first, second];
  }

  /**
   * The first one sounds from here, from where `place` says it is at a moment of the context, and the second after it. Gives
   * the moments between which whoever played it falls silent; null where it sounded from here already.
   */
  begin(
    [now, first]: [AudioSegment, AudioBuffer],
    [next, second]: [AudioSegment, AudioBuffer],
    place: (at: number) => number,
  ): [number, number] | null {
    const isNew = this.#now?.piece.key !== now.key;
    const from = this.#wholeSample(this.#context.currentTime + LEAD);
    if (isNew) {
      this.stop();
      const offset = this.#wholeSample(place(from));
      this.#now = this.#voice(now, first, from - offset, offset);
      this.#now.level.gain.setValueAtTime(0, from);
      this.#now.level.gain.linearRampToValueAtTime(now.loudness, from + FADE);
      this.#passWithItsEnd(this.#now);
    }
    this.#silence(this.#next);
    this.#next = this.#now && this.#voice(next, second, this.#now.end, 0);
    return isNew ? [from, from + FADE] : null;
  }

  /** Takes the second one away: something else follows. */
  unfollow(): void {
    this.#silence(this.#next);
    this.#next = null;
  }

  /** Nothing sounds from here. What is decoded stays for the next time. */
  stop(): void {
    this.unfollow();
    this.#silence(this.#now);
    this.#now = null;
  }

  #passWithItsEnd(voice: Voice): void {
    voice.source.onended = () => {
      if (this.#now !== voice) return;
      this.#now = this.#next;
      this.#next = null;
      if (this.#now) this.#passWithItsEnd(this.#now);
      this.#onpassed();
    };
  }

  #voice(piece: AudioSegment, buffer: AudioBuffer, zero: number, offset: number): Voice {
    const source = this.#context.createBufferSource();
    const level = this.#context.createGain();
    level.gain.value = piece.loudness;
    source.buffer = buffer;
    source.connect(level).connect(this.#out);
    source.start(zero + offset, offset);
    return { piece, source, level, zero, end: zero + buffer.length / buffer.sampleRate };
  }

  #silence(voice: Voice | null): void {
    if (!voice) return;
    voice.source.onended = null;
    voice.source.stop();
    voice.level.disconnect();
  }

  #wholeSample(seconds: number): number {
    return Math.round(seconds * this.#context.sampleRate) / this.#context.sampleRate;
  }

  #samples(piece: AudioSegment): Promise<AudioBuffer | null> {
    if (piece.seconds > LONGEST) return Promise.resolve(null);
    let decoding = this.#decoded.get(piece.address);
    if (!decoding) {
      decoding = fetch(piece.address)
        .then(async (answer) =>
          answer.ok ? this.#context.decodeAudioData(await answer.arrayBuffer()) : null,
        )
        // What can't be decoded whole may still play as it comes.
        .catch(() => null);
      this.#decoded.set(piece.address, decoding);
    }
    return decoding;
  }
}

/**
 * Seconds between saying that something is to sound and its sounding. Were they over before it is said, on a busy machine,
 * it would begin late, and end over the next.
 */
const LEAD = 0.3;
/** Seconds for one way of playing to pass to the other. */
const FADE = 0.03;
/** Seconds: ten minutes are some 230 MB as samples. */
const LONGEST = 600;
