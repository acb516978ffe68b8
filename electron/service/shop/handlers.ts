import type { Parsed } from '../../../shared/contract';
import type { Shop, ShopItem } from '../../../shared/contract/records';
import { AppError, invalid } from '../../../shared/errors';
import { requirePerson } from '../access/access';
import { catalogue, findShopItem } from '../gift-catalogue';
import type { ReadContext } from '../context';
import type { Handlers } from '../dispatch';
import { listOwnedItems } from './queries';

/** Handlers of the shop's catalogue; gifts are bought in the people handlers. */
export const shopHandlers = {
  'shop.list': listCategories,
  'shop.category': category,
  'shop.inventory': inventory,
  'shop.activate': activate,
} satisfies Partial<Handlers>;

function listCategories(ctx: ReadContext): Shop[] {
  requirePerson(ctx);
  return [...catalogue];
}

function category(ctx: ReadContext, input: Parsed<'shop.category'>): Shop {
  requirePerson(ctx);
  const found = catalogue.find(({ ID }) => ID === input.category_id);
  if (!found) throw new AppError('not_found');
  return found;
}

/** Returns the distinct items the caller received or bought, newest first. */
async function inventory(ctx: ReadContext): Promise<ShopItem[]> {
  const { id } = requirePerson(ctx);
  return (await listOwnedItems(ctx.db, id)).flatMap((item) => findShopItem(item) ?? []);
}

/** Only checks that the caller has the subscription: buying or receiving one already activates it. */
async function activate(ctx: ReadContext, input: Parsed<'shop.activate'>): Promise<{ ok: true }> {
  const owned = await inventory(ctx);
  const item = owned.find(({ ID }) => ID === input.item);
  if (!item) throw new AppError('not_found');
  if (item.Type !== 'sub') throw invalid('item', 'is not a subscription');
  return { ok: true };
}
