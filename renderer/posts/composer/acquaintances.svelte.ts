import type { UserModel } from '../../../shared/contract/records';
import { LIMITS } from '../../../shared/limits';
import { Attempt, call, on } from '../../api';

/** Whose posts come into the caller's feed: friends, and those to whom they subscribed. */
export class Acquaintances {
  #people = $state.raw<readonly UserModel[]>([]);
  readonly reading = new Attempt();

  /** Who is here now comes first. */
  readonly people = $derived.by(() =>
    this.#people.toSorted((one, other) => Number(other.Online.Online) - Number(one.Online.Online)),
  );

  /** Those whose birthday is within a week, the next one first, each with when it is (Unix seconds). */
  readonly birthdays = $derived.by(() =>
    this.#people
      .flatMap((person) => {
        const time = nextBirthday(person.Birthday);
        return time === null ? [] : [{ person, time }];
      })
      .sort((one, other) => one.time - other.time),
  );

  /** Reads them, and hears of changes; gives the way to stop. */
  follow(): () => void {
    void this.load();
    return on((heard) => {
      if (heard.Type === 'reset') void this.load();
      else if (heard.Type === 'profile') this.#change(heard.User.ID, heard.User);
      else if (heard.Type === 'online') this.#change(heard.User, { Online: heard.Online });
    });
  }

  load(): Promise<boolean> {
    return this.reading.refresh(async () => {
      const [friends, asked] = await Promise.all([
        call('people.friends', { user: '@me', limit: LIMITS.pageMax }),
        call('people.outgoing', { limit: LIMITS.pageMax }),
      ]);
      this.#people = [...friends, ...asked];
    });
  }

  #change(id: number, part: Partial<UserModel>): void {
    this.#people = this.#people.map((person) => (person.ID === id ? { ...person, ...part } : person));
  }
}

/** The noon of a birthday ("1990-03-12") that is within a week from today on, in Unix seconds; null where it is not. */
function nextBirthday(birthday: string, now = new Date()): number | null {
  const [, month, day] = birthday.split('-').map(Number);
  if (!month || !day) return null;
  for (let ahead = 0; ahead < 7; ahead++) {
    const noon = new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead, 12);
    if (noon.getMonth() + 1 === month && noon.getDate() === day) return noon.getTime() / 1000;
  }
  return null;
}
