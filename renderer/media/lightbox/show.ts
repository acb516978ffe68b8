import PhotoSwipe from 'photoswipe';
import 'photoswipe/style.css';
import { mount, unmount } from 'svelte';
import { m } from '../../i18n/index.svelte';
import { registerOverlay, shortcutLetter } from '../../ui';
import SendToWindow from '../attachments/SendToWindow.svelte';
import { captionOf, Gallery, type GalleryPhoto, type LoadPhotos } from './gallery.svelte';
import LightboxFrame from './LightboxFrame.svelte';
import { ignoreSecondClicks } from './second-clicks';

/**
 * Opens the lightbox, unless it is open. PhotoSwipe shows, zooms and swipes the photos; everything around them is ours.
 */
export function showLightbox(photos: readonly GalleryPhoto[], index: number, load?: LoadPhotos): void {
  // A double click on a photo asks twice; two lightboxes would take the focus from each other without end.
  if (isShown) return;
  isShown = true;
  const gallery = new Gallery(photos, index, load);
  const slides = photos.map(slideOf);
  const lightbox = new PhotoSwipe({
    dataSource: slides,
    index,
    loop: false,
    wheelToZoom: true,
    // A photo that (almost) fits as it is would not get larger by its original size. 0 is the default.
    secondaryZoomLevel: ({ fit }) => (fit * 1.5 > 1 ? fit * 2 : 0),
    showHideAnimationType: 'fade',
    showAnimationDuration: ANIMATION_MS,
    hideAnimationDuration: ANIMATION_MS,
    bgOpacity: 0.97,
    arrowPrev: false,
    arrowNext: false,
    close: false,
    zoom: false,
    counter: false,
    paddingFn: ({ x: width, y: height }) =>
      width < NARROW_WIDTH || height < LOW_HEIGHT ? { top: 0, bottom: 0, left: 0, right: 0 } : PADDING,
    errorMsg: m().media.lightbox.failed,
  });
  gallery.onadded = (count, end) => {
    if (end === 'before') {
      slides.unshift(...gallery.photos.slice(0, count).map(slideOf));
      moveOn(lightbox, count);
    } else {
      slides.push(...gallery.photos.slice(-count).map(slideOf));
    }
    // The place beside the current photo may be empty, because nothing was there.
    lightbox.refreshSlideContent(lightbox.currIndex + (end === 'before' ? -1 : 1));
  };
  lightbox.on('change', () => void gallery.show(lightbox.currIndex));

  const renew = async (index: number) => {
    // Photos may have been added before it meanwhile.
    const place = await gallery.renew(index);
    const renewed = place === undefined ? undefined : gallery.photos[place];
    if (place === undefined || !renewed || !lightbox.isOpen) return;
    slides[place] = slideOf(renewed);
    lightbox.refreshSlideContent(place);
  };
  lightbox.on('loadError', ({ content }) => void renew(content.index));
  // A photo that failed while it was loaded ahead is not reported.
  lightbox.on('change', () => void renew(lightbox.currIndex));

  ignoreSecondClicks(lightbox);
  // PhotoSwipe knows the shortcut by the letter, which other keyboard layouts don't have.
  lightbox.on('keydown', (event) => {
    const { originalEvent: key } = event;
    if (shortcutLetter(key) !== 'z' || key.ctrlKey || key.metaKey || key.altKey || key.shiftKey) return;
    event.preventDefault();
    lightbox.toggleZoom();
  });

  // The tiny preview has the shape of the photo only roughly.
  lightbox.on('contentResize', ({ content: { placeholder }, width, height }) => {
    if (placeholder?.element) placeholder.element.style.aspectRatio = `${width} / ${height}`;
  });

  // The lightbox is not part of a view, so navigating must close it.
  const close = () => lightbox.close();
  const unregister = registerOverlay(close);
  addEventListener('hashchange', close);
  lightbox.on('close', () => {
    unregister();
    removeEventListener('hashchange', close);
  });

  lightbox.on('destroy', () => (isShown = false));
  lightbox.init();
  const target = lightbox.element;
  if (!target) return;
  target.setAttribute('aria-label', m().media.lightbox.label);
  const frame = mount(LightboxFrame, {
    target,
    props: {
      gallery,
      onclose: close,
      onzoom: () => lightbox.toggleZoom(),
      onprevious: () => lightbox.prev(),
      onnext: () => lightbox.next(),
      onforward: ({ photo }: GalleryPhoto) => {
        lightbox.on('destroy', () => forward(photo.ID));
        close();
      },
    },
  });
  lightbox.on('destroy', () => void unmount(frame));
}

let isShown = false;

/** Asks which chats a photo is sent to. */
function forward(photo: number): void {
  const onclose = () => void unmount(window);
  const window = mount(SendToWindow, {
    target: document.body,
    props: { parcels: [{ photos_list: [photo] }], onclose },
  });
}

function slideOf(one: GalleryPhoto) {
  const { photo } = one;
  return {
    src: photo.Url,
    width: photo.Width,
    height: photo.Height,
    msrc: photo.Preview,
    alt: captionOf(one) || m().media.photoOf(1, 1),
  };
}

/** Keeps showing the same photo after `count` others were put before it. */
function moveOn(lightbox: PhotoSwipe, count: number): void {
  for (const content of lightbox.contentLoader._cachedItems) content.index += count;
  for (const { slide } of lightbox.mainScroll.itemHolders) if (slide) slide.index += count;
  lightbox.currIndex += count;
  lightbox.potentialIndex += count;
}

const ANIMATION_MS = 140;
/** CSS pixels. In a narrower or lower window, a photo fills it and a tap hides what is drawn over it. */
const NARROW_WIDTH = 720;
const LOW_HEIGHT = 500;
const PADDING = { top: 64, bottom: 72, left: 72, right: 72 };
