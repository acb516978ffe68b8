import type { Track } from '../../shared/contract/records';

type Loudness = Pick<Track, 'Gain' | 'Peak' | 'AlbumGain' | 'AlbumPeak'>;

/**
 * What a track's samples are multiplied by, after ReplayGain 2.0: by the album's gain where tracks follow in order, so that
 * quiet ones stay quiet; by its own in shuffle. Never so much that its peak would clip; a peak that isn't known is full scale.
 */
export function loudnessOf(track: Loudness, inOrder: boolean): number {
  const own = { gain: track.Gain, peak: track.Peak };
  const album = { gain: track.AlbumGain, peak: track.AlbumPeak };
  const [first, second] = inOrder ? [album, own] : [own, album];
  const { gain, peak } = first.gain === undefined ? second : first;
  if (gain === undefined) return 1;
  return Math.min(10 ** (gain / 20), 1 / (peak || 1));
}
