import type { ShopItem } from '../../shared/contract/records';
import { m } from './index.svelte';

/** Returns the name of a shop item in the current language. */
export function giftName(item: Pick<ShopItem, 'ID' | 'Name'>): string {
  return m().gifts.names[item.ID] ?? item.Name;
}
