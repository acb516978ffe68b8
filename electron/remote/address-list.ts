import { MOST_ADDRESSES, MOST_DISCOVERED } from './addresses';

/** The addresses of one community, the one where it was found last first. */
export interface AddressList {
  addresses: string[];
  /** Those of them that were announced in the network, not given by the person. */
  discovered: string[];
}

/** Puts an address first that the person gives; announced ones make room for it. */
export function withGiven({ addresses, discovered }: AddressList, given: string): AddressList {
  const found = discovered.filter((one) => one !== given);
  return bounded([given, ...addresses.filter((one) => one !== given)], found);
}

/**
 * Puts addresses first that were announced and have answered with the community's key. Only a few of that kind are
 * kept: a neighbour who passes connections on has as many as they like, and could take them all away later.
 */
export function withDiscovered(
  { addresses, discovered }: AddressList,
  answered: readonly string[],
): AddressList {
  const all = [...new Set([...answered, ...addresses])];
  const found = all.filter((one) => discovered.includes(one) || !addresses.includes(one));
  const dropped = found.slice(MOST_DISCOVERED);
  return bounded(
    all.filter((one) => !dropped.includes(one)),
    found.slice(0, MOST_DISCOVERED),
  );
}

/** Too long a list loses its last announced address, or its last one where only the first was announced. */
function bounded(addresses: string[], discovered: string[]): AddressList {
  const kept = [...addresses];
  while (kept.length > MOST_ADDRESSES) {
    const last = kept.findLastIndex((one, index) => index > 0 && discovered.includes(one));
    kept.splice(last === -1 ? kept.length - 1 : last, 1);
  }
  return { addresses: kept, discovered: discovered.filter((one) => kept.includes(one)) };
}
