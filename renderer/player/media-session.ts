import type { Track } from '../../shared/contract/records';
import { photos } from '../api';

/** Actions for the system media controls and the media keys. */
export interface MediaActs {
  play: () => void;
  pause: () => void;
  next: () => void;
  previous: () => void;
  /** Seconds from the beginning. */
  seek: (seconds: number) => void;
  /** Returns the position and the duration, in seconds. */
  place: () => { time: number; duration: number };
}

/** Registers the media key handlers for the lifetime of the page, in every view. */
export function answerMediaKeys({ play, pause, next, previous, seek, place }: MediaActs): void {
  const session = mediaSession();
  if (!session) return;
  const by = (seconds: number) => {
    const { time, duration } = place();
    seek(Math.min(Math.max(0, time + seconds), duration));
  };
  const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
    ['play', play],
    ['pause', pause],
    ['stop', pause],
    ['nexttrack', next],
    ['previoustrack', previous],
    ['seekto', ({ seekTime }) => seekTime !== undefined && seek(seekTime)],
    ['seekforward', ({ seekOffset }) => by(seekOffset ?? STEP)],
    ['seekbackward', ({ seekOffset }) => by(-(seekOffset ?? STEP))],
  ];
  for (const [action, handler] of handlers) {
    try {
      session.setActionHandler(action, handler);
    } catch {
      // A browser may not support every action.
    }
  }
}

/** Sets the metadata of the media session. Reactive, since the cover may load later. */
export function showTrack(track: Track | null): void {
  const session = mediaSession();
  if (!session) return;
  if (!track) {
    session.metadata = null;
    session.playbackState = 'none';
    return;
  }
  const cover = track.Cover ? photos.address(track.Cover, COVER) : undefined;
  session.metadata = new MediaMetadata({
    title: track.Name,
    artist: track.Author,
    album: track.Release,
    artwork: cover ? [{ src: cover }] : [],
  });
}

/** Updates the playback state and the position of the media session. */
export function showPosition(
  isPlaying: boolean,
  { time, duration }: { time: number; duration: number },
): void {
  const session = mediaSession();
  if (!session) return;
  session.playbackState = isPlaying ? 'playing' : 'paused';
  if (duration > 0) session.setPositionState({ duration, position: Math.min(Math.max(0, time), duration) });
}

function mediaSession(): MediaSession | undefined {
  return 'mediaSession' in navigator ? navigator.mediaSession : undefined;
}

/** Default seek step of a media key, in seconds. */
const STEP = 10;
/** Width of the artwork in pixels. */
const COVER = 256;
