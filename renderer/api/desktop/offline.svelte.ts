import type { OfflineItem, OfflineKind } from '../../../shared/offline';
import { communities } from './communities.svelte';

export type { OfflineKind } from '../../../shared/offline';

/**
 * What is kept on this computer of a community hosted elsewhere. Does nothing in a browser and for a local community.
 */
class Offline {
  readonly #bridge = communities.isElsewhere ? window.courtyard : undefined;
  #items = $state.raw<ReadonlyMap<string, OfflineItem>>(new Map());

  constructor() {
    if (!this.#bridge) return;
    this.#bridge.onOffline((items) => this.#store(items));
    this.#bridge.onCommunities(({ all }) => {
      const isHostHere = all.some(({ id, state }) => id === communities.hereId && state === 'here');
      if (isHostHere && [...this.#items.values()].some(({ state }) => state === 'waiting')) this.#refresh();
    });
    this.#refresh();
  }

  /** Whether items of these pages can be kept. */
  get isOffered(): boolean {
    return this.#bridge !== undefined;
  }

  /** The state of an item; undefined if it isn't kept. Reactive. */
  of(kind: OfflineKind, id: number): OfflineItem | undefined {
    return this.#items.get(keyOf({ kind, id }));
  }

  /** Stores an item on this computer until it is removed, or removes it. Throws if that can't be recorded. */
  async change(action: 'keep' | 'remove', kind: OfflineKind, id: number): Promise<void> {
    if (this.#bridge) this.#store(await this.#bridge.offline({ action, kind, id }));
  }

  /** Reads the list; what waits for the host goes on. */
  #refresh(): void {
    this.#bridge?.offline({ action: 'look' }).then(
      (items) => this.#store(items),
      // The program is closing.
      () => undefined,
    );
  }

  #store(items: readonly OfflineItem[]): void {
    this.#items = new Map(items.map((item) => [keyOf(item), item]));
  }
}

function keyOf({ kind, id }: Pick<OfflineItem, 'kind' | 'id'>): string {
  return `${kind}/${id}`;
}

/** What is kept offline, shared by all pages. */
export const offline = new Offline();
