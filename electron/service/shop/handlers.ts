import type { Shop, ShopItem } from '../../../shared/contract/records';
import { requirePerson } from '../access/access';
import { catalogue, findShopItem } from '../gift-catalogue';
import type { ReadContext } from '../context';
import type { Handlers } from '../dispatch';
import { listItemsOf } from './queries';

/** What can be had for coins; how it is given is among people. */
export const shopHandlers = {
  'shop.list': list,
  'shop.inventory': inventory,
} satisfies Partial<Handlers>;

function list(ctx: ReadContext): Shop[] {
  requirePerson(ctx);
  return [...catalogue];
}

/** What the caller was given or got for themself, each thing once, the newest first. */
async function inventory(ctx: ReadContext): Promise<ShopItem[]> {
  const { id } = requirePerson(ctx);
  return (await listItemsOf(ctx.db, id)).flatMap((item) => findShopItem(item) ?? []);
}
