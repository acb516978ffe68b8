import type { Shop, ShopItem } from '../../shared/contract/records';

/** Numbers of categories by name; they never change. */
const CATEGORIES = { kindness: 1, flowers: 2, sweets: 3, celebration: 4, play: 5, subscription: 6 };

/** Everything that can be bought with coins. IDs never change: stored gifts refer to them. */
export const catalogue: readonly Shop[] = [
  {
    ID: 1,
    Name: 'Gifts',
    Description: 'Something small for someone else.',
    Items: [
      gift(1, 'Cup of tea', 'For a long evening.', 'kindness', 5),
      gift(2, 'Daisies', 'Picked by the fence.', 'flowers', 10),
      gift(3, 'Postcard', 'From around the corner.', 'kindness', 10),
      gift(4, 'Apple pie', 'Still warm.', 'sweets', 15),
      gift(5, 'Tulips', 'The first of the year.', 'flowers', 20),
      gift(6, 'Birthday cake', 'With all the candles.', 'celebration', 25),
      gift(7, 'Paper kite', 'There is wind enough.', 'play', 30),
      gift(8, 'Garland of lights', 'For the whole yard.', 'celebration', 50),
      gift(9, 'Rose bush', 'It comes back every summer.', 'flowers', 75),
      gift(10, 'Golden key', 'To the gate of the courtyard.', 'celebration', 150),
    ],
  },
  {
    ID: 2,
    Name: 'Subscriptions',
    Description: 'A mark next to the name, for you or someone else.',
    Items: [
      subscription(101, 'Plus', 'The small mark.', 1, 200),
      subscription(102, 'Premium', 'The large mark.', 2, 500),
    ],
  },
];

/** Returns a catalogue item by ID. */
export function findShopItem(id: number): ShopItem | undefined {
  return byId.get(id);
}

const byId = new Map(catalogue.flatMap((shop) => shop.Items).map((item) => [item.ID, item]));

function gift(
  id: number,
  name: string,
  description: string,
  category: keyof typeof CATEGORIES,
  cost: number,
): ShopItem {
  return {
    ID: id,
    Name: name,
    Description: description,
    Category: CATEGORIES[category],
    CategoryName: category,
    Cost: cost,
    Sub: 0,
    Type: 'gift',
    Animated: 0,
  };
}

function subscription(id: number, name: string, description: string, sub: 1 | 2, cost: number): ShopItem {
  return { ...gift(id, name, description, 'subscription', cost), Sub: sub, Type: 'sub' };
}
