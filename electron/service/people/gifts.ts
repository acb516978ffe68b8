import type { Parsed } from '../../../shared/contract';
import type { Gift, ShopItem } from '../../../shared/contract/records';
import { AppError, invalid } from '../../../shared/errors';
import { requireAccessibleProfile, requirePerson, requireGiftRecipient } from '../access/access';
import { findShopItem } from '../gift-catalogue';
import type { Context, ReadContext } from '../context';
import { notify } from '../notifications/notifications';
import { giftRecords, type GiftRow } from './gift-records';
import { findSub, grant, insertGift, listGifts, spendCoins } from './gift-queries';

/** Returns the gifts that others gave to a person, newest first. */
export async function gifts(ctx: ReadContext, input: Parsed<'people.gifts'>): Promise<Gift[]> {
  const person = await requireAccessibleProfile(ctx, input.user);
  const { page, limit } = input;
  return giftRecords(ctx, await listGifts(ctx.db, person, limit, page * limit));
}

/**
 * Buys a shop item as a gift. A subscription may also be bought for oneself. Throws `conflict` if the recipient has
 * that level or a higher one, `validation_error` for too few coins.
 */
export async function give(ctx: Context, input: Parsed<'people.give'>): Promise<Gift> {
  const target = await requireGiftRecipient(ctx, input.user, input.message !== '');
  const person = requirePerson(ctx).id;
  const item = await requireShopItem(ctx, input.item, target);
  if (!(await spendCoins(ctx.db, person, item.Cost))) {
    throw new AppError('validation_error', 'You don’t have enough coins.', {
      fields: { item: 'costs more coins than you have' },
    });
  }
  const row: GiftRow = {
    person_id: target,
    id: ctx.newId(),
    by_id: person,
    item: item.ID,
    message: input.message,
    privacy: input.privacy,
    created_at: ctx.now(),
  };
  await insertGift(ctx.db, row);
  ctx.emit({ type: 'profile', scope: { kind: 'person', id: person }, ref: { kind: 'person', id: person } });
  if (item.Type === 'sub') {
    await grant(ctx.db, target, { coins: 0, sub: item.Sub });
    ctx.emit({ type: 'profile', scope: { kind: 'community', id: 0 }, ref: { kind: 'person', id: target } });
  }
  await notify(ctx, { person: target, user: person, type: 'gift', item: { kind: 'gift', id: row.id } });
  const [record] = await giftRecords(ctx, [row]);
  if (!record) throw new AppError('not_found');
  return record;
}

async function requireShopItem(ctx: Context, id: number, target: number): Promise<ShopItem> {
  const item = findShopItem(id);
  if (!item) throw invalid('item', 'is not in the shop');
  if (item.Type === 'gift' && target === requirePerson(ctx).id)
    throw invalid('user', 'must be another person');
  if (item.Type === 'sub' && item.Sub <= (await findSub(ctx.db, target))) {
    throw new AppError('conflict', 'This person already has this subscription.');
  }
  return item;
}
