import { MAX_ADDRESSES, MAX_DISCOVERED } from './addresses';

/** The addresses of one community, the one that worked last first. */
export interface AddressList {
  addresses: string[];
  /** Those that were discovered on the network rather than entered by the person. */
  discovered: string[];
}

/** Moves an address that the person entered to the front; discovered ones make room for it. */
export function addGivenAddress({ addresses, discovered }: AddressList, given: string): AddressList {
  const found = discovered.filter((address) => address !== given);
  return limitAddresses([given, ...addresses.filter((address) => address !== given)], found);
}

/**
 * Moves discovered addresses that have answered with the community's key to the front. Only a few are stored: a
 * neighbour who forwards connections could offer any number and take them all away later.
 */
export function addDiscoveredAddresses(
  { addresses, discovered }: AddressList,
  verified: readonly string[],
): AddressList {
  const all = [...new Set([...verified, ...addresses])];
  const found = all.filter((address) => discovered.includes(address) || !addresses.includes(address));
  const dropped = found.slice(MAX_DISCOVERED);
  return limitAddresses(
    all.filter((address) => !dropped.includes(address)),
    found.slice(0, MAX_DISCOVERED),
  );
}

/** If the list is too long, drops the last discovered address, or the last one if only the first was discovered. */
function limitAddresses(addresses: string[], discovered: string[]): AddressList {
  const limited = [...addresses];
  while (limited.length > MAX_ADDRESSES) {
    const last = limited.findLastIndex((address, index) => index > 0 && discovered.includes(address));
    limited.splice(last === -1 ? limited.length - 1 : last, 1);
  }
  return { addresses: limited, discovered: discovered.filter((address) => limited.includes(address)) };
}
