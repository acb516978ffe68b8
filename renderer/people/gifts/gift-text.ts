import type { Gift } from '../../../shared/contract/records';
import { m } from '../../i18n/index.svelte';
import { personName } from '../../i18n/person';

/** Returns the giver's name, or a placeholder if it is hidden. */
export function giverName(gift: Pick<Gift, 'User'>): string {
  return gift.User.ID ? personName(gift.User) : m().gifts.someone;
}
