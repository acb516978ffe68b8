import type { RelationshipState } from '../../shared/contract/records';
import { Attempt, call, own } from '../api';

/** What the relationship button will do. */
export type Deed = 'add' | 'cancel' | 'accept' | 'remove';

/** What can be done about a person, by what they are now; null for oneself. */
export function deedFor(state: RelationshipState): Deed | null {
  const deeds = {
    '': null,
    strangers: 'add',
    me_subscribed: 'cancel',
    he_subscribed: 'accept',
    friends: 'remove',
  };
  return deeds[state] as Deed | null;
}

/** What the caller and one person are to each other: changed at once, put back if the host refuses. */
export class Relationship {
  readonly #person: number;
  #state = $state<RelationshipState>('');
  readonly attempt = new Attempt();

  constructor(person: number, state: RelationshipState) {
    this.#person = person;
    this.#state = state;
  }

  get state(): RelationshipState {
    return this.#state;
  }

  get deed(): Deed | null {
    return deedFor(this.#state);
  }

  /** Does what the button says. */
  async act(): Promise<boolean> {
    const { deed } = this;
    return deed !== null && this.#set(deed === 'add' || deed === 'accept');
  }

  /** Subscribes (true) or unsubscribes. */
  async #set(value: boolean): Promise<boolean> {
    const before = this.#state;
    this.#state = after(before, value);
    const isDone = await this.attempt.run(async () => {
      this.#state = (await call('people.subscribe', { user: this.#person, value })).RelationshipState;
    });
    if (!isDone) this.#state = before;
    else void own.load().catch(() => undefined);
    return isDone;
  }
}

function after(state: RelationshipState, value: boolean): RelationshipState {
  if (value) return state === 'he_subscribed' || state === 'friends' ? 'friends' : 'me_subscribed';
  return state === 'friends' || state === 'he_subscribed' ? 'he_subscribed' : 'strangers';
}
