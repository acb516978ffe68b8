import type { UserModel } from '../../../shared/contract/records';
import { PAGE_SIZES } from '../../../shared/limits';
import { call, isOutdating, on, PagedList } from '../../api';

/** The people the signed-in person has blocked. */
export class BlockedPeople extends PagedList<UserModel> {
  constructor() {
    super({
      read: ({ page }) => call('people.blocked', { page }),
      keyOf: ({ ID }) => ID,
      size: PAGE_SIZES.people,
      compare: (one, other) => other.ID - one.ID,
    });
  }

  /** Loads the list and applies events. Returns the function that unsubscribes. */
  follow(): () => void {
    void this.load();
    const off = on((event) => {
      if (isOutdating(event)) void this.load();
      else if (event.Type !== 'profile') return;
      else if (event.User.Blocked) this.put(event.User);
      else this.remove(event.User.ID);
    });
    return () => {
      off();
      this.stop();
    };
  }

  /** Unblocks a person. Throws if the host refuses; otherwise their event takes them off the list, or this does. */
  async unblock({ ID }: UserModel): Promise<void> {
    await call('people.unblock', { user: String(ID) });
    this.remove(ID);
  }
}
