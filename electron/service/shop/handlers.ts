import type { Shop, ShopItem } from '../../../shared/contract/records';
import { requirePerson } from '../access/access';
import { catalogue, findShopItem } from '../gift-catalogue';
import type { ReadContext } from '../context';
import type { Handlers } from '../dispatch';
import { listOwnedItems } from './queries';

/** Handlers of the shop's catalogue; gifts are bought in the people handlers. */
export const shopHandlers = {
  'shop.list': list,
  'shop.inventory': inventory,
} satisfies Partial<Handlers>;

function list(ctx: ReadContext): Shop[] {
  requirePerson(ctx);
  return [...catalogue];
}

/** Returns the distinct items the caller received or bought, newest first. */
async function inventory(ctx: ReadContext): Promise<ShopItem[]> {
  const { id } = requirePerson(ctx);
  return (await listOwnedItems(ctx.db, id)).flatMap((item) => findShopItem(item) ?? []);
}
