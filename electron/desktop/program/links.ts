import { addressOf } from '../../../shared/routes';
import { parseInvitation } from '../../remote/addresses';

/** The scheme of addresses that the system gives to the program, such as those of invitations. */
export const LINK_SCHEME = 'courtyard';

/**
 * The place in the pages to which an address leads, as a hash: `courtyard://join/CODE` to that invitation, and with
 * `?at=HOST:PORT&key=…` to joining the community of that host. Null for any other address: these come from anywhere.
 */
export function placeOfLink(address: string): string | null {
  const [, code] = /^courtyard:\/\/join\/([\w-]{4,64})\/?$/.exec(address) ?? [];
  if (code !== undefined) return addressOf({ view: 'join', code });
  const isElsewhere = ELSEWHERE.test(address) && parseInvitation(address) !== null;
  return isElsewhere ? addressOf({ view: 'joining', link: address }) : null;
}

const ELSEWHERE = /^courtyard:\/\/join\/[\w-]{4,64}\/?\?at=[\w.:[\]-]+(&key=[0-9a-f]{64})?$/;

/** The same for the first of a program's arguments that is one. */
export function placeInArguments(argv: readonly string[]): string | null {
  for (const argument of argv) {
    const place = placeOfLink(argument);
    if (place !== null) return place;
  }
  return null;
}
