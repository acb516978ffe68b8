import type { AudioSegment } from './deck';

/**
 * Plays two tracks without a gap: both are decoded ahead, and the second starts at the exact sample where the first
 * ends. Does not decode tracks longer than `MAX_SECONDS`; the audio elements play those.
 */
export class GaplessJoin {
  readonly #context: AudioContext;
  readonly #out: AudioNode;
  /** Called when the second track starts to play. */
  readonly #onpassed: () => void;
  readonly #decoded = new Map<string, Promise<AudioBuffer | null>>();
  #now: Voice | null = null;
  #next: Voice | null = null;

  constructor(context: AudioContext, out: AudioNode, onpassed: () => void) {
    this.#context = context;
    this.#out = out;
    this.#onpassed = onpassed;
  }

  /** Position in the track that plays from samples (seconds); null if none does. */
  get time(): number | null {
    return this.#now && Math.max(0, this.#context.currentTime - this.#now.zero);
  }

  /** The track that plays from samples; null if none does. */
  get piece(): AudioSegment | null {
    return this.#now?.piece ?? null;
  }

  /** Whether this segment is scheduled to start where the current one ends. */
  follows(piece: AudioSegment): boolean {
    return this.#next?.piece.key === piece.key;
  }

  /** Decodes both tracks; returns null if one of them can't be decoded or is too long. */
  async ready(now: AudioSegment, next: AudioSegment): Promise<[AudioBuffer, AudioBuffer] | null> {
    for (const address of this.#decoded.keys()) {
      if (address !== now.address && address !== next.address) this.#decoded.delete(address);
    }
    const [first, second] = await Promise.all([this.#samples(now), this.#samples(next)]);
    return first && second && [first, second];
  }

  /**
   * Plays the first track from samples and schedules the second after it. `place` returns the position in the first
   * track at a time of the context. Returns when to fade out the previous output (start and end), or null if the first
   * track already plays from samples.
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

  /** Cancels the scheduled second track: another one will follow. */
  unfollow(): void {
    this.#silence(this.#next);
    this.#next = null;
  }

  /** Stops both tracks. Decoded buffers stay cached. */
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
    if (piece.seconds > MAX_SECONDS) return Promise.resolve(null);
    let decoding = this.#decoded.get(piece.address);
    if (!decoding) {
      decoding = fetch(piece.address)
        .then(async (answer) =>
          answer.ok ? this.#context.decodeAudioData(await answer.arrayBuffer()) : null,
        )
        // A file that can't be decoded as a whole may still play as a stream.
        .catch(() => null);
      this.#decoded.set(piece.address, decoding);
    }
    return decoding;
  }
}

/**
 * Seconds between scheduling and the start of playback. Less than a busy machine takes to schedule would start the
 * track late and overlap the next one.
 */
const LEAD = 0.3;
/** Length of the crossfade between the element and the samples, in seconds. */
const FADE = 0.03;
/** Longest track to decode, in seconds: ten minutes take about 230 MB as samples. */
const MAX_SECONDS = 600;

/** A decoded track scheduled on the context clock. Times are seconds of that clock. */
interface Voice {
  piece: AudioSegment;
  source: AudioBufferSourceNode;
  level: GainNode;
  /** When its first sample plays, or would have played. */
  zero: number;
  end: number;
}
