import { untrack } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { Video } from '../../shared/contract/records';
import { Attempt, call, on, type Heard } from '../api';
import { errorWords } from '../i18n/errors';
import { m } from '../i18n/index.svelte';
import { toasts } from '../ui';
import { givePoster } from './poster';

export const videoOrders = ['newest', 'oldest', 'name', 'longest'] as const;
export type VideoOrder = (typeof videoOrders)[number];

/** The own videos: read whole, a page after the other; kept by events. Those without a picture are given one. */
export class VideoLibrary {
  readonly reading = new Attempt();
  #videos = $state.raw<readonly Video[]>([]);
  #isRead = $state(false);
  /** Counts how often it was left. */
  #turn = 0;
  query = $state('');
  order = $state<VideoOrder>('newest');
  readonly #shown = $derived.by(() => {
    const words = this.query.trim().toLocaleLowerCase();
    return this.#videos
      .filter(({ ID, Name }) => !hidden.has(ID) && Name.toLocaleLowerCase().includes(words))
      .sort(ORDERS[this.order]);
  });

  /** Those that have the words in their name, in their order. */
  get shown(): readonly Video[] {
    return this.#shown;
  }

  get isRead(): boolean {
    return this.#isRead;
  }

  find(id: number): Video | undefined {
    return this.#videos.find(({ ID }) => ID === id);
  }

  /** Reads, and hears of changes; gives the way to stop. */
  follow(): () => void {
    untrack(() => void this.load());
    const off = on((heard) => this.#hear(heard));
    return () => {
      off();
      this.#turn++;
    };
  }

  async load(): Promise<void> {
    const turn = this.#turn;
    await this.reading.refresh(async () => {
      for (let page = 0; turn === this.#turn; page++) {
        const found = await call('videos.list', { page, limit: PAGE });
        if (turn !== this.#turn) return;
        this.#videos = unique(page === 0 ? found : [...this.#videos, ...found]);
        this.#isRead = true;
        if (found.length < PAGE) break;
      }
      void this.#givePosters(turn);
    });
  }

  /** Keeps a new name or description. Throws AppError. */
  async change(video: Video, part: { name: string; description: string }): Promise<void> {
    this.#put(await call('videos.update', { video_id: video.ID, ...part }));
  }

  /** Takes a video out of sight, and deletes it once that cannot be undone any more. */
  remove({ ID: id }: Video): void {
    hidden.add(id);
    toasts.show({
      words: m().videos.deleted,
      undo: { label: m().common.undo, run: () => hidden.delete(id) },
      onexpire: () => void this.#removeNow(id),
    });
  }

  async #removeNow(id: number): Promise<void> {
    try {
      await call('videos.remove', { video_id: id });
    } catch (error) {
      hidden.delete(id);
      toasts.show({ words: errorWords(error), tone: 'danger' });
    }
  }

  #hear(heard: Heard): void {
    if (heard.Type === 'reset') void this.load();
    if (heard.Type !== 'video') return;
    if (heard.Video) {
      this.#put(heard.Video);
      void this.#givePosters(this.#turn);
    } else this.#videos = this.#videos.filter(({ ID }) => ID !== heard.ID);
  }

  #put(video: Video): void {
    const isKnown = this.#videos.some(({ ID }) => ID === video.ID);
    this.#videos = isKnown
      ? this.#videos.map((one) => (one.ID === video.ID ? video : one))
      : [video, ...this.#videos];
  }

  /** One after the other, each once: a video that this browser can't show keeps its sign. */
  async #givePosters(turn: number): Promise<void> {
    if (this.#isGiving) return;
    this.#isGiving = true;
    for (;;) {
      const next = this.#videos.find((one) => one.Mine && one.Preview === 0 && !this.#tried.has(one.ID));
      if (!next || turn !== this.#turn) break;
      this.#tried.add(next.ID);
      await givePoster(next).then(
        (video) => this.#put(video),
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

const PAGE = 100;

const ORDERS: Record<VideoOrder, (one: Video, other: Video) => number> = {
  newest: (one, other) => other.ID - one.ID,
  oldest: (one, other) => one.ID - other.ID,
  name: (one, other) => one.Name.localeCompare(other.Name),
  longest: (one, other) => other.Duration - one.Duration,
};

function unique(videos: readonly Video[]): Video[] {
  return [...new Map(videos.map((video) => [video.ID, video])).values()];
}
