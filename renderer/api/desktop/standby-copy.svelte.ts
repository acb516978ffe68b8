import type { StandbyCopyAction, StandbyCopyRoom, StandbyCopyState } from '../../../shared/standby-copy';
import type { Bridge } from '../../../shared/channels';
import { failureIn } from '../bridge';
import { communities } from './communities.svelte';

export type { StandbyCopyRoom, StandbyCopyState } from '../../../shared/standby-copy';

/**
 * The copy of the community of these pages that the desktop program keeps on this computer. There is none in a browser
 * and for the person's own community.
 */
export class StandbyCopyOfPages {
  readonly #bridge: Pick<Bridge, 'standbyCopy' | 'onStandbyCopy'> | undefined;
  #state = $state.raw<StandbyCopyState | null>(null);
  #isFollowing = false;

  /** `bridge` is undefined where no copy can be kept. */
  constructor(bridge: Pick<Bridge, 'standbyCopy' | 'onStandbyCopy'> | undefined) {
    this.#bridge = bridge;
  }

  /** Null until loaded. Reactive. */
  get state(): StandbyCopyState | null {
    return this.#state;
  }

  /** Loads the state; from then on its changes come by themselves. Throws AppError, like all actions. */
  load(): Promise<void> {
    return this.#do({ action: 'look' });
  }

  /**
   * Returns the room that the copy of a link needs. Throws `validation_error` if it is no link, and `conflict` if it is
   * that of another community.
   */
  async room(link: string): Promise<StandbyCopyRoom> {
    return (await this.#ask({ action: 'check', link })) as StandbyCopyRoom;
  }

  /** Makes this computer the standby by a link. Throws `too_large` if the disk has no room for the copy. */
  keep(link: string): Promise<void> {
    return this.#do({ action: 'keep', link });
  }

  /**
   * Ends the copy and deletes it, apart from what only this computer has. Throws `conflict` while the community is
   * hosted from it.
   */
  stop(): Promise<void> {
    return this.#do({ action: 'stop' });
  }

  /** Hosts the community from the copy, for its owner. */
  promote(): Promise<void> {
    return this.#do({ action: 'promote' });
  }

  /** This computer was the host until another one took over: makes it the standby of that one. */
  rejoin(): Promise<void> {
    return this.#do({ action: 'rejoin' });
  }

  async #do(action: StandbyCopyAction): Promise<void> {
    if (this.#bridge) this.#state = (await this.#ask(action)) as StandbyCopyState;
  }

  async #ask(action: StandbyCopyAction): Promise<unknown> {
    if (!this.#isFollowing) this.#bridge?.onStandbyCopy((state) => (this.#state = state));
    this.#isFollowing = true;
    const answer = await this.#bridge?.standbyCopy(action);
    if (answer?.ok) return answer.value;
    throw answer ? failureIn(answer) : new Error('there is no program');
  }
}

/** The copy of the community of these pages. */
export const standbyCopy = new StandbyCopyOfPages(communities.isElsewhere ? window.courtyard : undefined);
