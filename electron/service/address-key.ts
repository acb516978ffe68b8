import ipaddr from 'ipaddr.js';

/**
 * The key under which a network address is rate-limited: an IPv4 address (also one mapped into IPv6) by itself, an IPv6
 * address by its /64, because one subscriber has all of that. "" (the desktop window) stays "".
 */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()}/64`;
}
