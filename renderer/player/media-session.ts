import type { Track } from '../../shared/contract/records';
import { photos } from '../api';

/** What the media keys and the system's media controls do with a player. */
export interface MediaActs {
  play: () => void;
  pause: () => void;
  /** Absent if nothing ever comes before and after. */
  next?: () => void;
  previous?: () => void;
  /** Seconds from the beginning. */
  seek: (seconds: number) => void;
  /** Returns the position and the duration, in seconds. */
  place: () => MediaPlace;
}

/** A position and a duration, in seconds. */
interface MediaPlace {
  time: number;
  duration: number;
}

/**
 * The media keys and the system's media controls as one player of the page uses them, in every view. They act on the
 * player that took them last, and show what it plays.
 */
export class MediaControls {
  readonly #acts: MediaActs;
  #metadata: MediaMetadataInit | null = null;
  #isPlaying = false;
  #hasNext = true;

  constructor(acts: MediaActs) {
    this.#acts = acts;
  }

  /** Takes the keys from the player that has them. */
  take(): void {
    if (players.at(-1) === this) return;
    this.#leave();
    players.push(this);
    this.#begin();
  }

  /** Gives the keys back to the player that had them before. */
  release(): void {
    this.#leave();
    const before = players.at(-1);
    if (before) before.#begin();
  }

  /** Sets what is shown of what plays; null if nothing is there to play. */
  showMetadata(metadata: MediaMetadataInit | null): void {
    this.#metadata = metadata;
    const session = this.#session;
    if (!session) return;
    session.metadata = metadata && new MediaMetadata(metadata);
    this.#showState(session);
  }

  /** Sets whether something comes next: without, the system's controls show their "next" as disabled. */
  showNext(hasNext: boolean): void {
    this.#hasNext = hasNext;
    if (this.#session) this.#setHandlers(this.#session);
  }

  /** Updates the playback state and the position. */
  showPosition(isPlaying: boolean, { time, duration }: MediaPlace): void {
    this.#isPlaying = isPlaying;
    const session = this.#session;
    if (!session) return;
    this.#showState(session);
    if (duration > 0) session.setPositionState({ duration, position: Math.min(Math.max(0, time), duration) });
  }

  /** The system's controls, if this player has them. */
  get #session(): MediaSession | undefined {
    return players.at(-1) === this && 'mediaSession' in navigator ? navigator.mediaSession : undefined;
  }

  #leave(): void {
    const at = players.indexOf(this);
    if (at >= 0) players.splice(at, 1);
  }

  #begin(): void {
    const session = this.#session;
    if (!session) return;
    this.#setHandlers(session);
    this.showMetadata(this.#metadata);
    this.showPosition(this.#isPlaying, this.#acts.place());
  }

  #setHandlers(session: MediaSession): void {
    for (const [action, handler] of this.#handlers()) {
      try {
        session.setActionHandler(action, handler ?? null);
      } catch {
        // A browser may not support every action.
      }
    }
  }

  #handlers(): [MediaSessionAction, MediaSessionActionHandler | undefined][] {
    const { play, pause, next, previous, seek, place } = this.#acts;
    const by = (seconds: number) => {
      const { time, duration } = place();
      seek(Math.min(Math.max(0, time + seconds), duration));
    };
    return [
      ['play', play],
      ['pause', pause],
      ['stop', pause],
      ['nexttrack', this.#hasNext ? next : undefined],
      ['previoustrack', previous],
      ['seekto', ({ seekTime }) => seekTime !== undefined && seek(seekTime)],
      ['seekforward', ({ seekOffset }) => by(seekOffset ?? STEP)],
      ['seekbackward', ({ seekOffset }) => by(-(seekOffset ?? STEP))],
    ];
  }

  #showState(session: MediaSession): void {
    if (!this.#metadata) session.playbackState = 'none';
    else session.playbackState = this.#isPlaying ? 'playing' : 'paused';
  }
}

/** The players that may use the keys; the last one has them. */
const players: MediaControls[] = [];

/** Returns what is shown of a track. Reactive, since the cover may load later. */
export function metadataOf(track: Track | null): MediaMetadataInit | null {
  if (!track) return null;
  const cover = track.Cover ? photos.url(track.Cover, COVER) : undefined;
  return {
    title: track.Name,
    artist: track.Author,
    album: track.Release,
    artwork: cover ? [{ src: cover }] : [],
  };
}

/** Default seek step of a media key, in seconds. */
const STEP = 10;
/** Width of the artwork in pixels. */
const COVER = 256;
