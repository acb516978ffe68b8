import { SvelteMap } from 'svelte/reactivity';
import type { Video } from '../../shared/contract/records';
import { call, session } from '../api';

/** Watched positions of videos, synced to other devices through the account preferences. */
class Watched {
  /** Video id -> position in seconds, and when it was watched (Unix seconds). */
  readonly #places = new SvelteMap<number, Place>();
  #person = 0;
  #loading: Promise<void> | undefined;
  #savedAt = 0;

  /** Loads the positions, which another device may have changed. If the request fails, those known so far count. */
  async ready(): Promise<void> {
    if (this.#person !== session.id) {
      this.#person = session.id;
      this.#places.clear();
      this.#loading = undefined;
    }
    const loading = (this.#loading ??= this.#read(session.id));
    await loading;
    if (this.#loading === loading) this.#loading = undefined;
  }

  /** Returns the position to resume from in seconds; 0 if a video was hardly started or nearly finished. Reactive. */
  placeOf({ ID, Duration }: Pick<Video, 'ID' | 'Duration'>): number {
    const seconds = this.#places.get(ID)?.seconds ?? 0;
    const share = Duration > 0 ? seconds / Duration : 0;
    return share < MIN_SHARE || share > MAX_SHARE ? 0 : seconds;
  }

  /** Returns when a video was last watched (Unix seconds); 0 if never. */
  timeOf(id: number): number {
    return this.#places.get(id)?.at ?? 0;
  }

  /** Records a position. Saves it to the host at most every ten seconds, or at once if `final`. */
  note(id: number, seconds: number, final = false): void {
    const at = Math.floor(Date.now() / 1000);
    this.#places.set(id, { seconds: Math.floor(seconds), at });
    if (!final && Date.now() - this.#savedAt < SAVE_INTERVAL_MS) return;
    this.#savedAt = Date.now();
    const old = [...this.#places].sort(([, one], [, other]) => other.at - one.at).slice(MAX_PLACES);
    for (const [video] of old) this.#places.delete(video);
    const forgotten = Object.fromEntries(old.map(([video]) => [PREFIX + video, null]));
    // A failed save is retried with the next position, ten seconds later.
    void call('account.updatePreferences', {
      ...forgotten,
      [PREFIX + id]: [Math.floor(seconds), at],
    }).catch(() => undefined);
  }

  async #read(person: number): Promise<void> {
    // A video that is opened waits for the answer.
    const stored = await call('account.preferences', {}, { attempts: 1 }).catch(() => ({}));
    if (person !== this.#person) return;
    for (const [key, value] of Object.entries(stored)) {
      const id = Number(key.slice(PREFIX.length));
      if (!key.startsWith(PREFIX) || !Number.isSafeInteger(id) || !Array.isArray(value)) continue;
      const [seconds, at] = value as unknown[];
      if (typeof seconds === 'number' && typeof at === 'number' && at > this.timeOf(id))
        this.#places.set(id, { seconds, at });
    }
  }
}

interface Place {
  seconds: number;
  at: number;
}

/** Fractions of a video: below `MIN_SHARE` it is hardly started, above `MAX_SHARE` nearly finished. */
const MIN_SHARE = 0.05;
const MAX_SHARE = 0.95;
/** Minimum time between two saves, in milliseconds. */
const SAVE_INTERVAL_MS = 10_000;
/** Maximum number of videos with a stored position. */
const MAX_PLACES = 200;
const PREFIX = 'watched.';

/** Watched positions of the signed-in person. */
export const watched = new Watched();
