import type { Output } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { addressOf } from '../../../shared/routes';
import { Attempt, call, communities } from '../../api';

/** A host whose community another computer has taken over: what only it has, and how it becomes the standby. */
export class FormerHost {
  readonly loading = new Attempt();
  readonly rejoining = new Attempt();
  readonly hosting = new Attempt();
  readonly opening = new Attempt();
  #authors = $state.raw<Output<'admin.unreplicated'> | null>(null);
  #hasLeft = $state(false);
  readonly #communities: Pick<typeof communities, 'preview' | 'join'>;

  /** `of` are the communities that this app can open. */
  constructor(of: Pick<typeof communities, 'preview' | 'join'> = communities) {
    this.#communities = of;
  }

  /** Who wrote what only this host has; null until loaded. Reactive, like all getters here. */
  get authors(): Output<'admin.unreplicated'> | null {
    return this.#authors;
  }

  /** Whether this host ends, to go on as the standby or as the host. */
  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  load(): Promise<boolean> {
    return this.loading.run(async () => {
      this.#authors = await call('admin.unreplicated');
    });
  }

  /**
   * Opens the community on its new host in this app, at the page where this computer becomes the standby. `urls` are
   * the addresses of that host, tried in turn.
   */
  open(urls: readonly string[]): Promise<boolean> {
    return this.opening.run(async () => {
      let failure: unknown = new AppError('unavailable');
      for (const url of urls) {
        try {
          return await this.#openAt(url);
        } catch (error) {
          failure = error;
        }
      }
      throw failure;
    });
  }

  /** Makes this host the standby of the new one. Pages are led there. */
  rejoin(): Promise<boolean> {
    return this.rejoining.run(async () => {
      await call('admin.becomeStandby');
      this.#hasLeft = true;
    });
  }

  /** Hosts the community here again, because the new host is lost. This host restarts. */
  hostAgain(): Promise<boolean> {
    return this.hosting.run(async () => {
      await call('admin.hostAgain');
      this.#hasLeft = true;
    });
  }

  async #openAt(url: string): Promise<void> {
    const found = await this.#communities.preview(url);
    // Only this community's own key makes it the same community.
    if (found.id !== 'main') throw new AppError('not_found');
    await this.#communities.join({ ...found, place: addressOf({ view: 'settings', page: 'computer' }) });
  }
}
