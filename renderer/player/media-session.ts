import type { Track } from '../../shared/contract/records';
import { photos } from '../api';

/** What the system's media card and the media keys may ask for. */
export interface MediaActs {
  play: () => void;
  pause: () => void;
  next: () => void;
  previous: () => void;
  /** Seconds from the beginning. */
  seek: (seconds: number) => void;
  /** Where it is and how long it is, in seconds. */
  place: () => { time: number; duration: number };
}

/** Answers the keys and the card for as long as the page lives, whatever it shows. */
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
      // A browser that does not know one of them knows the others.
    }
  }
}

/** Tells the system what plays; reactive, as a cover comes later. */
export function tellTrack(track: Track | null): void {
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

/** Tells the system whether it plays, and where it is. */
export function tellPlace(isPlaying: boolean, { time, duration }: { time: number; duration: number }): void {
  const session = mediaSession();
  if (!session) return;
  session.playbackState = isPlaying ? 'playing' : 'paused';
  if (duration > 0) session.setPositionState({ duration, position: Math.min(Math.max(0, time), duration) });
}

function mediaSession(): MediaSession | undefined {
  return 'mediaSession' in navigator ? navigator.mediaSession : undefined;
}

/** Seconds that a key goes on or back. */
const STEP = 10;
/** Pixels of the cover on the system's card. */
const COVER = 256;
