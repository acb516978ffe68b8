import { DEMO_ID } from '../../../shared/bridge';
import { routeAt } from '../../../shared/route-parsing';
import { communityAt, type ShownCommunity } from './scheme';

/** The routes at which the pages of communities were left, so that switching back returns there. */
export class LastRoutes {
  readonly #hashes = new Map<ShownCommunity, string>();

  /** Stores the route of a page that is about to be replaced; `address` is its URL. */
  store(address: string): void {
    const community = communityAt(address);
    // Each demo is created again.
    if (community === null || community === DEMO_ID) return;
    const { hash } = new URL(address);
    if (PASSING.has(routeAt(hash).view)) this.#hashes.delete(community);
    else this.#hashes.set(community, hash);
  }

  /** The hash of the route at which a community was left; undefined to begin at its start. */
  of(community: ShownCommunity): string | undefined {
    return this.#hashes.get(community);
  }

  /** Someone signed in to or out of a community: its next pages begin at their start. */
  forget(community: ShownCommunity): void {
    this.#hashes.delete(community);
  }
}

/** Views that only lead to others. */
const PASSING: ReadonlySet<string> = new Set(['entrance', 'join', 'joining', 'authorize', 'nowhere']);
