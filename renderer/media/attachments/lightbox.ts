import type { Photo } from '../../../shared/contract/records';
import { m } from '../../i18n/index.svelte';
import { registerOverlay } from '../../ui';

/** Opens photos in a full-window lightbox, starting at `index`. Closed by Esc, a swipe or a click outside. */
export async function openLightbox(photos: readonly Photo[], index: number): Promise<void> {
  // Loaded on demand: most visits to a chat never open a photo.
  const [{ default: PhotoSwipe }] = await Promise.all([import('photoswipe'), import('photoswipe/style.css')]);
  const t = m().media.lightbox;
  const lightbox = new PhotoSwipe({
    dataSource: photos.map((photo, place) => ({
      src: photo.Url,
      width: photo.Width,
      height: photo.Height,
      msrc: photo.Preview,
      alt: photo.Caption || m().media.photoOf(place + 1, photos.length),
    })),
    index,
    loop: false,
    wheelToZoom: true,
    showHideAnimationType: 'fade',
    showAnimationDuration: DURATION,
    hideAnimationDuration: DURATION,
    bgOpacity: 0.92,
    closeTitle: t.close,
    zoomTitle: t.zoom,
    arrowPrevTitle: t.previous,
    arrowNextTitle: t.next,
    errorMsg: t.failed,
  });
  // The lightbox is not part of a view, so navigating must close it.
  const close = () => lightbox.close();
  const unregister = registerOverlay(close);
  addEventListener('hashchange', close);
  lightbox.on('close', () => {
    unregister();
    removeEventListener('hashchange', close);
  });
  lightbox.init();
}

/** Milliseconds. */
const DURATION = 140;
