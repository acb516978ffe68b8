import { untrack } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { Video } from '../../shared/contract/records';
import { LIMITS } from '../../shared/limits';
import { call, on, PagedList, type ServerEvent } from '../api';
import { errorText } from '../i18n/errors';
import { m } from '../i18n/index.svelte';
import { toasts } from '../ui';
import { givePoster } from './poster';

export const videoOrders = ['newest', 'oldest', 'name', 'longest'] as const;
export type VideoOrder = (typeof videoOrders)[number];

/** The own videos: read whole, a page after the other; kept by events. Those without a picture are given one. */
export class VideoLibrary extends PagedList<Video> {
  /** Counts how often it was left. */
  #turn = 0;
  query = $state('');
  order = $state<VideoOrder>('newest');
  readonly #shown = $derived.by(() => {
    const query = this.query.trim().toLocaleLowerCase();
    return this.items
      .filter(({ ID, Name }) => !hidden.has(ID) && Name.toLocaleLowerCase().includes(query))
      .sort(ORDERS[this.order]);
  });

  /** Those that have the words in their name, in their order. */
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

  /** Reads, and hears of changes; gives the way to stop. */
  follow(): () => void {
    untrack(() => void this.load());
    const off = on((event) => this.#handle(event));
    return () => {
      off();
      this.#turn++;
    };
  }

  override async load(): Promise<boolean> {
    const turn = this.#turn;
    let isDone = await super.load();
    while (isDone && this.hasMore && turn === this.#turn) isDone = await this.loadMore();
    void this.#givePosters(turn);
    return isDone;
  }

  /** Keeps a new name or description. Throws AppError. */
  async edit(video: Video, part: { name: string; description: string }): Promise<void> {
    this.put(await call('videos.update', { video_id: video.ID, ...part }));
  }

  /** Hides a video, and deletes it once that can't be undone any more. */
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

  #handle(event: ServerEvent): void {
    if (event.Type === 'reset') void this.load();
    if (event.Type !== 'video') return;
    if (event.Video) {
      this.put(event.Video);
      void this.#givePosters(this.#turn);
    } else this.remove(event.ID);
  }

  /** One after the other, each once: a video that this browser can't show keeps its sign. */
  async #givePosters(turn: number): Promise<void> {
    if (this.#isGiving) return;
    this.#isGiving = true;
    for (;;) {
      const next = this.items.find((one) => one.Mine && one.Preview === 0 && !this.#tried.has(one.ID));
      if (!next || turn !== this.#turn) break;
      this.#tried.add(next.ID);
      await givePoster(next).then(
        (video) => this.put(video),
        () => undefined,
      );
    }
    this.#isGiving = false;
  }
  #isGiving = false;
  readonly #tried = new Set<number>();
}

/** Deleted, while it can still be undone, also for who leaves the view and comes back. */
const hidden = new SvelteSet<number>();

const ORDERS: Record<VideoOrder, (one: Video, other: Video) => number> = {
  newest: (one, other) => other.ID - one.ID,
  oldest: (one, other) => one.ID - other.ID,
  name: (one, other) => one.Name.localeCompare(other.Name),
  longest: (one, other) => other.Duration - one.Duration,
};
