import type { UserModel } from '../../shared/contract/records';
import { LIMITS } from '../../shared/limits';
import { call, isOutdating, on, PagedList } from '../api';
import { clock } from '../i18n/clock.svelte';

/** The people whose posts appear in the caller's feed: friends and people they follow. */
export class FeedPeople extends PagedList<UserModel> {
  constructor() {
    super({ read: readFriendsAndFollowed, keyOf: ({ ID }) => ID });
  }

  /** People who are online come first. */
  readonly people = $derived.by(() =>
    this.items.toSorted((one, other) => Number(other.Online.Online) - Number(one.Online.Online)),
  );

  /** People whose birthday is within a week, the next one first, each with its date (Unix seconds). */
  readonly birthdays = $derived.by(() =>
    this.items
      .flatMap((person) => {
        const time = nextBirthday(person.Birthday, new Date(clock.today * 1000));
        return time === null ? [] : [{ person, time }];
      })
      .sort((one, other) => one.time - other.time),
  );

  /** Loads the list and applies events. Returns the function that unsubscribes. */
  follow(): () => void {
    void this.load();
    return on((event) => {
      if (isOutdating(event)) void this.load();
      else if (event.Type === 'profile') this.change(event.User.ID, event.User);
      else if (event.Type === 'online') this.change(event.User, { Online: event.Online });
    });
  }
}

async function readFriendsAndFollowed(): Promise<UserModel[]> {
  const all = await Promise.all([
    call('people.friends', { user: '@me', limit: LIMITS.pageMax }),
    call('people.outgoing', { limit: LIMITS.pageMax }),
  ]);
  return all.flat();
}

/**
 * Returns noon of the next birthday ("1990-03-12") in Unix seconds if it is within a week, today included; else null.
 */
function nextBirthday(birthday: string, now: Date): number | null {
  const [, month, day] = birthday.split('-').map(Number);
  if (!month || !day) return null;
  for (let ahead = 0; ahead < 7; ahead++) {
    const noon = new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead, 12);
    if (noon.getMonth() + 1 === month && noon.getDate() === day) return noon.getTime() / 1000;
  }
  return null;
}
