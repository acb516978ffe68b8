import type { GalleryPhoto, LoadOlder } from './gallery.svelte';

export type { GalleryPhoto };

/**
 * Opens photos over the whole window, starting at `index`. Closed by Escape, a step back, a swipe or a click outside.
 * `older` loads the photos before the first one.
 */
export async function openLightbox(
  photos: readonly GalleryPhoto[],
  index: number,
  older?: LoadOlder,
): Promise<void> {
  // Loaded on demand: most visits never open a photo.
  const { showLightbox } = await import('./show');
  showLightbox(photos, index, older);
}
