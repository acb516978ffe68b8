import type { ShopItem } from '../../../shared/contract/records';
import { Attempt, call, on, me } from '../../api';
import { errorText } from '../../i18n/errors';
import { m } from '../../i18n/index.svelte';

/**
 * What the person owns from the shop. Coins and the subscription are in the person's own record; items are loaded here.
 */
export class OwnedItems {
  readonly loading = new Attempt();
  readonly claiming = new Attempt();
  code = $state('');
  #items = $state.raw<readonly ShopItem[] | null>(null);

  /** Each item once, newest first; null until loaded. */
  get items(): readonly ShopItem[] | null {
    return this.#items;
  }

  /** The error message of a code that could not be claimed. */
  get fault(): string | undefined {
    const { error } = this.claiming;
    const t = m().settings.account.promoErrors;
    switch (error?.code) {
      case undefined:
        return undefined;
      case 'validation_error':
        return this.code.trim() ? t.unknown : t.empty;
      case 'not_found':
        return t.unknown;
      case 'conflict':
        return t.used;
      case 'gone':
        return t.over;
      case 'rate_limit_exceeded':
        return t.tooMany;
      default:
        return errorText(error);
    }
  }

  /** Loads the items and reloads them when a gift arrives. Returns a function that unsubscribes. */
  follow(): () => void {
    void this.load();
    return on((event) => {
      const isGift = event.Type === 'notification' && event.Notification.Type === 'gift';
      if (isGift || event.Type === 'reset') void this.load();
    });
  }

  load(): Promise<boolean> {
    return this.loading.refresh(async () => {
      this.#items = await call('shop.inventory');
    });
  }

  /** Claims the promo code. Returns true on success. */
  async claim(): Promise<boolean> {
    if (!this.code.trim()) {
      this.claiming.refuse({ promo: 'is required' });
      return false;
    }
    return this.claiming.run(async () => {
      await call('account.promo', { promo: this.code });
      this.code = '';
      await me.load();
    });
  }
}
