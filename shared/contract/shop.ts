import { z } from 'zod';
import { read } from './endpoint';
import { Shop, ShopItem } from './records';

export const shop = {
  'shop.list': read('GET /shop', {
    summary: 'What can be had for coins.',
    since: '1.1.0',
    input: z.object({}),
    output: z.array(Shop),
  }),
  'shop.inventory': read('GET /shop/inventory', {
    summary: 'The different things of the shop that the caller has, the newest first.',
    since: '1.1.0',
    input: z.object({}),
    output: z.array(ShopItem),
  }),
} as const;
