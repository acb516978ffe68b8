import { SvelteSet } from 'svelte/reactivity';
import type { File } from '../../../shared/contract/records';
import { call, on } from '../../api';
import { readStored, store } from '../../api/storage';
import { m } from '../../i18n/index.svelte';
import { MediaControls } from '../../player/media-session';
import { OneWindow } from '../../player/one-window';
import { player } from '../../player';
import { voiceActivity } from './voice-activity.svelte';

/** A voice message to play. */
export interface Playable {
  /** Identifies it: the ID of its file, or a text for one that isn't uploaded. */
  key: number | string;
  url: string;
  seconds: number;
  /** In dB. */
  gain: number;
  /** Whether playing it is reported to its author. */
  isReported: boolean;
  /** Returns the voice message to play after this one. */
  next?: () => Playable | null;
}

/** Plays one voice message at a time. Music pauses for it, with its queue, and resumes at its end. */
class VoicePlayer {
  readonly #element = new Audio();
  readonly #oneWindow = new OneWindow(() => this.pause());
  readonly #controls = new MediaControls({
    play: () => this.#resume(),
    pause: () => this.pause(),
    seek: (seconds) => this.#current && this.seek(this.#current, seconds),
    place: () => this.#position,
  });
  readonly #played = new SvelteSet<number>();
  #current = $state.raw<Playable | null>(null);
  #isPlaying = $state(false);
  #failed = $state<Playable['key'] | null>(null);
  #time = $state(0);
  #rate = $state(readStored<number>(RATE_KEY) ?? 1);
  /** The ID of the file whose URL was last requested again. */
  #reloadedId = 0;
  #gainNode: GainNode | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    this.#element.addEventListener('ended', () => this.#ended());
    this.#element.addEventListener('error', () => this.#fail());
    this.#element.addEventListener('pause', () => {
      // The system paused it, e.g. because headphones were unplugged.
      if (this.#isPlaying && !this.#element.ended) this.pause();
    });
    addEventListener('play', ({ target }) => target instanceof HTMLMediaElement && this.pause(), true);
    on((event) => {
      if (event.Type === 'file' && event.File?.Voice?.Heard) this.#played.add(event.ID);
    });
  }

  /** The voice message that was last played or seeked; null if none was. Reactive. */
  get current(): Playable | null {
    return this.#current;
  }
  /** The position in the current voice message, in seconds. */
  get time(): number {
    return this.#time;
  }
  get rate(): number {
    return this.#rate;
  }

  isAt(key: Playable['key']): boolean {
    return this.#current?.key === key;
  }
  isPlaying(key: Playable['key']): boolean {
    return this.#isPlaying && this.isAt(key);
  }
  hasFailed(key: Playable['key']): boolean {
    return this.#failed === key;
  }
  /** Whether it was reported as heard since the page was loaded; records may be older. */
  isHeard(key: Playable['key']): boolean {
    return this.#played.has(Number(key));
  }

  toggle(voice: Playable): void {
    if (this.isPlaying(voice.key)) this.pause();
    else this.#play(voice, this.isAt(voice.key) ? this.#time : 0);
  }

  pause(): void {
    this.#isPlaying = false;
    clearInterval(this.#timer);
    this.#element.pause();
    this.#showPosition();
  }

  /** Stops the current voice message. Music that it interrupted resumes, unless the voice message was paused. */
  stop(): void {
    this.#end(this.#isPlaying);
  }

  /** Moves to a position. A voice message that isn't the current one becomes it, paused. */
  seek(voice: Playable, seconds: number): void {
    if (!this.isAt(voice.key)) {
      this.pause();
      this.#load(voice);
    }
    this.#time = Math.min(Math.max(0, seconds), voice.seconds);
    this.#element.currentTime = this.#time;
    this.#showPosition();
  }

  /** Changes to the next speed, which is remembered on this device. */
  nextRate(): void {
    this.#rate = RATES[(RATES.indexOf(this.#rate) + 1) % RATES.length] ?? 1;
    this.#element.playbackRate = this.#rate;
    store(RATE_KEY, this.#rate);
  }

  #resume(): void {
    if (this.#current) this.#play(this.#current, this.#time);
  }

  #play(voice: Playable, from: number): void {
    if (!this.isAt(voice.key) || this.#failed === voice.key) this.#load(voice);
    this.#current = voice;
    this.#failed = null;
    const begin = from >= voice.seconds - 0.1 ? 0 : from;
    if (Math.abs(this.#element.currentTime - begin) > 0.1) this.#element.currentTime = begin;
    this.#time = begin;
    this.#element.playbackRate = this.#rate;
    this.#isPlaying = true;
    voiceActivity.started = voice.key;
    player.pauseFor('voice');
    this.#controls.showMetadata({ title: m().alerts.attached.voice });
    this.#controls.take();
    for (const media of document.querySelectorAll<HTMLMediaElement>('video, audio'))
      if (!media.muted) media.pause();
    this.#oneWindow.take();
    void this.#begin(voice);
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#updateTime(), UPDATE_INTERVAL_MS);
    this.#showPosition();
    this.#report(voice);
  }

  #updateTime(): void {
    this.#time = this.#element.currentTime;
    this.#showPosition();
  }

  #showPosition(): void {
    this.#controls.showPosition(this.#isPlaying, this.#position);
  }

  get #position() {
    return { time: this.#time, duration: this.#current?.seconds ?? 0 };
  }

  async #begin(voice: Playable): Promise<void> {
    try {
      this.#amplify(voice.gain);
      await this.#element.play();
    } catch (error) {
      const isStale = error instanceof DOMException && error.name === 'AbortError';
      if (!isStale && this.isAt(voice.key)) this.#fail();
    }
  }

  #load(voice: Playable): void {
    this.#current = voice;
    this.#element.src = voice.url;
    this.#element.defaultPlaybackRate = this.#rate;
    this.#element.volume = player.isMuted ? 0 : player.volume ** 2;
    this.#time = 0;
  }

  /** Creates the gain node on first use, because browsers require a user gesture. */
  #amplify(gain: number): void {
    if (!this.#gainNode) {
      const context = new AudioContext();
      this.#gainNode = context.createGain();
      context.createMediaElementSource(this.#element).connect(this.#gainNode).connect(context.destination);
    }
    this.#gainNode.gain.value = 10 ** (gain / 20);
    void (this.#gainNode.context as AudioContext).resume();
  }

  #report({ key, isReported }: Playable): void {
    if (!isReported || typeof key !== 'number' || this.#played.has(key)) return;
    this.#played.add(key);
    // If it fails, it is reported when it is played again.
    call('files.markHeard', { file_id: key }).catch(() => this.#played.delete(key));
  }

  #ended(): void {
    const next = this.#current?.next?.() ?? null;
    if (!next) return this.#end(true);
    this.pause();
    this.#play(next, 0);
  }

  #end(resumesMusic: boolean): void {
    this.pause();
    this.#time = 0;
    voiceActivity.started = null;
    this.#controls.release();
    if (resumesMusic && player.pausedFor === 'voice') player.play();
  }

  #fail(): void {
    const voice = this.#current;
    if (!voice || !this.#isPlaying) return;
    const from = this.#time;
    this.pause();
    this.#failed = voice.key;
    if (typeof voice.key === 'number' && this.#reloadedId !== voice.key)
      void this.#reload(voice, voice.key, from);
  }

  /** Plays from a new URL, since the old one may have expired. */
  async #reload(voice: Playable, id: number, from: number): Promise<void> {
    this.#reloadedId = id;
    const file = await call('files.get', { file_id: id }).catch(() => null);
    if (file && this.#failed === id && this.isAt(id)) this.#play({ ...voice, url: file.Url }, from);
  }
}

/** The speeds in the order in which the button goes through them. */
const RATES = [1, 1.5, 2];
const RATE_KEY = 'courtyard.voice.rate';
const UPDATE_INTERVAL_MS = 100;

/** Returns the file of the voice message that follows another one; null if there is none. */
export type NextVoice = (file: File) => File | null;

/** Returns the voice message of a file; null if it isn't one. */
export function playableOf(file: File, nextOf: NextVoice = () => null): Playable | null {
  const { ID: key, Url: url, Voice: voice, Mine: isMine } = file;
  if (!voice) return null;
  return {
    ...{ key, url, seconds: voice.Duration, gain: voice.Gain },
    isReported: !isMine && !voice.Heard,
    next: () => {
      const found = nextOf(file);
      return found && playableOf(found, nextOf);
    },
  };
}

export const voicePlayer = new VoicePlayer();
