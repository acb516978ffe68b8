import { MediaControls } from './media-session';
import { OneWindow } from './one-window';
import { player } from './player.svelte';

/**
 * An attachment of a video or an audio element that plays alone: music and other windows pause when it starts, and it
 * pauses when they start. The media keys act on it from when it plays until music plays or it leaves the page.
 */
export function playsAlone(element: HTMLMediaElement): () => void {
  const controls = new MediaControls({
    play: () => void element.play().catch(() => undefined),
    pause: () => element.pause(),
    seek: (seconds) => (element.currentTime = seconds),
    place: () => placeOf(element),
  });
  const oneWindow = new OneWindow(() => element.pause());
  const ends = new AbortController();
  const show = () => controls.showPosition(!element.paused, placeOf(element));
  const started = () => {
    player.pauseFor(element instanceof HTMLVideoElement ? 'video' : 'file');
    oneWindow.take();
    controls.showMetadata({ title: element.getAttribute('aria-label') ?? '' });
    controls.take();
    show();
  };
  element.addEventListener('play', started, { signal: ends.signal });
  for (const name of ['pause', 'timeupdate', 'durationchange'])
    element.addEventListener(name, show, { signal: ends.signal });
  $effect(() => {
    if (player.isPlaying) element.pause();
  });
  return () => {
    ends.abort();
    oneWindow.close();
    controls.release();
  };
}

function placeOf({ currentTime, duration }: HTMLMediaElement): { time: number; duration: number } {
  return { time: currentTime, duration: Number.isFinite(duration) ? duration : 0 };
}
