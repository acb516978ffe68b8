import { z } from 'zod';
import { read } from './endpoint';
import { BaseOkay, Shop, ShopItem } from './records';
import { identifier } from './values';

/** Calls about the shop of gifts and subscriptions. */
export const shop = {
  'shop.list': read('GET /shop', {
    summary: 'What can be had for coins.',
    since: '1.1.0',
    input: z.object({}),
    output: z.array(Shop),
  }),
  'shop.category': read('GET /shop/categories/{category_id}', {
    summary: 'One category of the shop, with its items.',
    since: '1.1.0',
    input: z.object({ category_id: identifier() }),
    output: Shop,
  }),
  'shop.inventory': read('GET /shop/inventory', {
    summary: 'The different things of the shop that the caller has, the newest first.',
    since: '1.1.0',
    input: z.object({}),
    output: z.array(ShopItem),
  }),
  'shop.activate': read('GET /shop/items/{item}/activate', {
    aliases: ['POST /shop/items/{item}/activate'],
    summary: 'Confirms a subscription that the caller has. It is active as soon as it is bought or given.',
    since: '1.1.0',
    input: z.object({ item: identifier() }),
    output: BaseOkay,
  }),
} as const;
