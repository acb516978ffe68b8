import type { Gift, ShopItem } from '../../shared/contract/records';
import { m } from '../i18n/index.svelte';
import { personName } from '../i18n/person';

/** The name of a thing of the shop in the language now. */
export function giftName(item: Pick<ShopItem, 'ID' | 'Name'>): string {
  return m().gifts.names[item.ID] ?? item.Name;
}

/** Who gave it; "Somebody" where that is hidden. */
export function giverName(gift: Pick<Gift, 'User'>): string {
  return gift.User.ID ? personName(gift.User) : m().gifts.somebody;
}
