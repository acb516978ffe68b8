import type { UserModel } from '../../../shared/contract/records';
import { Attempt, call, isOutOfSight, on } from '../../api';

/** One person's page. */
export class Profile {
  readonly #user: string;
  #person = $state.raw<UserModel | null>(null);
  readonly reading = new Attempt();
  readonly writing = new Attempt();

  /** `user` as addresses name a person. */
  constructor(user: string) {
    this.#user = user;
  }

  get person(): UserModel | null {
    return this.#person;
  }

  /** Nobody is there, nor can be: the address names no number and no tag. */
  get isNobody(): boolean {
    return ['not_found', 'validation_error'].includes(this.reading.error?.code ?? '');
  }

  /** Reads the page, and hears of changes; gives the way to stop. */
  follow(): () => void {
    void this.load();
    return on((heard) => {
      if (heard.Type === 'reset') void this.load();
      else if (heard.Type === 'profile' && heard.User.ID === this.#person?.ID) this.#person = heard.User;
      else if (heard.Type === 'online' && heard.User === this.#person?.ID) {
        this.#person = { ...this.#person, Online: heard.Online };
      }
    });
  }

  load(): Promise<boolean> {
    return this.reading.refresh(async () => {
      try {
        this.#person = await call('people.get', { user: this.#user });
      } catch (error) {
        // Whom one has known may be gone, or hide from one now.
        if (isOutOfSight(error)) this.#person = null;
        throw error;
      }
    });
  }

  block(): Promise<boolean> {
    return this.writing.run(() => call('people.block', { user: this.#user }));
  }

  unblock(): Promise<boolean> {
    return this.writing.run(() => call('people.unblock', { user: this.#user }));
  }

  report(reason: string): Promise<boolean> {
    return this.writing.run(() => call('people.report', { user: this.#user, reason }));
  }
}
