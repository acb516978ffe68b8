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

/** Loads the photos before a photo, in order; none if it is the first. */
export type LoadOlder = (first: GalleryPhoto) => Promise<readonly GalleryPhoto[]>;

/** The photos through which the lightbox steps, oldest first. Older ones are loaded when the start comes near. */
export class Gallery {
  readonly #loadOlder: LoadOlder | undefined;
  #photos = $state.raw<readonly GalleryPhoto[]>([]);
  #index = $state(0);
  #hasOlder = $state(false);
  #isLoading = false;
  /** Called after `count` older photos were added, which moves the current one on. */
  onolder: (count: number) => void = () => undefined;

  constructor(photos: readonly GalleryPhoto[], index: number, loadOlder?: LoadOlder) {
    this.#photos = photos;
    this.#index = index;
    this.#loadOlder = loadOlder;
    this.#hasOlder = loadOlder !== undefined;
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
  /** Whether the first photo has a known place: all older ones are loaded. */
  get isWhole(): boolean {
    return !this.#hasOlder;
  }
  get hasPrevious(): boolean {
    return this.#index > 0;
  }
  get hasNext(): boolean {
    return this.#index < this.#photos.length - 1;
  }

  /** Notes which photo is shown, and loads older ones if it is near the start. */
  async show(index: number): Promise<void> {
    this.#index = index;
    const [first] = this.#photos;
    if (!first || !this.#loadOlder || !this.#hasOlder || this.#isLoading || index > LOAD_DISTANCE) return;
    this.#isLoading = true;
    try {
      const older = await this.#loadOlder(first);
      this.#hasOlder = older.length > 0;
      this.#photos = [...older, ...this.#photos];
      this.#index += older.length;
      if (older.length) this.onolder(older.length);
    } catch {
      // The next step towards the start tries again.
    } finally {
      this.#isLoading = false;
    }
  }

  /** Loads a photo again if its URL has expired. Resolves to true if it has a new one. */
  async renew(index: number): Promise<boolean> {
    const old = this.#photos[index]?.photo;
    if (!old || !hasExpired(old.Url)) return false;
    const photo = await photos.reload(old.ID);
    if (!photo) return false;
    this.#photos = this.#photos.map((one) => (one.photo === old ? { ...one, photo } : one));
    return true;
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

/** How many photos before the current one should be loaded. */
const LOAD_DISTANCE = 3;
