import type { Output } from '../shared/contract';
import { call, communities, isInBrowser, on, own } from './api';
import { addressOf, type Route } from '../shared/routes';

/** Where others reach this community, as far as it is shared on the network and these pages may know of it. */
class SharedPlace {
  #sharing = $state.raw<Output<'admin.sharing'> | null>(null);

  /** How it is shared; null where these pages are not the host's own, or may not know. Reactive. */
  get sharing(): Output<'admin.sharing'> | null {
    return this.#sharing;
  }

  /** An address with the fingerprint of the community's key: `https://HOST:PORT/#/?key=…`; '' for none. Reactive. */
  get link(): string {
    return this.#sharing?.On ? this.#sharing.Link : '';
  }

  /** Keeps it fresh for whoever may know it; gives the way to stop. Called in an effect. */
  follow(): () => void {
    // Who came by an address of the network can hand on that one.
    if (!own.isAdmin || !isHere()) return () => undefined;
    void this.#read();
    return on((event) => {
      if (event.Type === 'community' || event.Type === 'reset') void this.#read();
    });
  }

  async #read(): Promise<void> {
    const sharing = await call('admin.sharing').catch(() => null);
    if (sharing) this.#sharing = sharing;
  }
}

/** The one of these pages. */
export const sharedPlace = new SharedPlace();

/**
 * The whole address of a place, for somebody else's browser. On the host's own machine it is that of the network, once the
 * community is shared there; null where these pages have none that others can open. Reactive.
 */
export function addressForOthers(route: Route): string | null {
  const { joined } = communities;
  if (joined) return withKey(addressOf(route), new URL(`https://${joined.address}/#/?key=${joined.key}`));
  if (isHere() && sharedPlace.link) return withKey(addressOf(route), new URL(sharedPlace.link));
  if (!isInBrowser) return null;
  return `${location.origin}${location.pathname}${addressOf(route)}`;
}

/**
 * What makes a link of a whole address: to a place in these pages (`#/chats/12`) where it leads to one, else to a window of its
 * own. Reactive.
 */
export function linkTo(address: string): { href: string; target?: '_blank'; rel?: string } {
  const outside = { href: address, target: '_blank', rel: 'noopener noreferrer' } as const;
  if (!URL.canParse(address)) return outside;
  const { origin, pathname, hash } = new URL(address);
  const isHere = pathname === '/' && hash.startsWith('#/') && ownOrigins().includes(origin);
  return isHere ? { href: hash } : outside;
}

/** Where these pages are, and where others reach them. */
function ownOrigins(): string[] {
  const { joined } = communities;
  const addresses = [isInBrowser && location.href, joined && `https://${joined.address}`, sharedPlace.link];
  return addresses.flatMap((address) => (address ? [new URL(address).origin] : []));
}

/** Whether an address leads whoever opens it to their own machine. */
export function isLoopback(address: string): boolean {
  return LOOPBACK.includes(new URL(address).hostname);
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** These pages are the host's own, on its own machine. */
function isHere(): boolean {
  if (communities.isElsewhere) return false;
  return !isInBrowser || LOOPBACK.includes(location.hostname);
}

/** An invitation carries the key by which an app knows the community; whoever is in knows it. */
function withKey(hash: string, { origin, hash: shared }: URL): string {
  const key = shared.split('?', 2)[1];
  return `${origin}/${hash}${hash.startsWith('#/join/') && key ? `?${key}` : ''}`;
}
