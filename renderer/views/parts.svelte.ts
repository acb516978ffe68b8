import type { Component } from 'svelte';
import { language } from '../i18n/index.svelte';

/** A view of the pages that is fetched once, when it is first needed or nothing else is to be done. */
export class Part<Props extends object> {
  #component = $state.raw<Component<Props>>();
  #hasFailed = $state(false);

  constructor(readonly from: () => Promise<{ default: Component<Props> }>) {}

  /** The view; undefined until it is here. */
  get component(): Component<Props> | undefined {
    return this.#component;
  }

  /** The host did not give it. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Fetches it, unless it is here. */
  async fetch(): Promise<void> {
    if (this.#component) return;
    try {
      this.#hasFailed = false;
      this.#component = (await this.from()).default;
    } catch {
      this.#hasFailed = true;
    }
  }
}

/** Every view that does not come with the page itself. */
export const parts = {
  feed: new Part(() => import('../posts/Feed.svelte')),
  post: new Part(() => import('../posts/PostView.svelte')),
  people: new Part(() => import('../people/list/People.svelte')),
  person: new Part(() => import('./PersonView.svelte')),
  music: new Part(() => import('../music/Music.svelte')),
  files: new Part(() => import('../files/Files.svelte')),
  videos: new Part(() => import('../videos/Videos.svelte')),
  search: new Part(() => import('../search/SearchView.svelte')),
  notifications: new Part(() => import('../notifications/Notifications.svelte')),
  uploads: new Part(() => import('../uploads/Uploads.svelte')),
  settings: new Part(() => import('../settings/Settings.svelte')),
};

/** Fetches one after the other while the page has nothing else to do, so that a host that goes away takes none with it. */
export async function fetchAhead(): Promise<void> {
  for (const part of Object.values(parts)) {
    await new Promise((resolve) => requestIdleCallback(resolve));
    await part.fetch();
  }
  // Whoever chooses one is told where it still isn't here.
  await language.fetchAhead().catch(() => undefined);
}
