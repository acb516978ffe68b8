import type { Community } from '../../shared/contract/records';
import { EventSubscription } from './call';
import { connection } from './connection.svelte';
import { communities } from './desktop/communities.svelte';
import type { ServerEvent } from './live.svelte';
import { onReconnect } from './on-reconnect.svelte';

/** The community that the pages show. Kept up to date by events. */
class CurrentCommunity {
  #record = $state.raw<Community | null>(null);
  readonly #events = new EventSubscription((event) => this.#handle(event));

  /** Null until it was loaded. */
  get record(): Community | null {
    return this.#record;
  }

  /** Its name, also while its host is offline; "" until it is known. */
  get name(): string {
    return this.#record?.Name ?? communities.joined?.name ?? '';
  }

  /** Loads the community; works without signing in. Throws AppError. */
  load(): Promise<Community> {
    return this.#events.request(
      (call) => call('community.get'),
      (community) => this.set(community),
    );
  }

  /** Sets the community as returned by a write. */
  set(community: Community): void {
    this.#record = community;
  }

  /** Keeps the community up to date. Returns the function that unsubscribes. */
  follow(): () => void {
    const stop = this.#events.open();
    // A host that has become read-only stores no event of it, so none is replayed.
    const stopReloading = onReconnect(
      () => this.#reload(),
      () => connection.isLost,
    );
    return () => {
      stop();
      stopReloading();
    };
  }

  #handle(event: ServerEvent): void {
    if (event.Type === 'community') this.set(event.Community);
    // Without a sequence number it can't be ordered against an answer still on its way.
    if (event.Type === 'reset' || (event.Type === 'community' && event.Seq === undefined)) this.#reload();
  }

  #reload(): void {
    void this.load().catch(() => undefined);
  }
}

/** The community that the pages show, shared by all pages. */
export const currentCommunity = new CurrentCommunity();
