import type { Video } from '../../shared/contract/records';
import { currentVideo } from '../media/attachments/downloads';
import { RenewedMedia } from '../media/renewed-media.svelte';
import type { VideoPlayback } from './playback.svelte';
import { watched } from './watched.svelte';

/** Where the shown video goes on: where it was left, or where its URL expired. It notes how far it was watched. */
export class Resuming {
  readonly #playback: VideoPlayback;
  readonly #video: () => Video;
  readonly #media: RenewedMedia<Video>;
  /** Where to go on once the video has a new URL. */
  #interrupted: { id: number; at: number; isPaused: boolean } | undefined;
  #from = $state(0);

  constructor(playback: VideoPlayback, video: () => Video) {
    this.#playback = playback;
    this.#video = video;
    this.#media = new RenewedMedia(video, currentVideo);
  }

  /** The URL to play. Reactive. */
  get url(): string {
    return this.#media.current.Url;
  }

  /** Whether the video can't be played. Reactive. */
  get hasFailed(): boolean {
    return this.#media.hasFailed;
  }

  /** The position in seconds at which it resumed, while a note shows it; 0 without a note. Reactive. */
  get from(): number {
    return this.#from;
  }

  hideNote(): void {
    this.#from = 0;
  }

  startOver(): void {
    this.#playback.seek(0);
    this.hideNote();
  }

  /** Plays the video once its duration is known: from `seconds`, or from where it was left if undefined. */
  async begin(seconds: number | undefined): Promise<void> {
    const playback = this.#playback;
    const video = this.#video();
    playback.duration = playback.element?.duration || video.Duration;
    if (this.#interrupted?.id === video.ID) {
      const { at, isPaused } = this.#interrupted;
      this.#interrupted = undefined;
      playback.seek(at);
      if (!isPaused) await playback.play();
      return;
    }
    const { element } = playback;
    await watched.ready();
    // The video was left meanwhile.
    if (playback.element !== element) return;
    const left = seconds ?? watched.placeOf(video);
    if (left > 0) playback.seek(left);
    if (seconds === undefined) this.#from = left;
    await playback.play();
  }

  /** Goes on at the same position with a new URL if the video failed because its URL had expired. */
  async fail(): Promise<void> {
    const { element, isPaused } = this.#playback;
    // A video that was left fails too.
    if (!element) return;
    // Without a position, it failed before it began.
    const at = element.currentTime;
    if (at > 0) this.#interrupted = { id: this.#video().ID, at, isPaused };
    if (!(await this.#media.fail())) this.#interrupted = undefined;
  }

  /** Notes the position while it plays. */
  tick(): void {
    const { element } = this.#playback;
    if (!element) return;
    this.#playback.time = element.currentTime;
    if (!element.paused) watched.note(this.#video().ID, element.currentTime);
  }

  /** Stores the position; for when the video is paused or left. */
  storePosition(): void {
    const { time } = this.#playback;
    if (time > 0) watched.note(this.#video().ID, time, true);
  }
}
