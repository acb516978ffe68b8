import type { Track } from '../../shared/contract/records';

type Loudness = Pick<Track, 'Gain' | 'Peak' | 'AlbumGain' | 'AlbumPeak'>;

/**
 * Returns the factor for a track's samples by ReplayGain 2.0: the album gain if tracks play in order, so that quiet
 * ones stay quiet; the track gain in shuffle. Limits it so that the peak does not clip; an unknown peak counts as full
 * scale.
 */
export function loudnessOf(track: Loudness, inOrder: boolean): number {
  const own = { gain: track.Gain, peak: track.Peak };
  const album = { gain: track.AlbumGain, peak: track.AlbumPeak };
  const [first, second] = inOrder ? [album, own] : [own, album];
  const { gain, peak } = first.gain === undefined ? second : first;
  if (gain === undefined) return 1;
  return Math.min(10 ** (gain / 20), 1 / (peak || 1));
}
