import { VOICE } from '../../../shared/limits';

/** How loud a recording is. */
export interface VoiceLoudness {
  /** The loudness of its parts, each one digit of base 32. */
  waveform: string;
  /** The gain in dB that makes it as loud as other voice messages. */
  gain: number;
}

/**
 * Measures a recording: its waveform, and the gain by the mean loudness of its louder parts, so that pauses don't
 * count.
 */
export function measure(samples: Float32Array, rate: number): VoiceLoudness {
  return { waveform: waveformOf(samples), gain: gainOf(samples, rate) };
}

function waveformOf(samples: Float32Array): string {
  const size = Math.max(1, Math.ceil(samples.length / BARS));
  const levels = levelsOf(samples, size).map(Math.sqrt);
  const loudest = Math.max(...levels, SILENT_AMPLITUDE);
  // The root makes quiet parts visible.
  return levels.map((level) => Math.round(Math.sqrt(level / loudest) * 31).toString(32)).join('') || '0';
}

function gainOf(samples: Float32Array, rate: number): number {
  const audible = levelsOf(samples, Math.round(rate * BLOCK)).filter(
    (level) => level > SILENT_AMPLITUDE ** 2,
  );
  const mean = average(audible);
  if (!mean) return 0;
  const spoken = average(audible.filter((level) => level > mean / PAUSE_RATIO)) || mean;
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), SILENT_AMPLITUDE);
  const gain = Math.min(TARGET - 10 * Math.log10(spoken), -20 * Math.log10(peak));
  // A recording that is too loud is attenuated, even if it can't clip any more.
  return Math.round(Math.min(VOICE.gain, Math.max(-VOICE.gain, gain))) || 0;
}

/** Returns the mean square of each part of `size` samples. */
function levelsOf(samples: Float32Array, size: number): number[] {
  const levels = [];
  for (let from = 0; from < samples.length; from += size) {
    const part = samples.subarray(from, from + size);
    levels.push(part.reduce((sum, sample) => sum + sample ** 2, 0) / part.length);
  }
  return levels;
}

function average(values: readonly number[]): number {
  return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;
}

/** Digits of a waveform. */
const BARS = 64;
/** Seconds of a block of loudness. */
const BLOCK = 0.4;
/** Blocks quieter than this below the mean are pauses: 10 dB as a ratio of powers. */
const PAUSE_RATIO = 10;
/** An amplitude that counts as silence: -60 dB. */
const SILENT_AMPLITUDE = 0.001;
/** dB relative to full scale: speech at this level is as loud as music by ReplayGain. */
const TARGET = -19;
