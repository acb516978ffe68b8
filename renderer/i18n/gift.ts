import type { ShopItem } from '../../shared/contract/records';
import { m } from './index.svelte';

/** The name of a thing of the shop in the language now. */
export function giftName(item: Pick<ShopItem, 'ID' | 'Name'>): string {
  return m().gifts.names[item.ID] ?? item.Name;
}
