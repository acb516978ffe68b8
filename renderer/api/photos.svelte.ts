import { PICTURE_SIZES } from '../../shared/limits';
import type { Photo } from '../../shared/contract/records';
import { RecordCache } from './record-cache.svelte';

/** A cache of photos by ID. */
class Photos extends RecordCache<Photo> {
  constructor() {
    super((call, ids) => call('photos.some', { ids }, { attempts: 2 }));
  }

  /** Returns the URL of a photo, large enough for this many CSS pixels; undefined while it is not known. */
  url(id: number, pixels: number): string | undefined {
    const photo = this.get(id);
    return photo ? photoUrl(photo.Url, pixels) : undefined;
  }
}

/** Returns the URL of the smallest size that covers this many CSS pixels, or of the full photo if none does. */
export function photoUrl(url: string, pixels: number): string {
  const size = PICTURE_SIZES.find((side) => side >= pixels * (globalThis.devicePixelRatio || 1));
  // The URL of a copy of the community on this computer is not signed, so it has no query.
  return size === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}size=${size}`;
}

/** The photos visible to the signed-in person. */
export const photos = new Photos();
