import type { RelationshipState } from '../../shared/contract/records';
import { Attempt, call, me } from '../api';

/** The action of the relationship button. */
export type RelationshipAction = 'add' | 'cancel' | 'accept' | 'remove';

/** Returns the action available in a relationship state; null for yourself. */
export function actionFor(state: RelationshipState): RelationshipAction | null {
  const actions = {
    '': null,
    strangers: 'add',
    me_subscribed: 'cancel',
    he_subscribed: 'accept',
    friends: 'remove',
  };
  return actions[state] as RelationshipAction | null;
}

/** The relationship between the caller and a person, with optimistic updates that are reverted if the host refuses. */
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

  get action(): RelationshipAction | null {
    return actionFor(this.#state);
  }

  /** Performs the button's action. Resolves to false if it failed. */
  async perform(): Promise<boolean> {
    const { action } = this;
    return action !== null && this.#set(action === 'add' || action === 'accept');
  }

  /** Subscribes (true) or unsubscribes (false). */
  async #set(value: boolean): Promise<boolean> {
    const before = this.#state;
    this.#state = after(before, value);
    const isDone = await this.attempt.run(async () => {
      this.#state = (await call('people.subscribe', { user: this.#person, value })).RelationshipState;
    });
    if (!isDone) this.#state = before;
    else void me.load().catch(() => undefined);
    return isDone;
  }
}

function after(state: RelationshipState, value: boolean): RelationshipState {
  if (value) return state === 'he_subscribed' || state === 'friends' ? 'friends' : 'me_subscribed';
  return state === 'friends' || state === 'he_subscribed' ? 'he_subscribed' : 'strangers';
}
