import { z } from 'zod';
import { parseDataFile } from './data-file';
import tracks from './data/tracks.json';

/** The shape of a track in `data/tracks.json`. */
const DemoTrackSchema = z.strictObject({
  key: z.string().min(1),
  name: z.string(),
  artist: z.string(),
  /** The release that the track belongs to; '' for a single. */
  release: z.string(),
  genre: z.string(),
  /** The person who shares it, by key. */
  by: z.string(),
  /** The description of its cover for picture-renderer.ts. */
  cover: z.string(),
  lyrics: z.string(),
  tempo: z.number(),
  /** The root note as a MIDI number, and whether the key is minor. */
  root: z.number().int(),
  isMinor: z.boolean(),
  /** Chords as steps of the scale, one per bar, repeated. */
  chords: z.array(z.number().int()).min(1),
  sound: z.enum(['pluck', 'bells', 'organ', 'strings']),
  beat: z.enum(['none', 'soft', 'steady', 'waltz']),
  bars: z.number().int(),
});

/** A piece of music of the demo community: its score and its tags. */
export type DemoTrack = z.infer<typeof DemoTrackSchema>;

/** Twelve tracks by four fictional artists. */
export const demoTracks: readonly DemoTrack[] = parseDataFile(
  'tracks.json',
  z.array(DemoTrackSchema),
  tracks,
);
