import type { Photo } from '../../shared/contract/records';
import { ByNumber } from './by-number.svelte';

/** Photos by their numbers, as records name them. */
class Photos extends ByNumber<Photo> {
  constructor() {
    super((call, ids) => call('photos.some', { ids }, { attempts: 2 }));
  }

  /** Where a photo is shown from, made as large as is needed for so many pixels; undefined while that is not known. */
  address(id: number, pixels: number): string | undefined {
    const photo = this.of(id);
    return photo ? sized(photo.Url, pixels) : undefined;
  }
}

/** The address of a photo in one of the sizes that the service makes. */
export function sized(address: string, pixels: number): string {
  const size = SIZES.find((one) => one >= pixels * (globalThis.devicePixelRatio || 1));
  return size === undefined ? address : `${address}&size=${size}`;
}

const SIZES = [64, 256, 1024];

/** Those of whoever is signed in. */
export const photos = new Photos();
