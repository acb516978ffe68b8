import { SvelteMap } from 'svelte/reactivity';
import type { Video } from '../../shared/contract/records';
import { call, session } from '../api';

/** How far the person has watched which videos: kept for the account, so that other devices go on from there. */
class Watched {
  /** Video -> seconds, and when that was; Unix seconds. */
  readonly #places = new SvelteMap<number, Place>();
  #person = 0;
  #reading: Promise<void> | undefined;
  #savedAt = 0;

  /** Reads what is known, once for a person; what the host does not give is as if nothing was watched. */
  ready(): Promise<void> {
    if (this.#person !== session.id) {
      this.#person = session.id;
      this.#places.clear();
      this.#reading = undefined;
    }
    return (this.#reading ??= this.#read());
  }

  /** Where to go on; 0 where a video was hardly begun, or nearly seen. Seconds; reactive. */
  placeOf({ ID, Duration }: Pick<Video, 'ID' | 'Duration'>): number {
    const seconds = this.#places.get(ID)?.seconds ?? 0;
    const share = Duration > 0 ? seconds / Duration : 0;
    return share < LEAST || share > MOST ? 0 : seconds;
  }

  /** When a video was watched last; Unix seconds, 0 for never. */
  timeOf(id: number): number {
    return this.#places.get(id)?.at ?? 0;
  }

  /** It has come so far; the host is told at most every ten seconds, or at once where it is `final`. */
  note(id: number, seconds: number, final = false): void {
    const at = Math.floor(Date.now() / 1000);
    this.#places.set(id, { seconds: Math.floor(seconds), at });
    if (!final && Date.now() - this.#savedAt < BETWEEN) return;
    this.#savedAt = Date.now();
    const old = [...this.#places].sort(([, one], [, other]) => other.at - one.at).slice(KEPT);
    for (const [video] of old) this.#places.delete(video);
    const forgotten = Object.fromEntries(old.map(([video]) => [PREFIX + video, null]));
    // What is not kept now is kept ten seconds later.
    void call('account.updatePreferences', {
      ...forgotten,
      [PREFIX + id]: [Math.floor(seconds), at],
    }).catch(() => undefined);
  }

  async #read(): Promise<void> {
    const kept = await call('account.preferences').catch(() => ({}));
    for (const [key, value] of Object.entries(kept)) {
      const id = Number(key.slice(PREFIX.length));
      if (!key.startsWith(PREFIX) || !Number.isSafeInteger(id) || !Array.isArray(value)) continue;
      const [seconds, at] = value as unknown[];
      if (typeof seconds === 'number' && typeof at === 'number' && !this.#places.has(id))
        this.#places.set(id, { seconds, at });
    }
  }
}

interface Place {
  seconds: number;
  at: number;
}

/** Shares of a video: less is hardly begun, more is nearly seen. */
const LEAST = 0.05;
const MOST = 0.95;
/** Milliseconds. */
const BETWEEN = 10_000;
/** Videos whose places are kept. */
const KEPT = 200;
const PREFIX = 'watched.';

/** Of whoever is signed in. */
export const watched = new Watched();
