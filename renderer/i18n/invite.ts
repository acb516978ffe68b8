import type { Invite } from '../../shared/contract/records';
import { fullTime } from './format';
import { m } from './index.svelte';

/**
 * Describes an invitation or promo code: how often it was used and when it expires. `isOver` is true once it admits no
 * one else.
 */
export function inviteStatus({ Uses, MaxUses, Expires }: InviteTerms): {
  description: string;
  isOver: boolean;
} {
  const t = m().common.invitation;
  const isExpired = Expires !== 0 && Expires * 1000 <= Date.now();
  const until = isExpired ? t.expired : Expires ? t.until(fullTime(Expires)) : t.neverExpires;
  return {
    description: `${t.usedOf(Uses, MaxUses)} · ${until}`,
    isOver: isExpired || (MaxUses !== 0 && Uses >= MaxUses),
  };
}

type InviteTerms = Pick<Invite, 'Uses' | 'MaxUses' | 'Expires'>;
