import { z } from 'zod';
import { UserModel } from './people';

/** Records of the shop and gifts. */

const number = z.number();

export const ShopItem = z.object({
  ID: number,
  Name: z.string(),
  Description: z.string(),
  Category: number,
  CategoryName: z.string(),
  Cost: number,
  Sub: number,
  Type: z.enum(['gift', 'sub']),
  Animated: number,
});

export const Shop = z.object({
  ID: number,
  Name: z.string(),
  Description: z.string(),
  Items: z.array(ShopItem),
});

/** A gift from `User` to `Target`; if the giver is hidden from the viewer, `User` has ID 0 and `Message` is "". */
export const Gift = z.object({
  ID: number,
  User: UserModel,
  Target: UserModel,
  Item: ShopItem,
  Timestamp: number,
  Message: z.string(),
});

/** A code for coins, a subscription or both. `Uses` of `MaxUses` were claimed; `Expires` 0: never. */
export const Promo = z.object({
  Code: z.string(),
  Coins: number,
  Sub: number,
  Uses: number,
  MaxUses: number,
  Expires: number,
  Timestamp: number,
});

export type ShopItem = z.infer<typeof ShopItem>;
export type Shop = z.infer<typeof Shop>;
export type Gift = z.infer<typeof Gift>;
export type Promo = z.infer<typeof Promo>;
