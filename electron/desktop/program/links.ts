import { addressOf } from '../../../shared/routes';
import { parseInvitation } from '../../remote/addresses';

/** URL scheme that the system passes to the program, for example invitations. */
export const LINK_SCHEME = 'courtyard';

/**
 * The route that a link leads to, as a hash: `courtyard://join/CODE` to the invitation, with `?at=HOST:PORT&key=…` to
 * joining the community of that host. Null for any other URL; the input is untrusted.
 */
export function routeOfLink(address: string): string | null {
  const [, code] = /^courtyard:\/\/join\/([\w-]{4,64})\/?$/.exec(address) ?? [];
  if (code !== undefined) return addressOf({ view: 'join', code });
  const isElsewhere = REMOTE_LINK.test(address) && parseInvitation(address) !== null;
  return isElsewhere ? addressOf({ view: 'joining', link: address }) : null;
}

const REMOTE_LINK = /^courtyard:\/\/join\/[\w-]{4,64}\/?\?at=[\w.:[\]-]+(&key=[0-9a-f]{64})?$/;

/** The route of the first command line argument that is a link. */
export function routeInArguments(argv: readonly string[]): string | null {
  for (const argument of argv) {
    const place = routeOfLink(argument);
    if (place !== null) return place;
  }
  return null;
}
