import { untrack } from 'svelte';
import type { Track } from '../../shared/contract/records';
import { tracks } from '../api';
import { storeVolume, readStoredVolume, type Volume } from './stored-player';
import { loudnessOf } from './loudness';
import type { MediaControls } from './media-session';
import { OneWindow } from './one-window';
import type { Entry } from './queue/queue';
import { Sound } from './sound';

/** Why playback was interrupted by something other than the person. */
export type Interruption = 'video' | 'file' | 'window' | 'voice' | 'recording';
/** Why a track does not play. */
export type Failure = 'gone' | 'failed' | 'refused';

/** Callbacks for the owner of the queue. */
export interface PlaybackEvents {
  /** The track ended; `hasPassed` if the next one already plays. */
  onended: (hasPassed: boolean) => void;
  /** The position should be stored. */
  onplace: (seconds: number) => void;
}

/** Plays one queue entry; holds its position, the volume and the failure state. */
export class AudioPlayback {
  readonly #sound: Sound;
  readonly #events: PlaybackEvents;
  protected readonly controls: MediaControls;
  readonly #oneWindow = new OneWindow(() => this.pauseFor('window'));
  #entry: Entry | null = null;
  #isPlaying = $state(false);
  #isWaiting = $state(false);
  #time = $state(0);
  #duration = $state(0);
  #buffered = $state(0);
  #volume = $state.raw(readStoredVolume());
  #pausedFor = $state<Interruption | null>(null);
  #failure = $state<Failure | null>(null);
  /** Counts calls of `begin`; a result of an earlier one is stale. */
  #turn = 0;
  /** The entry whose record was already refetched for a new address. */
  #triedAgain: Entry | null = null;
  #storedAt = 0;

  constructor(events: PlaybackEvents, controls: MediaControls) {
    this.#events = events;
    this.controls = controls;
    this.#sound = new Sound({
      onprogress: () => this.#follow(),
      onended: (hasPassed) => events.onended(hasPassed),
      onfailed: () => void this.#failed(),
      onturned: () => this.pause(),
    });
    this.#sound.volume = this.#volume.isMuted ? 0 : this.#volume.volume;
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }
  /** Whether playback waits for more data. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }
  /** Seconds. */
  get time(): number {
    return this.#time;
  }
  /** Seconds. */
  get duration(): number {
    return this.#duration;
  }
  /** Buffered up to this position, in seconds. */
  get buffered(): number {
    return this.#buffered;
  }
  /** 0 to 1. */
  get volume(): number {
    return this.#volume.volume;
  }
  get isMuted(): boolean {
    return this.#volume.isMuted;
  }
  get pausedFor(): Interruption | null {
    return this.#pausedFor;
  }
  get failure(): Failure | null {
    return this.#failure;
  }

  /** Replaces the current entry, starting at a position in seconds, and plays it if `isPlaying`. */
  async begin(entry: Entry, inOrder: boolean, at: number, isPlaying: boolean): Promise<void> {
    const turn = ++this.#turn;
    this.#entry = entry;
    this.#failure = null;
    this.#pausedFor = null;
    this.#isPlaying = isPlaying;
    this.#time = at;
    // If the record is cached, playback starts within the user gesture, which some browsers require.
    const track = untrack(() => tracks.peek(entry.track)) ?? (await tracks.reload(entry.track));
    if (turn !== this.#turn) return;
    if (!track) return this.#fail(track === null ? 'gone' : 'failed');
    this.#sound.load(pieceOf(entry, track, inOrder), at);
    if (this.#isPlaying) await this.#start();
  }

  /** Called after the gapless join moved on to this entry. */
  passTo(entry: Entry): void {
    this.#turn++;
    this.#entry = entry;
    this.#follow();
  }

  /** Sets the next entry so that it is loaded in time; tracks of the same release follow without a gap. */
  prepare(now: Entry | null, next: Entry | null, inOrder: boolean): void {
    const [track, then] = [now, next].map((entry) => entry && untrack(() => tracks.peek(entry.track)));
    const isGapless = Boolean(track && then && track.Release && track.Release === then.Release);
    this.#sound.prepare(next && then ? pieceOf(next, then, inOrder) : null, isGapless);
  }

  /** Resumes playback; restarts the entry if it failed. */
  resume(inOrder: boolean): void {
    if (!this.#entry) return;
    this.#pausedFor = null;
    if (this.#failure) return void this.begin(this.#entry, inOrder, this.#time, true);
    this.#isPlaying = true;
    void this.#start();
  }

  /** Loads the entry again, paused, if it failed: the host answers again. */
  protected reload(inOrder: boolean): void {
    if (this.#entry && this.#failure === 'failed') void this.begin(this.#entry, inOrder, this.#time, false);
  }

  pause(): void {
    this.#isPlaying = false;
    this.#sound.pause();
    this.#storePosition();
  }

  /** Pauses for what plays elsewhere and records the reason; does not resume automatically. */
  pauseFor(why: Interruption): void {
    if (!this.#isPlaying) return;
    this.#pausedFor = why;
    this.pause();
  }

  /** Seconds from the beginning. */
  seek(seconds: number): void {
    this.#sound.seek(Math.min(Math.max(0, seconds), this.#sound.duration || 0));
    this.#storePosition();
  }

  setVolume(volume: number): void {
    this.#setVolume({ volume: Math.min(1, Math.max(0, volume)), isMuted: false });
  }

  setMuted(isMuted: boolean): void {
    this.#setVolume({ ...this.#volume, isMuted });
  }

  /** Unloads the current entry. */
  protected unload(): void {
    this.#turn++;
    this.#entry = null;
    this.#isPlaying = false;
    this.#failure = null;
    this.#pausedFor = null;
    this.#sound.unload();
  }

  async #start(): Promise<void> {
    const turn = this.#turn;
    this.controls.take();
    this.#follow();
    const isStarted = await this.#sound.play();
    if (turn !== this.#turn || !this.#isPlaying) return;
    if (isStarted) this.#oneWindow.take();
    else this.#fail('refused');
  }

  async #failed(): Promise<void> {
    const entry = this.#entry;
    if (!entry) return;
    if (this.#triedAgain === entry) return this.#fail('failed');
    // The address may have expired; a refetched record has a new one.
    this.#triedAgain = entry;
    const turn = this.#turn;
    const [time, isPlaying] = [this.#time, this.#isPlaying];
    const track = await tracks.reload(entry.track);
    if (turn !== this.#turn) return;
    if (!track) return this.#fail(track === null ? 'gone' : 'failed');
    await this.begin(entry, true, time, isPlaying);
  }

  #fail(failure: Failure): void {
    this.pause();
    this.#failure = failure;
  }

  #setVolume(volume: Volume): void {
    this.#volume = volume;
    this.#sound.volume = volume.isMuted ? 0 : volume.volume;
    storeVolume(volume);
  }

  #follow(): void {
    this.#time = this.#sound.time;
    this.#duration = this.#sound.duration;
    this.#buffered = this.#sound.buffered;
    this.#isWaiting = this.#sound.isWaiting;
    this.controls.showPosition(this.#isPlaying, { time: this.#time, duration: this.#duration });
    if (this.#isPlaying && Date.now() - this.#storedAt > STORE_INTERVAL_MS) this.#storePosition();
  }

  #storePosition(): void {
    this.#storedAt = Date.now();
    this.#events.onplace(this.#time);
  }
}

const STORE_INTERVAL_MS = 5_000;

function pieceOf(entry: Entry, track: Track, inOrder: boolean) {
  const loudness = loudnessOf(track, inOrder);
  return { key: entry.key, address: track.Url, loudness, seconds: track.Duration };
}
