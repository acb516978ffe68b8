import ipaddr from 'ipaddr.js';

/**
 * What an address is counted by: an IPv4 address by itself, also where it is mapped into IPv6, and an IPv6 address by its
 * /64, since a single connection has all of that. "" of the desktop's own window stays "".
 */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()}/64`;
}
