import type { Output } from '../shared/contract';
import { call, communities, isInBrowser, on, me } from './api';
import { addressOf, type Route } from '../shared/routes';

/**
 * The addresses under which other people reach this community, if it is shared on the network and this client may know
 * them.
 */
class SharedPlace {
  #sharing = $state.raw<Output<'admin.sharing'> | null>(null);

  /**
   * How the community is shared; null when this client does not run on the host, or has no permission to know.
   * Reactive.
   */
  get sharing(): Output<'admin.sharing'> | null {
    return this.#sharing;
  }

  /** A link with the fingerprint of the community's key: `https://HOST:PORT/#/?key=…`; '' when not shared. Reactive. */
  get link(): string {
    return this.#sharing?.On ? this.#sharing.Link : '';
  }

  /** Keeps the data up to date for an admin on the host; returns a function that stops. Call it in an effect. */
  follow(): () => void {
    // A client opened through a network address can share that address instead.
    if (!me.isAdmin || !isHere()) return () => undefined;
    void this.#read();
    return on((event) => {
      if (event.Type === 'community' || event.Type === 'reset') void this.#read();
    });
  }

  /** Shares the community on the network, as its owner. Throws AppError. */
  async share(): Promise<void> {
    this.#sharing = await call('admin.share', { on: true });
  }

  async #read(): Promise<void> {
    const sharing = await call('admin.sharing').catch(() => null);
    if (sharing) this.#sharing = sharing;
  }
}

export const sharedPlace = new SharedPlace();

/**
 * Returns the full address of a route for another person's browser. On the host's own machine this is the network
 * address if the community is shared; null when no address works for others. Reactive.
 */
export function addressForOthers(route: Route): string | null {
  const { joined } = communities;
  if (joined) return withKey(addressOf(route), new URL(`https://${joined.address}/#/?key=${joined.key}`));
  if (isHere() && sharedPlace.link) return withKey(addressOf(route), new URL(sharedPlace.link));
  if (!isInBrowser) return null;
  return `${location.origin}${location.pathname}${addressOf(route)}`;
}

/**
 * Returns the link attributes for a full address: an in-app link (`#/chats/12`) if it leads into this community, or in
 * the desktop app invites to another one, else a link that opens in a new window. Reactive.
 */
export function linkTo(address: string): { href: string; target?: '_blank'; rel?: string } {
  const outside = { href: address, target: '_blank', rel: 'noopener noreferrer' } as const;
  if (!URL.canParse(address)) return outside;
  const { origin, pathname, hash } = new URL(address);
  if (pathname !== '/' || !hash.startsWith('#/')) return outside;
  if (ownOrigins().includes(origin)) return { href: hash };
  if (!communities.isOffered || !INVITATION.test(hash)) return outside;
  return { href: addressOf({ view: 'joining', link: address }) };
}

/** The hash of a link to a community: with the code of an invitation, the fingerprint of its key, or both. */
const INVITATION = /^#\/(join\/[\w-]{4,64}|(?=\?))(\?key=[\da-f]{64})?$/;

/** Returns the origin of this page and the origins under which other people reach it. */
function ownOrigins(): string[] {
  const { joined } = communities;
  const addresses = [isInBrowser && location.href, joined && `https://${joined.address}`, sharedPlace.link];
  return addresses.flatMap((address) => (address ? [new URL(address).origin] : []));
}

/** Returns whether an address leads everyone who opens it to their own machine. */
export function isLoopback(address: string): boolean {
  return LOOPBACK.includes(new URL(address).hostname);
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Returns whether this client runs on the host's own machine. */
function isHere(): boolean {
  if (communities.isElsewhere) return false;
  return !isInBrowser || LOOPBACK.includes(location.hostname);
}

/**
 * Adds the community's key to invitation links, so that the app can verify the community. Members know the key already.
 */
function withKey(hash: string, { origin, hash: shared }: URL): string {
  const key = shared.split('?', 2)[1];
  return `${origin}/${hash}${hash.startsWith('#/join/') && key ? `?${key}` : ''}`;
}
