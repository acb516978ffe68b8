import type { Photo, PersonRecord } from '../../../shared/contract/records';
import { photos } from '../../api';
import { hasExpired } from '../signed-url';

/** A photo of the lightbox and where it comes from. */
export interface GalleryPhoto {
  photo: Photo;
  /** Who shared it; by default its owner. */
  author?: PersonRecord;
  /** Unix seconds; by default when it was uploaded. */
  time?: number;
  /** What was written with it; shown if it has no caption. */
  text?: string;
  /** The address of the message that contains it. */
  address?: string;
}

/** The two ends of a gallery. */
export type GalleryEnd = 'before' | 'after';

/** Loads the photos before the first one, or after the last one, in order; none if there are no more at this end. */
export type LoadPhotos = Partial<
  Record<GalleryEnd, (outermost: GalleryPhoto) => Promise<readonly GalleryPhoto[]>>
>;

/** The photos through which the lightbox steps. More are loaded when an end comes near. */
export class Gallery {
  readonly #load: LoadPhotos;
  #photos = $state.raw<readonly GalleryPhoto[]>([]);
  #index = $state(0);
  #hasMore = $state<Record<GalleryEnd, boolean>>({ before: false, after: false });
  readonly #loading = new Set<GalleryEnd>();
  /** Called after `count` photos were added at an end; those before the current one move it on. */
  onadded: (count: number, end: GalleryEnd) => void = () => undefined;

  constructor(photos: readonly GalleryPhoto[], index: number, load: LoadPhotos = {}) {
    this.#photos = photos;
    this.#index = index;
    this.#load = load;
    this.#hasMore = { before: load.before !== undefined, after: load.after !== undefined };
  }

  get photos(): readonly GalleryPhoto[] {
    return this.#photos;
  }
  get index(): number {
    return this.#index;
  }
  get current(): GalleryPhoto | undefined {
    return this.#photos[this.#index];
  }
  /** Whether all photos are loaded, so that the place of each is known. */
  get isWhole(): boolean {
    return !this.#hasMore.before && !this.#hasMore.after;
  }
  get hasPrevious(): boolean {
    return this.#index > 0;
  }
  get hasNext(): boolean {
    return this.#index < this.#photos.length - 1;
  }

  /** Notes which photo is shown, and loads more if it is near an end. */
  async show(index: number): Promise<void> {
    this.#index = index;
    const left = this.#photos.length - 1 - index;
    await Promise.all([
      index <= LOAD_DISTANCE && this.#grow('before'),
      left <= LOAD_DISTANCE && this.#grow('after'),
    ]);
  }

  /** Loads a photo again if its URL has expired. Resolves to its place now if it has a new one, else undefined. */
  async renew(index: number): Promise<number | undefined> {
    const old = this.#photos[index];
    if (!old || !hasExpired(old.photo.Url)) return undefined;
    const photo = await photos.reload(old.photo.ID);
    if (!photo) return undefined;
    const place = this.#photos.indexOf(old);
    this.#photos = this.#photos.map((one) => (one.photo === old.photo ? { ...one, photo } : one));
    return place;
  }

  async #grow(end: GalleryEnd): Promise<void> {
    const load = this.#load[end];
    const outermost = end === 'before' ? this.#photos[0] : this.#photos.at(-1);
    if (!load || !outermost || !this.#hasMore[end] || this.#loading.has(end)) return;
    this.#loading.add(end);
    try {
      const more = await load(outermost);
      this.#hasMore[end] = more.length > 0;
      if (end === 'before') this.#index += more.length;
      this.#photos = end === 'before' ? [...more, ...this.#photos] : [...this.#photos, ...more];
      if (more.length) this.onadded(more.length, end);
    } catch {
      // The next step towards this end tries again.
    } finally {
      this.#loading.delete(end);
    }
  }
}

/** Returns the text below a photo: its own caption, or else what was written with it. */
export function captionOf({ photo, text = '' }: GalleryPhoto): string {
  return photo.Caption || text;
}

/** Returns the name under which a photo is downloaded, such as "photo-2026-11-23.jpg". */
export function downloadName({ photo, time }: GalleryPhoto): string {
  const [day = ''] = new Date((time ?? photo.Timestamp) * 1000).toISOString().split('T');
  const [path = ''] = photo.Url.split('?');
  const ending = /\.[a-z0-9]{2,5}$/i.exec(path)?.[0] ?? '.jpg';
  return `photo-${day}${ending}`;
}

/** How many photos on each side of the current one should be loaded. */
const LOAD_DISTANCE = 3;
