import type { Communities as State, CommunitiesAct, CommunityThere, Met } from '../../../shared/bridge';
import type { Bridge } from '../../../shared/channels';
import { failureIn } from '../bridge';
import { practice } from './demo.svelte';

export type { CommunityThere, Met } from '../../../shared/bridge';

/** The communities that the desktop's window can show: the own one and those that were joined. A browser shows one. */
class Communities {
  readonly #bridge = practice.isHere ? undefined : (window as { courtyard?: Bridge }).courtyard;
  #all = $state.raw<State>([]);

  /** The community of these pages; `main` is the own one. */
  readonly hereId = location.hostname.split('.')[0] ?? '';

  /** These pages are those of a community that is hosted elsewhere. */
  readonly isElsewhere = this.#bridge !== undefined && this.hereId !== 'main';

  constructor() {
    if (!this.#bridge) return;
    this.#bridge.onCommunities((now) => (this.#all = now));
    void this.look();
  }

  /** Others can be joined from here. */
  get isOffered(): boolean {
    return this.#bridge !== undefined;
  }

  /** All of them, the own one first; none in a browser. Reactive. */
  get all(): readonly CommunityThere[] {
    return this.#all;
  }

  /** That of these pages, where it is hosted elsewhere; null for the own one. Reactive. */
  get joined(): CommunityThere | null {
    return this.#all.find(({ id }) => this.isElsewhere && id === this.hereId) ?? null;
  }

  /** Reads how they stand. */
  async look(): Promise<void> {
    this.#all = (await this.#ask({ act: 'look' })) as State;
  }

  /** Shows another one: these pages end with that. */
  async show(id: string, place?: string): Promise<void> {
    await this.#ask({ act: 'show', id, place });
  }

  /** Looks who is at an address or behind a link. Throws AppError. */
  async meet(address: string): Promise<Met> {
    return (await this.#ask({ act: 'meet', address })) as Met;
  }

  /** Joins the community of a key at an address (`HOST:PORT`), and shows it: these pages end with that. Throws AppError. */
  async join(there: Pick<Met, 'address' | 'key'> & Partial<Pick<Met, 'name' | 'place'>>): Promise<void> {
    const { address, key, name, place } = there;
    await this.#ask({ act: 'join', address, key, name, place });
  }

  /** Signs out of a joined one and forgets it. Throws AppError. */
  async leave(id: string): Promise<void> {
    await this.#ask({ act: 'leave', id });
  }

  /** Takes another key for that of a joined one, whose host shows it now. Throws AppError. */
  async trust(id: string, key: string): Promise<void> {
    this.#all = (await this.#ask({ act: 'trust', id, key })) as State;
  }

  async #ask(act: CommunitiesAct): Promise<unknown> {
    if (!this.#bridge) return [];
    const answer = await this.#bridge.communities(act);
    if (answer.ok) return answer.value;
    throw failureIn(answer);
  }
}

/** The ones of these pages. */
export const communities = new Communities();
