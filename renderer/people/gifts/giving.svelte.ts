import type { Gift, ShopItem, UserModel } from '../../../shared/contract/records';
import { Attempt, call, Once, own } from '../../api';

/** What others than the receiver see of a gift: who gave it and the note, only who, or neither. */
export type Shown = 'all' | 'name' | 'nothing';

/** Giving something of the shop. */
export class Giving {
  #items = $state.raw<readonly ShopItem[]>([]);
  readonly #once = new Once();
  readonly reading = new Attempt();
  readonly writing = new Attempt();

  get items(): readonly ShopItem[] {
    return this.#items;
  }

  load(): Promise<boolean> {
    return this.reading.run(async () => {
      this.#items = (await call('shop.list')).flatMap((shop) => shop.Items);
    });
  }

  /** Gives it; null where it failed (`writing.error` says how). */
  async give(person: number, item: ShopItem, message: string, shown: Shown): Promise<Gift | null> {
    const input = { user: person, item: item.ID, message, privacy: PRIVACY[shown] };
    let gift: Gift | null = null;
    const isDone = await this.writing.run(async () => {
      gift = await this.#once.call('people.give', input);
    });
    if (isDone) own.change({ Coins: (own.person?.Coins ?? item.Cost) - item.Cost });
    // What was spent elsewhere may not be known here.
    else void own.load().catch(() => undefined);
    return gift;
  }
}

/** Whether a person has no use for it: a subscription that they have already, or a lower one. */
export function isNeedless(item: ShopItem, person: UserModel): boolean {
  return item.Sub > 0 && item.Sub <= person.Sub;
}

/** Whether a person reads what the caller writes to them. */
export function takesNotes(person: UserModel): boolean {
  const { SendMessageState: state, RelationshipState: relationship } = person;
  return state === 0 || (state === 1 && relationship === 'friends');
}

const PRIVACY = { all: 0, name: 1, nothing: 2 } as const;
