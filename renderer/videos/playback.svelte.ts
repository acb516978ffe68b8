import { readStored, store } from '../api/storage';

/** State and controls of the video element that is shown. */
export class VideoPlayback {
  element = $state<HTMLVideoElement>();
  isPaused = $state(true);
  /** Seconds. */
  time = $state(0);
  duration = $state(0);
  /** End of the buffered range, in seconds. */
  loaded = $state(0);
  volume = $state(readStored<number>(VOLUME_KEY) ?? 1);
  isMuted = $state(false);
  speed = $state(1);

  /** Starts playback; stays paused if the browser requires a user gesture first. */
  async play(): Promise<void> {
    await this.element?.play().catch(() => undefined);
  }

  toggle(): void {
    if (this.isPaused) void this.play();
    else this.element?.pause();
  }

  seek(seconds: number): void {
    const end = this.duration || this.element?.duration || 0;
    const to = Math.max(0, Math.min(end || seconds, seconds));
    this.time = to;
    if (this.element) this.element.currentTime = to;
  }

  skip(seconds: number): void {
    this.seek(this.time + seconds);
  }

  setVolume(volume: number): void {
    this.volume = Math.min(1, Math.max(0, volume));
    this.isMuted = this.volume === 0;
    store(VOLUME_KEY, this.volume);
  }

  /** Switches to the next speed; after the fastest comes the slowest. */
  nextSpeed(): void {
    this.speed = SPEEDS.find((speed) => speed > this.speed) ?? SPEEDS[0];
  }

  noteLoaded(): void {
    const { buffered } = this.element ?? {};
    this.loaded = buffered?.length ? buffered.end(buffered.length - 1) : 0;
  }

  async toggleSmall(): Promise<void> {
    if (document.pictureInPictureElement) await document.exitPictureInPicture();
    else await this.element?.requestPictureInPicture().catch(() => undefined);
  }

  /** Handles a keyboard shortcut; returns false if the key has none. */
  press({ key, code, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (ctrlKey || metaKey || altKey) return false;
    if (/^\d$/.test(key)) {
      this.seek((this.duration * Number(key)) / 10);
      return true;
    }
    const action = KEYS[key] ?? KEYS[code];
    action?.(this);
    return action !== undefined;
  }
}

const VOLUME_KEY = 'courtyard.videos-volume';
const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

const KEYS: Record<string, (playback: VideoPlayback) => void> = {
  ' ': (playback) => playback.toggle(),
  KeyK: (playback) => playback.toggle(),
  ArrowLeft: (playback) => playback.skip(-5),
  ArrowRight: (playback) => playback.skip(5),
  KeyJ: (playback) => playback.skip(-10),
  KeyL: (playback) => playback.skip(10),
  ArrowUp: (playback) => playback.setVolume(playback.volume + 0.1),
  ArrowDown: (playback) => playback.setVolume(playback.volume - 0.1),
  KeyM: (playback) => (playback.isMuted = !playback.isMuted),
  Home: (playback) => playback.seek(0),
  End: (playback) => playback.seek(playback.duration),
};
