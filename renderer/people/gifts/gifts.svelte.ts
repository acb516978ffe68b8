import type { Gift, Notification } from '../../../shared/contract/records';
import { PAGE_SIZES } from '../../../shared/limits';
import { call, on, PagedList } from '../../api';

/** The gifts of a person, newest first; one's own grow by events. */
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

  /** Loads the list and follows its changes; returns the function that stops. */
  follow(): () => void {
    void this.load();
    return on((event) => {
      if (event.Type === 'reset') void this.load();
      else if (event.Type === 'notification') this.#handle(event.Notification);
    });
  }

  /** Notifications come of gifts to oneself only. */
  #handle({ Type, Item: gift }: Notification): void {
    if (Type === 'gift' && gift && 'Message' in gift && gift.Target.ID === this.#person) this.put(gift);
  }
}
