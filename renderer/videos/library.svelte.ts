import { untrack } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { Video } from '../../shared/contract/records';
import { LIMITS } from '../../shared/limits';
import { call, on, PagedList, type ServerEvent } from '../api';
import { onReconnect } from '../api/on-reconnect.svelte';
import { errorText } from '../i18n/errors';
import { m } from '../i18n/index.svelte';
import { toasts } from '../ui';
import { addPoster } from './poster';

export const videoOrders = ['newest', 'oldest', 'name', 'longest'] as const;
export type VideoOrder = (typeof videoOrders)[number];

/** The caller's own videos: loads all pages, applies events, and generates missing posters. */
export class VideoLibrary extends PagedList<Video> {
  /** Incremented when the view is left, so that tasks of the earlier visit stop. */
  #visit = 0;
  #isAddingPosters = false;
  /** Ids of the videos for which a poster was tried. */
  readonly #tried = new Set<number>();
  query = $state('');
  order = $state<VideoOrder>('newest');
  readonly #shown = $derived.by(() => {
    const query = this.query.trim().toLocaleLowerCase();
    return this.items
      .filter(({ ID, Name }) => !hidden.has(ID) && Name.toLocaleLowerCase().includes(query))
      .sort(ORDERS[this.order]);
  });

  /** The videos whose name matches the query, sorted. */
  get shown(): readonly Video[] {
    return this.#shown;
  }

  constructor() {
    super({
      read: ({ page, limit }) => call('videos.list', { page, limit }),
      keyOf: ({ ID }) => ID,
      size: LIMITS.pageMax,
    });
  }

  /** Loads the list and follows its changes; returns the function that stops. */
  follow(): () => void {
    untrack(() => void this.load());
    const unsubscribes = [on((event) => this.#handle(event)), onReconnect(() => this.#retry())];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
      this.#visit++;
    };
  }

  override async load(): Promise<boolean> {
    const visit = this.#visit;
    let isDone = await super.load();
    while (isDone && this.hasMore && visit === this.#visit) isDone = await this.loadMore();
    void this.#addPosters(visit);
    return isDone;
  }

  /** Saves a new name or description. Throws AppError. */
  async edit(video: Video, part: { name: string; description: string }): Promise<void> {
    this.put(await call('videos.update', { video_id: video.ID, ...part }));
  }

  /** Hides a video and deletes it once the undo toast expires. */
  deleteLater({ ID: id }: Video): void {
    hidden.add(id);
    toasts.show({
      message: m().videos.deleted,
      undo: { label: m().common.undo, run: () => hidden.delete(id) },
      onexpire: () => void this.#removeNow(id),
    });
  }

  async #removeNow(id: number): Promise<void> {
    try {
      await call('videos.remove', { video_id: id });
    } catch (error) {
      hidden.delete(id);
      toasts.show({ message: errorText(error), tone: 'danger' });
    }
  }

  #retry(): void {
    if (this.loading.error) void this.load();
  }

  #handle(event: ServerEvent): void {
    if (event.Type === 'reset') void this.load();
    if (event.Type !== 'video') return;
    if (event.Video) {
      this.put(event.Video);
      void this.#addPosters(this.#visit);
    } else this.remove(event.ID);
  }

  /** Generates posters one at a time, trying each video once; one this browser can't decode keeps the placeholder. */
  async #addPosters(visit: number): Promise<void> {
    if (this.#isAddingPosters) return;
    this.#isAddingPosters = true;
    for (;;) {
      const next = this.items.find((one) => one.Mine && one.Preview === 0 && !this.#tried.has(one.ID));
      if (!next || visit !== this.#visit) break;
      this.#tried.add(next.ID);
      await addPoster(next).then(
        (video) => this.put(video),
        () => undefined,
      );
    }
    this.#isAddingPosters = false;
  }
}

/** Ids of deleted videos while the deletion can be undone. Module-level, so that it survives leaving the view. */
const hidden = new SvelteSet<number>();

const ORDERS: Record<VideoOrder, (one: Video, other: Video) => number> = {
  newest: (one, other) => other.ID - one.ID,
  oldest: (one, other) => one.ID - other.ID,
  name: (one, other) => one.Name.localeCompare(other.Name),
  longest: (one, other) => other.Duration - one.Duration,
};
