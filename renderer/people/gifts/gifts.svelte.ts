import type { Gift, Notification } from '../../../shared/contract/records';
import { PAGE_SIZES } from '../../../shared/limits';
import { call, isOutdating, on, PagedList } from '../../api';

/** The gifts a person received, newest first. The list of the signed-in person is updated by events. */
export class GiftList extends PagedList<Gift> {
  readonly #person: number;

  constructor(person: number) {
    super({
      read: ({ page }) => call('people.gifts', { user: person, page }),
      keyOf: ({ ID }) => ID,
      size: PAGE_SIZES.gifts,
      compare: (one, other) => other.ID - one.ID,
    });
    this.#person = person;
  }

  /** Loads the list and applies events. Returns the function that unsubscribes. */
  follow(): () => void {
    void this.load();
    return on((event) => {
      if (isOutdating(event)) void this.load();
      else if (event.Type === 'notification') this.#handle(event.Notification);
    });
  }

  /** The host sends notifications only for gifts to the signed-in person. */
  #handle({ Type, Item: gift }: Notification): void {
    if (Type === 'gift' && gift && 'Message' in gift && gift.Target.ID === this.#person) this.put(gift);
  }
}
