import type { Gift, ShopItem, UserModel } from '../../../shared/contract/records';
import { Attempt, call, IdempotentCalls, me } from '../../api';

/** What people other than the recipient see of a gift: the giver and the note, only the giver, or neither. */
export type Shown = 'all' | 'name' | 'nothing';

/** Lists the shop items and gives one to a person. */
export class Giving {
  #items = $state.raw<readonly ShopItem[]>([]);
  readonly #once = new IdempotentCalls();
  readonly loading = new Attempt();
  readonly writing = new Attempt();

  get items(): readonly ShopItem[] {
    return this.#items;
  }

  load(): Promise<boolean> {
    return this.loading.run(async () => {
      this.#items = (await call('shop.list')).flatMap((shop) => shop.Items);
    });
  }

  /** Gives an item. Returns null if it failed (see `writing.error`). */
  async give(person: number, item: ShopItem, message: string, shown: Shown): Promise<Gift | null> {
    const input = { user: person, item: item.ID, message, privacy: PRIVACY[shown] };
    let gift: Gift | null = null;
    const isDone = await this.writing.run(async () => {
      gift = await this.#once.call('people.give', input);
    });
    if (isDone) me.change({ Coins: (me.person?.Coins ?? item.Cost) - item.Cost });
    // Coins may have been spent on another device.
    else void me.load().catch(() => undefined);
    return gift;
  }
}

/** Returns whether the item is a subscription the person already has, or a lower one. */
export function isNeedless(item: ShopItem, person: UserModel): boolean {
  return item.Sub > 0 && item.Sub <= person.Sub;
}

/** Returns whether a person accepts messages from the caller. */
export function takesNotes(person: UserModel): boolean {
  const { SendMessageState: state, RelationshipState: relationship } = person;
  return state === 0 || (state === 1 && relationship === 'friends');
}

const PRIVACY = { all: 0, name: 1, nothing: 2 } as const;
