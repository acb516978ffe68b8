import { setImmediate as turn } from 'node:timers/promises';
import { pick, randomFrom, type Random } from '../script/random';
import type { DemoTrack } from '../track-data';

/** Samples per second. */
const RATE = 22_050;
/** The fade-out at the end of every note, in samples. */
const END = 0.05 * RATE;
const MAJOR = [0, 2, 4, 5, 7, 9, 11];
const MINOR = [0, 2, 3, 5, 7, 8, 10];
/** The overtones of each instrument with their strength, and its attack and decay times in seconds. */
const SOUNDS = {
  pad: { tones: [1, 0.45], comes: 0.16, goes: 2 },
  pluck: { tones: [1, 0.45, 0.22, 0.1], comes: 0.004, goes: 0.55 },
  bells: { tones: [1, 0, 0.35, 0, 0.18], comes: 0.003, goes: 1.3 },
  organ: { tones: [1, 0.6, 0.3], comes: 0.03, goes: 1.8 },
  strings: { tones: [1, 0.5, 0.33, 0.2], comes: 0.09, goes: 1.4 },
} as const;

/** Synthesizes a piece as a WAV file (16 bit, mono): chords, a bass, a random melody over the chords, and a beat. */
export async function synthesize(piece: DemoTrack, seed: number): Promise<Buffer> {
  const random = randomFrom(seed);
  const beats = piece.beat === 'waltz' ? 3 : 4;
  const beat = 60 / piece.tempo;
  const length = piece.bars * beats * beat + 2.2;
  const sound = new Float32Array(Math.ceil(length * RATE));
  let step = 7;
  for (let bar = 0; bar < piece.bars; bar++) {
    const at = bar * beats * beat;
    const isLast = bar === piece.bars - 1;
    const chord = isLast ? 0 : (piece.chords[bar % piece.chords.length] ?? 0);
    for (const third of [0, 2, 4]) {
      tone(sound, at, pitch(piece, chord + third), beats * beat * 1.05, 0.085, SOUNDS.pad);
    }
    tone(sound, at, pitch(piece, chord) / 2, beat * 1.4, 0.24, SOUNDS.pluck);
    if (beats === 4) tone(sound, at + 2 * beat, pitch(piece, chord + 4) / 4, beat * 1.2, 0.2, SOUNDS.pluck);
    if (bar >= 2 && !isLast) step = tune(sound, piece, { at, beat, beats, chord, step }, random);
    drum(sound, piece.beat, at, beat, beats, isLast, random);
    // Yields to the event loop every four bars, so that other work isn't delayed.
    if (bar % 4 === 3) await turn();
  }
  return wave(sound);
}

interface Bar {
  at: number;
  beat: number;
  beats: number;
  chord: number;
  /** The last note of the melody, as a step of the scale. */
  step: number;
}

/**
 * Plays one bar of the melody and returns its last note. Most notes are close to the one before; the first belongs to
 * the chord.
 */
function tune(sound: Float32Array, piece: DemoTrack, bar: Bar, random: Random): number {
  let { step } = bar;
  const instrument = SOUNDS[piece.sound];
  for (let half = 0; half < bar.beats * 2; half++) {
    const isStrong = half % 2 === 0;
    if (random() > (isStrong ? 0.82 : 0.34)) continue;
    if (half === 0) step = nearest(step, bar.chord);
    else step += pick([-2, -1, -1, 0, 1, 1, 2], random);
    step = Math.min(13, Math.max(4, step));
    const long = bar.beat * (isStrong ? 1.1 : 0.6);
    tone(sound, bar.at + (half * bar.beat) / 2, pitch(piece, step), long, 0.26, instrument);
  }
  return step;
}

function nearest(step: number, chord: number): number {
  const near = [-7, 0, 7, 14].flatMap((octave) => [0, 2, 4].map((third) => chord + third + octave));
  return near.reduce((best, one) => (Math.abs(one - step) < Math.abs(best - step) ? one : best));
}

/** Returns the frequency of a step of the piece's scale. */
function pitch({ root, isMinor }: DemoTrack, step: number): number {
  const scale = isMinor ? MINOR : MAJOR;
  const note = root + 12 * Math.floor(step / 7) + (scale[((step % 7) + 7) % 7] ?? 0);
  return 440 * 2 ** ((note - 69) / 12);
}

/** Adds a note. Each overtone is a rotating pair of numbers, which is cheaper than computing a sine per sample. */
function tone(
  sound: Float32Array,
  at: number,
  frequency: number,
  seconds: number,
  strength: number,
  { tones, comes, goes }: (typeof SOUNDS)[keyof typeof SOUNDS],
): void {
  const from = Math.floor(at * RATE);
  const count = Math.min(Math.floor((seconds + 0.25) * RATE), sound.length - from);
  const rise = comes * RATE;
  const fade = Math.exp(-1 / (goes * RATE));
  tones.forEach((share, index) => {
    const angle = (2 * Math.PI * frequency * (index + 1)) / RATE;
    if (share === 0 || angle > 2.6) return;
    const twice = 2 * Math.cos(angle);
    let before = 0;
    let now = Math.sin(angle);
    let level = strength * share;
    for (let sample = 0; sample < count; sample++) {
      let loud = level;
      if (sample < rise) loud *= sample / rise;
      if (count - sample < END) loud *= (count - sample) / END;
      sound[from + sample] = (sound[from + sample] ?? 0) + now * loud;
      const next = twice * now - before;
      before = now;
      now = next;
      level *= fade;
    }
  });
}

function drum(
  sound: Float32Array,
  kind: DemoTrack['beat'],
  at: number,
  beat: number,
  beats: number,
  isLast: boolean,
  random: Random,
): void {
  if (kind === 'none' || isLast) return;
  const loud = kind === 'soft' ? 0.5 : 1;
  for (let count = 0; count < beats; count++) {
    const isDown = kind === 'waltz' ? count === 0 : count % 2 === 0;
    if (isDown) thump(sound, at + count * beat, 0.34 * loud);
    else brush(sound, at + count * beat, 0.12 * loud, 0.11, random);
    if (kind === 'steady') brush(sound, at + (count + 0.5) * beat, 0.05, 0.03, random);
  }
}

/** Adds a drum beat with a falling pitch. */
function thump(sound: Float32Array, at: number, strength: number): void {
  const from = Math.floor(at * RATE);
  let phase = 0;
  for (let sample = 0; sample < 0.22 * RATE && from + sample < sound.length; sample++) {
    const time = sample / RATE;
    phase += (2 * Math.PI * (46 + 90 * Math.exp(-time * 30))) / RATE;
    sound[from + sample] = (sound[from + sample] ?? 0) + Math.sin(phase) * strength * Math.exp(-time * 16);
  }
}

/** Adds a brush on a drum: fading noise. */
function brush(sound: Float32Array, at: number, strength: number, long: number, random: Random): void {
  const from = Math.floor(at * RATE);
  for (let sample = 0; sample < long * 3 * RATE && from + sample < sound.length; sample++) {
    const fade = Math.exp(-sample / (long * RATE));
    sound[from + sample] = (sound[from + sample] ?? 0) + (random() * 2 - 1) * strength * fade;
  }
}

/** Returns the bytes of a WAV file, normalized to be as loud as possible without clipping. */
function wave(sound: Float32Array): Buffer {
  let peak = 0.001;
  for (const sample of sound) peak = Math.max(peak, Math.abs(sample));
  const bytes = Buffer.alloc(44 + sound.length * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + sound.length * 2, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(RATE, 24);
  bytes.writeUInt32LE(RATE * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(sound.length * 2, 40);
  const loud = (0.86 * 32_767) / peak;
  const ending = 1.5 * RATE;
  sound.forEach((sample, index) => {
    const fade = Math.min(1, (sound.length - index) / ending);
    bytes.writeInt16LE(Math.round(sample * loud * fade), 44 + index * 2);
  });
  return bytes;
}
