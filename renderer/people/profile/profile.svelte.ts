import type { UserModel } from '../../../shared/contract/records';
import { Attempt, call, EventSubscription, isOutdating, isInaccessible, type ServerEvent } from '../../api';

/** The data of a person's page. */
export class Profile {
  readonly #user: string;
  readonly #events = new EventSubscription((event) => this.#handle(event));
  #person = $state.raw<UserModel | null>(null);
  readonly loading = new Attempt();
  readonly writing = new Attempt();

  /** `user`: the person as named in a page address. */
  constructor(user: string) {
    this.#user = user;
  }

  get person(): UserModel | null {
    return this.#person;
  }

  /** Whether nobody has this address, or it is not a valid ID or tag. */
  get isNobody(): boolean {
    return ['not_found', 'validation_error'].includes(this.loading.error?.code ?? '');
  }

  /** Loads the person and applies events. Returns the function that unsubscribes. */
  follow(): () => void {
    void this.load();
    return this.#events.open();
  }

  load(): Promise<boolean> {
    return this.loading.refresh(async () => {
      try {
        await this.#events.request(
          (call) => call('people.get', { user: this.#user }),
          (person) => {
            this.#person = person;
          },
        );
      } catch (error) {
        // The person may have been deleted, or may hide from the caller now.
        if (isInaccessible(error)) this.#person = null;
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
    if (isOutdating(event)) void this.load();
    else if (event.Type === 'profile' && event.User.ID === this.#person?.ID) this.#person = event.User;
    else if (event.Type === 'online' && event.User === this.#person?.ID) {
      this.#person = { ...this.#person, Online: event.Online };
    }
  }
}
