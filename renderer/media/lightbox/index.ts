import type { GalleryPhoto, LoadPhotos } from './gallery.svelte';

export type { GalleryPhoto, LoadPhotos };

/**
 * Opens photos over the whole window, starting at `index`. Closed by Escape, a step back, a swipe or a click outside.
 * `load` loads more photos at the ends.
 */
export async function openLightbox(
  photos: readonly GalleryPhoto[],
  index: number,
  load?: LoadPhotos,
): Promise<void> {
  // Loaded on demand: most visits never open a photo.
  const { showLightbox } = await import('./show');
  showLightbox(photos, index, load);
}
