import type { Output } from '../../../shared/contract';
import { Attempt, call, on, type ServerEvent } from '../../api';
import { onReconnect } from '../../api/on-reconnect.svelte';

/** How much the person stores, and how much is allowed. Follows their uploads and deletions. */
export class OwnStorage {
  readonly loading = new Attempt();
  #amounts = $state.raw<Output<'files.storage'> | null>(null);
  readonly #size = $derived(quotaOf(this.#amounts, 'Size'));
  readonly #items = $derived(quotaOf(this.#amounts, 'Items'));

  /** Whether the amounts are known. */
  get isLoaded(): boolean {
    return this.#amounts !== null;
  }

  /** The quota in bytes. `used` includes what unfinished uploads have reserved. */
  get size(): Quota {
    return this.#size;
  }

  /** The quota in items. */
  get items(): Quota {
    return this.#items;
  }

  /** The used share of the allowed bytes, or of the allowed items if these limit the person; from 0 to 1. */
  get share(): number {
    return shareOf(this.isLimitedByItems ? this.#items : this.#size);
  }

  get level(): 'plenty' | 'low' | 'full' {
    if (this.share >= 1) return 'full';
    return this.share >= LOW_SHARE ? 'low' : 'plenty';
  }

  /** Whether the item limit is closer than the size limit, and almost reached. */
  get isLimitedByItems(): boolean {
    const share = shareOf(this.#items);
    return share >= LOW_SHARE && share > shareOf(this.#size);
  }

  load(): Promise<boolean> {
    return this.loading.refresh(async () => {
      this.#amounts = await call('files.storage', {});
    });
  }

  /** Loads the amounts and follows their changes; returns the function that stops. */
  follow(): () => void {
    void this.load();
    const unsubscribes = [
      on((event) => {
        if (CHANGES.has(event.Type)) void this.load();
      }),
      onReconnect(() => void this.load()),
    ];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }
}

interface Quota {
  used: number;
  reserved: number;
  limit: number;
  left: number;
}

function quotaOf(amounts: Output<'files.storage'> | null, unit: 'Items' | 'Size'): Quota {
  const reserved = amounts?.Reserved[unit] ?? 0;
  const used = (amounts?.Used[unit] ?? 0) + reserved;
  const limit = amounts?.Limit[unit] ?? 0;
  return { used, reserved, limit, left: Math.max(0, limit - used) };
}

function shareOf({ used, limit, left }: Quota): number {
  return left === 0 ? 1 : used / limit;
}

/** The used share from which the person is warned. */
const LOW_SHARE = 0.9;

const CHANGES: ReadonlySet<ServerEvent['Type']> = new Set(['file', 'photo', 'track', 'video', 'reset']);
