import { z } from 'zod';
import { DialogInfo } from './dialog-info';
import { Author } from './people';

/** Records of tracks, playlists, videos, files and photos. */

const number = z.number();

export const Track = z.object({
  ID: number,
  Name: z.string(),
  Author: z.string(),
  Mine: z.boolean(),
  Release: z.string(),
  Size: number,
  Duration: number,
  Timestamp: number,
  Cover: number,
  Url: z.string(),
  Explicit: number,
  Text: z.string(),
  Genre: z.string(),
  Authorship: z.string(),
  Gain: number.optional(),
  Peak: number.optional(),
  AlbumGain: number.optional(),
  AlbumPeak: number.optional(),
});

/** The answer to an upload of a track: `Existing` if the caller had it already and nothing was stored. */
export const UploadedTrack = Track.extend({ Existing: z.literal(true).optional() });

export const Playlist = z.object({
  ID: number,
  Name: z.string(),
  Release: z.string(),
  Description: z.string(),
  Tracks: z.array(number),
  Author,
  Timestamp: number,
  Cover: number,
  Followed: z.boolean(),
  Private: z.boolean(),
});

export const Video = z.object({
  ID: number,
  Code: z.string(),
  Name: z.string(),
  Description: z.string(),
  Preview: number,
  Duration: number,
  Views: number,
  Mine: z.boolean(),
  Timestamp: number,
  Url: z.string(),
  Size: number,
  Width: number,
  Height: number,
});

/**
 * What makes a file a voice message. `Duration` is in seconds, each of `Waveform` between 0 and 31, `Gain` in dB for
 * playing it as loud as others. `Heard`: the caller listened to it or, if it is the caller's own, someone else did.
 */
export const Voice = z.object({
  Duration: number,
  Waveform: z.array(number),
  Gain: number,
  Heard: z.boolean(),
});

export const File = z.object({
  ID: number,
  Code: z.string(),
  Name: z.string(),
  Size: number,
  Mine: z.boolean(),
  Timestamp: number,
  Url: z.string(),
  Type: z.string(),
  Folder: z.string(),
  Shared: z.array(DialogInfo).optional(),
  Voice: Voice.optional(),
});

/** `Preview` is a picture of a few pixels as a data: URI. */
export const Photo = z.object({
  ID: number,
  /** The ID of its owner. */
  Author: number,
  Caption: z.string(),
  Timestamp: number,
  Url: z.string(),
  Width: number,
  Height: number,
  Preview: z.string(),
});

export type File = z.infer<typeof File>;
export type Voice = z.infer<typeof Voice>;
export type Track = z.infer<typeof Track>;
export type UploadedTrack = z.infer<typeof UploadedTrack>;
export type Playlist = z.infer<typeof Playlist>;
export type Video = z.infer<typeof Video>;
export type Photo = z.infer<typeof Photo>;
