import { addressOf } from '../../../shared/routes';
import { parseInvitation } from '../../remote/addresses';

/** URL scheme of links that the system opens with the program, such as invitations. */
export const LINK_SCHEME = 'courtyard';

/**
 * Returns the route of a link as a hash: the invitation for `courtyard://join/CODE`, or joining the community of a host
 * with `?at=HOST:PORT&key=…`. Returns null for any other URL; the input is untrusted.
 */
export function routeOfLink(address: string): string | null {
  const [, code] = /^courtyard:\/\/join\/([\w-]{4,64})\/?$/.exec(address) ?? [];
  if (code !== undefined) return addressOf({ view: 'join', code });
  const isRemoteInvitation = REMOTE_LINK.test(address) && parseInvitation(address) !== null;
  return isRemoteInvitation ? addressOf({ view: 'joining', link: address }) : null;
}

const REMOTE_LINK = /^courtyard:\/\/join\/[\w-]{4,64}\/?\?at=[\w.:[\]-]+(&key=[0-9a-f]{64})?$/;

/** Returns the route of the first command line argument that is a link; null if there is none. */
export function routeInArguments(argv: readonly string[]): string | null {
  for (const argument of argv) {
    const route = routeOfLink(argument);
    if (route !== null) return route;
  }
  return null;
}
