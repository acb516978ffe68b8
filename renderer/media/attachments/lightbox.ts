import type { Photo } from '../../../shared/contract/records';
import { m } from '../../i18n/index.svelte';
import { lieOver } from '../../ui';

/** Shows photos over the whole window, from one of them on, until they are closed: by Esc, a swipe or a click beside them. */
export async function openLightbox(photos: readonly Photo[], index: number): Promise<void> {
  // Not before somebody looks at a photo: most visits to a chat go by without.
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
  // It lies over the view and is no part of it: who goes elsewhere leaves it, too.
  const close = () => lightbox.close();
  const uncover = lieOver(close);
  addEventListener('hashchange', close);
  lightbox.on('close', () => {
    uncover();
    removeEventListener('hashchange', close);
  });
  lightbox.init();
}

/** Milliseconds. */
const DURATION = 140;
