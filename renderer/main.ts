import { mount } from 'svelte';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/inter/wght-italic.css';
import './ui/base.css';
import './ui/forced-colors.css';
import { photos, session, start } from './api';
import { language } from './i18n/index.svelte';
import { joinDoubleClicks } from './double-click';
import { router } from './router.svelte';
import { applyStoredTheme, registerOverlaysWith, setPictureResolver } from './ui';
import { loadFirst } from './views/roots.svelte';
import App from './App.svelte';

applyStoredTheme();
joinDoubleClicks();
registerOverlaysWith((close) => router.registerOverlay(close));
setPictureResolver((photo, pixels) => photos.url(photo, pixels));

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
void begin(target);

/** The views import this file's chunk, so it must not wait for them while it is evaluated. */
async function begin(target: HTMLElement): Promise<void> {
  await Promise.all([session.restore().then(loadFirst), language.begin(), applyStyles()]);
  start();
  mount(App, { target });
  document.getElementById('first')?.remove();
}

/** Applies the styles that the first paint didn't wait for; resolves once they are loaded. */
async function applyStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][media="not all"]')];
  await Promise.all(
    links.map((link) => {
      link.media = 'all';
      if (link.sheet) return undefined;
      return new Promise((resolve) => (link.onload = link.onerror = resolve));
    }),
  );
}
