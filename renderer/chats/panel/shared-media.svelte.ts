import type { Output } from '../../../shared/contract';
import { call, isOutdating, on, type ServerEvent } from '../../api';
import { SharedList, touchesShared, type SharedKind } from './shared-list.svelte';

/** All shared media of one dialog: how much there is of each kind, and one list for each, loaded when it is opened. */
export class SharedMedia {
  readonly lists;
  readonly #dialogId: number;
  #open = $state<SharedKind | null>(null);
  #counts = $state.raw<Output<'dialogs.sharedCounts'> | null>(null);
  #counting: Promise<void> | null = null;
  #isStale = false;

  constructor(dialogId: number) {
    this.#dialogId = dialogId;
    this.lists = [
      new SharedList(dialogId, 'photos'),
      new SharedList(dialogId, 'videos'),
      new SharedList(dialogId, 'files'),
      new SharedList(dialogId, 'tracks'),
      new SharedList(dialogId, 'links'),
    ] as const;
  }

  /** The photos, of which the newest are always shown. */
  get photos(): SharedList<'photos'> {
    return this.lists[0];
  }

  /** How many there are of each kind; empty until they are counted. Kinds without any are left out. */
  get counts(): { kind: SharedKind; count: number }[] {
    const counts = this.#counts;
    if (!counts) return [];
    return [
      { kind: 'photos' as const, count: counts.Photos },
      { kind: 'videos' as const, count: counts.Videos },
      { kind: 'files' as const, count: counts.Files },
      { kind: 'tracks' as const, count: counts.Tracks },
      { kind: 'links' as const, count: counts.Links },
    ].filter(({ count }) => count > 0);
  }

  /** The list that is shown in full; null while the counts are shown. */
  get open() {
    return this.lists.find(({ kind }) => kind === this.#open) ?? null;
  }
  show(kind: SharedKind | null): void {
    this.#open = kind;
    const list = this.open;
    if (list && !list.isLoaded) void list.load();
  }

  /** Counts, loads the newest photos and subscribes to events; returns a function that unsubscribes. */
  follow(): () => void {
    void this.#count();
    void this.photos.load();
    return on((event) => this.#handle(event));
  }

  #handle(event: ServerEvent): void {
    for (const list of this.lists) if (list.isLoaded || list.loading.busy) list.handle(event);
    if (isOutdating(event) || touchesShared(event, this.#dialogId)) void this.#count();
  }

  /** Counts again if something changed meanwhile. */
  async #count(): Promise<void> {
    this.#isStale = true;
    this.#counting ??= this.#countAll().finally(() => (this.#counting = null));
    await this.#counting;
  }

  async #countAll(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      // Without counts the panel shows no kinds; the next event counts again.
      this.#counts = await call('dialogs.sharedCounts', { dialog_id: this.#dialogId }).catch(
        () => this.#counts,
      );
    }
  }
}
