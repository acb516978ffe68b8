import { SvelteMap } from 'svelte/reactivity';
import type { Photo } from '../../shared/contract/records';
import { call } from './call';
import { session } from './session.svelte';

/** Photos by their numbers, as records name them: those that are asked for together are read together. */
class Photos {
  /** Null for one that is gone or not to be seen. */
  readonly #known = new SvelteMap<number, Photo | null>();
  readonly #readAt = new Map<number, number>();
  readonly #wanted = new Set<number>();
  /** Those that are being read. */
  readonly #asked = new Map<number, Promise<void>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whose they are: what another has seen before is no matter of the next one's. */
  #person = $state(0);

  /** A photo, once it is known; asks for it else. Reactive. */
  of(id: number): Photo | null | undefined {
    const known = this.#person === session.id ? this.#known.get(id) : undefined;
    if (id > 0 && session.id > 0 && (known === undefined || this.#isOld(id))) this.#want(id);
    return known;
  }

  /** Where a photo is shown from, made as large as is needed for so many pixels; undefined while that is not known. */
  address(id: number, pixels: number): string | undefined {
    const photo = this.of(id);
    return photo ? sized(photo.Url, pixels) : undefined;
  }

  /** Reads those that are not known yet; a host that does not answer is not waited for. */
  async ready(ids: Iterable<number>): Promise<void> {
    const all = [...ids];
    for (const id of all) this.of(id);
    this.#read();
    await Promise.all(all.map((id) => this.#asked.get(id)));
  }

  /** Signed addresses end after a day. */
  #isOld(id: number): boolean {
    return Date.now() - (this.#readAt.get(id) ?? 0) > GOOD_FOR;
  }

  #want(id: number): void {
    if (this.#asked.has(id)) return;
    this.#wanted.add(id);
    // Everything that one drawing of the page asks for goes in one question.
    this.#timer ??= setTimeout(() => this.#read());
  }

  #read(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#meet();
    const ids = [...this.#wanted];
    this.#wanted.clear();
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const some = ids.slice(from, from + AT_ONCE);
      const reading = this.#readSome(some).finally(() => some.forEach((id) => this.#asked.delete(id)));
      for (const id of some) this.#asked.set(id, reading);
    }
  }

  async #readSome(ids: readonly number[]): Promise<void> {
    try {
      const found = await call('photos.some', { ids: [...ids] }, { attempts: 2 });
      const byId = new Map(found.map((photo) => [photo.ID, photo]));
      for (const id of ids) this.#note(id, byId.get(id) ?? null);
    } catch {
      // A letter stands for the picture; whoever draws it next asks again.
    }
  }

  #meet(): void {
    if (this.#person === session.id) return;
    this.#known.clear();
    this.#person = session.id;
  }

  #note(id: number, photo: Photo | null): void {
    this.#readAt.set(id, Date.now());
    this.#known.set(id, photo);
  }
}

/** The address of a photo in one of the sizes that the service makes. */
export function sized(address: string, pixels: number): string {
  const size = SIZES.find((one) => one >= pixels * (globalThis.devicePixelRatio || 1));
  return size === undefined ? address : `${address}&size=${size}`;
}

const SIZES = [64, 256, 1024];
const AT_ONCE = 100;
/** Milliseconds; the addresses are good for 24 hours. */
const GOOD_FOR = 20 * 3600 * 1000;

/** Those of whoever is signed in. */
export const photos = new Photos();
