import { language } from '../i18n/index.svelte';
import { idle, overlays } from '../ui';
import { Part } from './part.svelte';

/** Every view that is not part of the main bundle, first what is needed when the host goes offline. */
export const parts = {
  doctor: new Part(() => import('../discovery/DoctorWindow.svelte')),
  palette: new Part(() => import('../search/Palette.svelte')),
  shortcuts: new Part(() => import('./ShortcutList.svelte')),
  feed: new Part(async () => {
    await language.loadHosting();
    return import('../posts/Feed.svelte');
  }),
  post: new Part(() => import('../posts/PostView.svelte')),
  people: new Part(() => import('../people/list/People.svelte')),
  person: new Part(() => import('./PersonView.svelte')),
  discover: new Part(() => import('../discover/Discover.svelte')),
  calendar: new Part(async () => {
    await language.loadHosting();
    return import('../calendar/Calendar.svelte');
  }),
  music: new Part(() => import('../music/Music.svelte')),
  files: new Part(() => import('../files/Files.svelte')),
  videos: new Part(() => import('../videos/Videos.svelte')),
  search: new Part(() => import('../search/SearchView.svelte')),
  notifications: new Part(() => import('../notifications/Notifications.svelte')),
  uploads: new Part(() => import('../uploads/Uploads.svelte')),
  join: new Part(() => import('./Join.svelte')),
  consent: new Part(async () => {
    await language.loadHosting();
    return import('../consent/ConsentPage.svelte');
  }),
  settings: new Part(async () => {
    await language.loadHosting();
    return import('../settings/Settings.svelte');
  }),
  entrances: new Part(() => import('../welcome/Entrances.svelte')),
};

/**
 * Loads the overlays and then the views one by one while the browser is idle, so that they stay available if the host
 * goes offline. `prepare` loads what the person probably opens next.
 */
export async function fetchAhead(prepare: () => Promise<void>): Promise<void> {
  const views = Object.values(parts).map((part) => () => part.fetch());
  const settings = () =>
    import('../settings/pages').then((pages) => pages.loadPages()).catch(() => undefined);
  for (const load of [() => overlays.load(), prepare, ...views, settings]) {
    await idle();
    await load();
  }
  // Choosing a language that is still missing shows an error.
  await language.fetchAhead().catch(() => undefined);
}
