import type { Output } from '../../../shared/contract';
import { Attempt, call, on, type ServerEvent } from '../../api';
import { onReconnect } from '../../api/on-reconnect.svelte';

/** How much the person stores, and how much is allowed. Follows their uploads and deletions. */
export class OwnStorage {
  readonly reading = new Attempt();
  #amounts = $state.raw<Output<'files.storage'> | null>(null);
  readonly #size = $derived(countedAgainst(this.#amounts, 'Size'));
  readonly #items = $derived(countedAgainst(this.#amounts, 'Items'));

  /** Whether the amounts are known. */
  get isRead(): boolean {
    return this.#amounts !== null;
  }

  /** Bytes: used with what unfinished uploads reserve, only the latter, allowed, and left. */
  get size(): Counted {
    return this.#size;
  }

  /** Like `size`, in items. */
  get items(): Counted {
    return this.#items;
  }

  /** The used share of the allowed bytes, or of the allowed items if these limit the person; from 0 to 1. */
  get share(): number {
    return shareOf(this.isLimitedByItems ? this.#items : this.#size);
  }

  get level(): 'plenty' | 'low' | 'full' {
    if (this.share >= 1) return 'full';
    return this.share >= LOW ? 'low' : 'plenty';
  }

  /** Whether the number of items soon limits the person, before their size does. */
  get isLimitedByItems(): boolean {
    const share = shareOf(this.#items);
    return share >= LOW && share > shareOf(this.#size);
  }

  load(): Promise<boolean> {
    return this.reading.refresh(async () => {
      this.#amounts = await call('files.storage', {});
    });
  }

  /** Loads the amounts and follows their changes; returns the function that stops. */
  follow(): () => void {
    void this.load();
    const offs = [
      on((event) => {
        if (CHANGES.has(event.Type)) void this.load();
      }),
      onReconnect(() => void this.load()),
    ];
    return () => {
      for (const off of offs) off();
    };
  }
}

interface Counted {
  used: number;
  reserved: number;
  limit: number;
  left: number;
}

function countedAgainst(amounts: Output<'files.storage'> | null, unit: 'Items' | 'Size'): Counted {
  const reserved = amounts?.Reserved[unit] ?? 0;
  const used = (amounts?.Used[unit] ?? 0) + reserved;
  const limit = amounts?.Limit[unit] ?? 0;
  return { used, reserved, limit, left: Math.max(0, limit - used) };
}

function shareOf({ used, limit, left }: Counted): number {
  return left === 0 ? 1 : used / limit;
}

/** From this share on, the person sees that little is left. */
const LOW = 0.9;

const CHANGES: ReadonlySet<ServerEvent['Type']> = new Set(['file', 'photo', 'track', 'video', 'reset']);
