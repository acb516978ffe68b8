import { language, withHostingTexts } from '../i18n/index.svelte';
import { idle, LazyComponent, overlays } from '../ui';

/** Every view or bar that is not part of the main bundle, first what is needed when the host goes offline. */
export const lazyViews = {
  away: new LazyComponent(() => import('./bars/AwayBar.svelte')),
  readOnly: new LazyComponent(() => import('./bars/ReadOnlyBar.svelte')),
  diagnosis: new LazyComponent(() => import('../nearby/DiagnosisWindow.svelte')),
  palette: new LazyComponent(() => import('../search/Palette.svelte')),
  shortcuts: new LazyComponent(() => import('./ShortcutList.svelte')),
  feed: new LazyComponent(() => withHostingTexts(() => import('../posts/Feed.svelte'))),
  post: new LazyComponent(() => import('../posts/PostView.svelte')),
  people: new LazyComponent(() => import('../people/list/People.svelte')),
  person: new LazyComponent(() => import('./PersonView.svelte')),
  discover: new LazyComponent(() => import('../discover/Discover.svelte')),
  calendar: new LazyComponent(() => withHostingTexts(() => import('../calendar/Calendar.svelte'))),
  music: new LazyComponent(() => import('../music/Music.svelte')),
  files: new LazyComponent(() => import('../files/Files.svelte')),
  videos: new LazyComponent(() => import('../videos/Videos.svelte')),
  search: new LazyComponent(() => import('../search/SearchView.svelte')),
  notifications: new LazyComponent(() => import('../notifications/Notifications.svelte')),
  uploads: new LazyComponent(() => import('../uploads/Uploads.svelte')),
  join: new LazyComponent(() => import('./Join.svelte')),
  consent: new LazyComponent(() => withHostingTexts(() => import('../consent/ConsentPage.svelte'))),
  settings: new LazyComponent(() => withHostingTexts(() => import('../settings/Settings.svelte'))),
  entrances: new LazyComponent(() => import('../welcome/Entrances.svelte')),
};

/**
 * Loads the overlays and then the views one by one while the browser is idle, so that they stay available if the host
 * goes offline. `prepare` loads what the person probably opens next.
 */
export async function loadAhead(prepare: () => Promise<void>): Promise<void> {
  const views = Object.values(lazyViews).map((view) => () => view.load());
  const settings = () =>
    import('../settings/pages').then((pages) => pages.loadPages()).catch(() => undefined);
  for (const load of [() => overlays.load().catch(() => undefined), prepare, ...views, settings]) {
    await idle();
    await load();
  }
  // Choosing a language that is still missing shows an error.
  await language.loadAhead().catch(() => undefined);
}
