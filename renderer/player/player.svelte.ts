import type { Track } from '../../shared/contract/records';
import { on, tracks } from '../api';
import { onReconnect } from '../api/on-reconnect.svelte';
import { storeQueue, storeTime, readStoredPlayer } from './stored-player';
import { MediaControls, metadataOf } from './media-session';
import { AudioPlayback } from './playback.svelte';
import {
  advanced,
  cleared,
  comingUp,
  dropped,
  EMPTY,
  jumpedTo,
  moved,
  restOf,
  shuffled,
  steppedBack,
  unshuffled,
  withChosen,
  withList,
  type Entry,
  type Queue,
  type Repeat,
  type Source,
} from './queue/queue';

/** The app's player: one queue and one audio output. Starts to play only when the person asks for it. */
class Player extends AudioPlayback {
  #queue = $state.raw<Queue>(EMPTY);
  readonly #rest = $derived(restOf(this.#queue));
  readonly #hasNext = $derived(advanced(this.#queue) !== null);
  #person = 0;

  constructor() {
    super(
      { onended: (hasPassed) => this.#ended(hasPassed), onplace: (seconds) => this.#store(seconds) },
      new MediaControls({
        play: () => this.play(),
        pause: () => this.pause(),
        next: () => this.next(),
        previous: () => this.previous(),
        seek: (seconds) => this.seek(seconds),
        place: () => this,
      }),
    );
    this.controls.take();
    on((heard) => {
      if (heard.Type === 'track' && !heard.Track) this.#forget(heard.ID);
    });
    onReconnect(() => this.reload(!this.isShuffled));
    addEventListener('pagehide', () => this.#store(this.time));
    $effect.root(() => {
      $effect(() => this.controls.showMetadata(metadataOf(this.track)));
      $effect(() => this.controls.showNext(this.hasNext));
    });
  }

  get current(): Entry | null {
    return this.#queue.current;
  }
  /** The current track; null if there is none or its record is not loaded yet. */
  get track(): Track | null {
    return this.#queue.current ? (tracks.get(this.#queue.current.track) ?? null) : null;
  }
  /** Tracks the person queued. */
  get chosen(): readonly Entry[] {
    return this.#queue.chosen;
  }
  /** Upcoming tracks of the current list, played after `chosen`. */
  get rest(): readonly Entry[] {
    return this.#rest;
  }
  /** Whether another track comes after the current one, also if that repeats. */
  get hasNext(): boolean {
    return this.#hasNext;
  }
  get source(): Source | null {
    return this.#queue.source;
  }
  get isShuffled(): boolean {
    return this.#queue.unshuffled !== null;
  }
  get repeat(): Repeat {
    return this.#queue.repeat;
  }

  /** Whether this is the current track. */
  isAt(track: number): boolean {
    return this.#queue.current?.track === track;
  }

  /** Whether this list is the current one. */
  isFrom(source: string): boolean {
    return this.#queue.source?.key === source && this.#queue.current !== null;
  }

  /** Restores the stored queue of a person, paused; 0 means signed out. */
  belongTo(person: number): void {
    if (person === this.#person) return;
    this.#store(this.time);
    this.unload();
    this.#person = person;
    const { queue, time } = person ? readStoredPlayer(person) : { queue: EMPTY, time: 0 };
    this.#queue = queue;
    void this.#begin(time, false);
  }

  /** Plays a list, starting at one of its tracks. */
  playList(list: readonly Track[] | readonly number[], index: number, source: Source): void {
    this.#change(withList(this.#queue, numbersOf(list), index, source, Math.random));
    void this.#begin(0, true);
  }

  /** Plays a list in random order. */
  playShuffled(list: readonly Track[] | readonly number[], source: Source): void {
    const first = Math.floor(Math.random() * list.length);
    const started = withList(
      { ...this.#queue, unshuffled: null },
      numbersOf(list),
      first,
      source,
      Math.random,
    );
    this.#change(shuffled(started, Math.random));
    void this.#begin(0, true);
  }

  /** Adds tracks to the queue without interrupting or starting playback. */
  putInLine(list: readonly Track[] | readonly number[], where: 'next' | 'last'): void {
    const wasEmpty = !this.#queue.current;
    this.#change(withChosen(this.#queue, numbersOf(list), where));
    if (wasEmpty) void this.#begin(0, false);
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  play(): void {
    this.resume(!this.isShuffled);
  }

  next(): void {
    const queue = advanced(this.#queue);
    if (queue) this.#go(queue);
  }

  /** Goes to the previous track, or to the start of this one after the first three seconds. */
  previous(): void {
    const queue = this.time > PREVIOUS_TRACK_SECONDS ? null : steppedBack(this.#queue);
    if (queue) this.#go(queue);
    else this.seek(0);
  }

  setRepeat(repeat: Repeat): void {
    this.#change({ ...this.#queue, repeat });
  }

  /** Shuffles the rest of the list, or restores the original order at the current track. */
  setShuffled(isShuffled: boolean): void {
    this.#change(isShuffled ? shuffled(this.#queue, Math.random) : unshuffled(this.#queue));
  }

  /** Plays an upcoming entry. */
  jump(key: number): void {
    this.#change(jumpedTo(this.#queue, key));
    void this.#begin(0, true);
  }

  /** Moves an upcoming entry before another one; null moves it to the end of its part. */
  move(key: number, before: number | null, part: 'chosen' | 'rest'): void {
    this.#change(moved(this.#queue, key, before, part));
  }

  /** Removes an upcoming entry. */
  drop(key: number): void {
    this.#change(dropped(this.#queue, (entry) => entry.key === key));
  }

  /** Removes all upcoming entries; returns the function that undoes it. */
  clear(): () => void {
    const before = this.#queue;
    this.#change(cleared(before));
    return () => {
      if (this.#queue.current?.key === before.current?.key) this.#change(before);
    };
  }

  /** Removes everything, including the current track. */
  empty(): void {
    this.unload();
    this.#change({ ...EMPTY, repeat: this.#queue.repeat });
  }

  #go(queue: Queue): void {
    this.#change(queue);
    void this.#begin(0, this.isPlaying);
  }

  async #begin(at: number, isPlaying: boolean): Promise<void> {
    const { current } = this.#queue;
    if (!current) return;
    await this.begin(current, !this.isShuffled, at, isPlaying);
    this.#prepare();
  }

  #ended(hasPassed: boolean): void {
    if (this.#queue.repeat === 'one' && !hasPassed) {
      this.seek(0);
      return this.play();
    }
    const queue = advanced(this.#queue);
    if (!queue?.current) return this.#resetPosition();
    if (hasPassed) this.passTo(queue.current);
    this.#change(queue);
    if (!hasPassed) void this.#begin(0, true);
  }

  /** Stops at the start of the last track when the queue ends. */
  #resetPosition(): void {
    this.pause();
    this.seek(0);
  }

  /** Removes a deleted track from the queue. The next one takes the place of the current one, playing if that did. */
  #forget(track: number): void {
    const wasAt = this.isAt(track);
    const { isPlaying } = this;
    if (wasAt) this.unload();
    const left = dropped(this.#queue, (entry) => entry.track === track);
    this.#change(left.current ? left : (advanced(left) ?? EMPTY));
    if (wasAt) void this.#begin(0, isPlaying);
  }

  #change(queue: Queue): void {
    this.#queue = queue;
    if (this.#person) storeQueue(this.#person, queue);
    this.#prepare();
  }

  /** Prepares the next entry, which may have changed, once its record is loaded. */
  #prepare(): void {
    const { current } = this.#queue;
    const coming = comingUp(this.#queue);
    const next = coming === current ? null : coming;
    this.prepare(current, next, !this.isShuffled);
    if (!next || tracks.peek(next.track) !== undefined) return;
    void tracks.ready([next.track]).then(() => {
      if (tracks.peek(next.track) && comingUp(this.#queue) === next) this.#prepare();
    });
  }

  #store(seconds: number): void {
    // The other window stores what it plays.
    if (!this.#person || !this.#queue.current || this.pausedFor === 'window') return;
    storeTime(this.#person, this.#queue.current.track, seconds);
  }
}

/** Within this many seconds from the start, "previous" goes to the previous track. */
const PREVIOUS_TRACK_SECONDS = 3;

function numbersOf(list: readonly Track[] | readonly number[]): number[] {
  const records = list.filter((one) => typeof one !== 'number');
  if (records.length) tracks.put(records);
  return list.map((one) => (typeof one === 'number' ? one : one.ID));
}

/** The app's player (singleton). */
export const player = new Player();
