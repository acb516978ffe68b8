import { BlockList, isIP } from 'node:net';
import type { Machine } from '../sharing/addresses';

/** An address of this machine in a network that others are in too. */
export interface OwnAddress {
  address: string;
  family: 'ipv4' | 'ipv6';
  /** The system's word for its network card. */
  network: string;
  /** Bits of the address that all of the network share. */
  prefix: number;
  /** The card's number, by which Windows knows it where others take its word. */
  scope: number;
}

/** This machine's addresses, as the system orders them. */
export function ownAddressesOf(machine: Machine): OwnAddress[] {
  return Object.entries(machine.interfaces()).flatMap(([network, all = []]) =>
    all
      .filter(({ internal }) => !internal)
      .map(({ address, family, cidr, ...more }) => ({
        address,
        family: family === 'IPv6' ? ('ipv6' as const) : ('ipv4' as const),
        network,
        prefix: Number(cidr?.split('/', 2)[1] ?? 32),
        scope: 'scopeid' in more ? (more.scopeid ?? 0) : 0,
      })),
  );
}

/** Whether an address lies where no public network does. */
export function isPrivate(address: string): boolean {
  return isIn(PRIVATE, address);
}

/**
 * Tells of an address whether it is in the house: in a network of this machine, or in a range that is never public. What a
 * neighbour says may not send us anywhere else.
 */
export function houseOf(machine: Machine): (address: string) => boolean {
  const own = new BlockList();
  for (const { address, family, prefix } of ownAddressesOf(machine)) {
    if (!LINK_LOCAL.check(address, family)) own.addSubnet(address, Math.max(prefix, LEAST[family]), family);
  }
  return (address) => isIn(PRIVATE, address) || isIn(own, address);
}

/** A network that claims more of the world than this is taken for a smaller one. */
const LEAST = { ipv4: 16, ipv6: 64 } as const;
/** RFC 1918, RFC 6598 and RFC 4193. */
const PRIVATE = listOf(['10.0.0.0', 8], ['172.16.0.0', 12], ['192.168.0.0', 16], ['100.64.0.0', 10]);
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
/** Means nothing without the name of a network card beside it. */
const LINK_LOCAL = new BlockList();
LINK_LOCAL.addSubnet('fe80::', 10, 'ipv6');

function listOf(...subnets: (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of subnets) list.addSubnet(address, prefix, 'ipv4');
  return list;
}

function isIn(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
}
