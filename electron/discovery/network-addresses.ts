import { BlockList, isIP } from 'node:net';
import { isVirtualInterface, type Machine } from '../sharing/reachable-addresses';

/** An address of this machine on a network. */
export interface OwnAddress {
  address: string;
  family: 'ipv4' | 'ipv6';
  /** Name of the network interface. */
  interfaceName: string;
  /** Length of the network prefix in bits. */
  prefix: number;
  /** Numeric ID of the interface, which Windows uses instead of its name. */
  scopeId: number;
}

/** This machine's non-loopback addresses, those of virtual networks last. */
export function ownAddressesOf(machine: Machine): OwnAddress[] {
  const own = Object.entries(machine.interfaces()).flatMap(([interfaceName, all = []]) =>
    all
      .filter(({ internal }) => !internal)
      .map(({ address, family, cidr, ...more }) => ({
        address,
        family: family === 'IPv6' ? ('ipv6' as const) : ('ipv4' as const),
        interfaceName,
        prefix: Number(cidr?.split('/', 2)[1] ?? 32),
        scopeId: 'scopeid' in more ? (more.scopeid ?? 0) : 0,
      })),
  );
  const [virtual, real] = [true, false].map((isVirtual) =>
    own.filter(({ interfaceName }) => isVirtualInterface(interfaceName) === isVirtual),
  );
  return [...(real ?? []), ...(virtual ?? [])];
}

/** Whether an address is in a private range. */
export function isPrivateAddress(address: string): boolean {
  return contains(PRIVATE, address);
}

/**
 * Returns a predicate that tells whether an address is local: in a network of this machine or in a private range.
 * Announcements may only lead to such addresses.
 */
export function createLocalNetworkCheck(machine: Machine): (address: string) => boolean {
  const own = new BlockList();
  for (const { address, family, prefix } of ownAddressesOf(machine)) {
    if (!LINK_LOCAL.check(address, family))
      own.addSubnet(address, Math.max(prefix, MIN_PREFIX[family]), family);
  }
  return (address) => contains(PRIVATE, address) || contains(own, address);
}

/** A network that claims a shorter prefix is treated as if it had this one. */
const MIN_PREFIX = { ipv4: 16, ipv6: 64 } as const;
/** RFC 1918, RFC 6598 and RFC 4193. */
const PRIVATE = blockListOf(['10.0.0.0', 8], ['172.16.0.0', 12], ['192.168.0.0', 16], ['100.64.0.0', 10]);
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
/** Link-local addresses are meaningless without an interface. */
const LINK_LOCAL = new BlockList();
LINK_LOCAL.addSubnet('fe80::', 10, 'ipv6');

function blockListOf(...subnets: (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of subnets) list.addSubnet(address, prefix, 'ipv4');
  return list;
}

function contains(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
}
