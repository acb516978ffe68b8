import type { UserModel } from '../../../shared/contract/records';
import { Attempt, call, EventSubscription, isOutOfSight, type ServerEvent } from '../../api';

/** One person's page. */
export class Profile {
  readonly #user: string;
  readonly #events = new EventSubscription((event) => this.#handle(event));
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

  /** Loads the page and keeps it up to date; returns the function that stops it. */
  follow(): () => void {
    void this.load();
    return this.#events.open();
  }

  load(): Promise<boolean> {
    return this.reading.refresh(async () => {
      try {
        await this.#events.request(
          (call) => call('people.get', { user: this.#user }),
          (person) => {
            this.#person = person;
          },
        );
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

  #handle(event: ServerEvent): void {
    if (event.Type === 'reset') void this.load();
    else if (event.Type === 'profile' && event.User.ID === this.#person?.ID) this.#person = event.User;
    else if (event.Type === 'online' && event.User === this.#person?.ID) {
      this.#person = { ...this.#person, Online: event.Online };
    }
  }
}
