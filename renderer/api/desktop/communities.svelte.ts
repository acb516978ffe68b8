import type {
  CommunitiesState,
  CommunitiesAction,
  CommunityThere,
  CommunityPreview,
} from '../../../shared/bridge';
import type { Bridge } from '../../../shared/channels';
import { failureIn } from '../bridge';
import { demo } from './demo.svelte';

export type { CommunityThere, CommunityPreview } from '../../../shared/bridge';

type CommunitiesBridge = Pick<Bridge, 'communities' | 'onCommunities'>;

/** The communities the desktop window can show: the person's own and those they joined. A browser shows only one. */
export class Communities {
  readonly #bridge: CommunitiesBridge | undefined;
  #state = $state.raw<CommunitiesState>({ readAt: 0, all: [] });

  /** The ID of the community these pages belong to; `main` is the person's own. */
  readonly hereId = location.hostname.split('.')[0] ?? '';

  /** Whether these pages belong to a community hosted elsewhere. */
  readonly isElsewhere: boolean;

  constructor(bridge: CommunitiesBridge | undefined) {
    this.#bridge = bridge;
    this.isElsewhere = bridge !== undefined && this.hereId !== 'main';
    if (!bridge) return;
    bridge.onCommunities((state) => this.#store(state));
    void this.look();
  }

  /** Whether other communities can be joined from these pages. */
  get isOffered(): boolean {
    return this.#bridge !== undefined;
  }

  /** All communities, the person's own first; empty in a browser. Reactive. */
  get all(): readonly CommunityThere[] {
    return this.#state.all;
  }

  /** The community of these pages if it is hosted elsewhere; null for the person's own. Reactive. */
  get joined(): CommunityThere | null {
    return this.all.find(({ id }) => this.isElsewhere && id === this.hereId) ?? null;
  }

  /** Reloads the list of communities and their status. */
  async look(): Promise<void> {
    await this.#change({ action: 'look' });
  }

  /** Switches the window to another community, which unloads these pages. */
  async show(id: string, place?: string): Promise<void> {
    await this.#send({ action: 'show', id, place });
  }

  /** Returns the community at an address or behind a link. Throws AppError. */
  async preview(address: string): Promise<CommunityPreview> {
    return (await this.#send({ action: 'preview', address })) as CommunityPreview;
  }

  /**
   * Joins the community with this key at an address (`HOST:PORT`) and switches to it, which unloads these pages. Throws
   * AppError.
   */
  async join(
    there: Pick<CommunityPreview, 'address' | 'key'> & Partial<Pick<CommunityPreview, 'name' | 'place'>>,
  ): Promise<void> {
    const { address, key, name, place } = there;
    await this.#send({ action: 'join', address, key, name, place });
  }

  /** Signs out of a joined community and removes it from the list. Throws AppError. */
  async leave(id: string): Promise<void> {
    await this.#send({ action: 'leave', id });
  }

  /** Moves a joined community before another one, or to the end (null). Throws AppError. */
  async move(id: string, before: string | null): Promise<void> {
    await this.#change({ action: 'move', id, before });
  }

  /** Trusts the new key that the host of a joined community presents. Throws AppError. */
  async trust(id: string, key: string): Promise<void> {
    await this.#change({ action: 'trust', id, key });
  }

  async #change(action: CommunitiesAction): Promise<void> {
    if (this.#bridge) this.#store((await this.#send(action)) as CommunitiesState);
  }

  /** Answers and pushes can overtake each other: the state that was read last is valid. */
  #store(state: CommunitiesState): void {
    if (state.readAt >= this.#state.readAt) this.#state = state;
  }

  async #send(action: CommunitiesAction): Promise<unknown> {
    if (!this.#bridge) return undefined;
    const answer = await this.#bridge.communities(action);
    if (answer.ok) return answer.value;
    throw failureIn(answer);
  }
}

/** The communities, shared by all pages. */
export const communities = new Communities(demo.isHere ? undefined : window.courtyard);
