import { language } from '../i18n/index.svelte';
import { Part } from './part.svelte';

/** Every view that is not part of the main bundle, first what is needed when the host goes offline. */
export const parts = {
  doctor: new Part(() => import('../discovery/DoctorWindow.svelte')),
  palette: new Part(() => import('../search/Palette.svelte')),
  feed: new Part(async () => {
    await language.loadHosting();
    return import('../posts/Feed.svelte');
  }),
  post: new Part(() => import('../posts/PostView.svelte')),
  people: new Part(() => import('../people/list/People.svelte')),
  person: new Part(() => import('./PersonView.svelte')),
  discover: new Part(() => import('../discover/Discover.svelte')),
  music: new Part(() => import('../music/Music.svelte')),
  files: new Part(() => import('../files/Files.svelte')),
  videos: new Part(() => import('../videos/Videos.svelte')),
  search: new Part(() => import('../search/SearchView.svelte')),
  notifications: new Part(() => import('../notifications/Notifications.svelte')),
  uploads: new Part(() => import('../uploads/Uploads.svelte')),
  consent: new Part(() => import('../consent/ConsentPage.svelte')),
  settings: new Part(async () => {
    await language.loadHosting();
    return import('../settings/Settings.svelte');
  }),
  entrances: new Part(() => import('../welcome/Entrances.svelte')),
};

/** Loads the views one by one while the browser is idle, so that they stay available if the host goes offline. */
export async function fetchAhead(): Promise<void> {
  for (const part of Object.values(parts)) {
    await new Promise((resolve) => requestIdleCallback(resolve));
    await part.fetch();
  }
  // Choosing a language that is still missing shows an error.
  await language.fetchAhead().catch(() => undefined);
}
