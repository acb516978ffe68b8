import { hostname, networkInterfaces, type NetworkInterfaceInfo } from 'node:os';

/** The system's information about this machine, replaceable in tests. */
export interface Machine {
  interfaces: () => NodeJS.Dict<NetworkInterfaceInfo[]>;
  hostname: () => string;
}

/** The real machine. */
export const THIS_MACHINE: Machine = { interfaces: networkInterfaces, hostname };

/** A name or address under which others reach a machine. */
export interface ReachableAddress {
  host: string;
  kind: 'given' | 'ipv4' | 'ipv6' | 'name';
  /** Name of the network interface; "" for names. */
  network: string;
}

/**
 * How others reach a machine, most likely first: names given by its owner, addresses of real networks, addresses of
 * virtual networks, its own name. `given` are in lower case.
 */
export function reachableAddressesOf(machine: Machine, given: readonly string[]): ReachableAddress[] {
  const found = Object.entries(machine.interfaces()).flatMap(([network, all = []]) =>
    all.filter(isReachable).map(({ address, family }): ReachableAddress => ({
      host: address,
      kind: family === 'IPv6' ? 'ipv6' : 'ipv4',
      network,
    })),
  );
  const hostLabel = hostLabelOf(machine);
  const all: ReachableAddress[] = [
    ...given.map((host): ReachableAddress => ({ host, kind: 'given', network: '' })),
    ...found.toSorted((a, b) => rankOf(a) - rankOf(b)),
    ...(hostLabel === null ? [] : [{ host: `${hostLabel}.local`, kind: 'name' as const, network: '' }]),
  ];
  return [...new Map(all.toReversed().map((reach) => [reach.host, reach])).values()].toReversed();
}

/** The machine's names in its local network. */
export function ownNamesOf(machine: Machine): string[] {
  const hostLabel = hostLabelOf(machine);
  return hostLabel === null ? [] : [hostLabel, `${hostLabel}.local`];
}

const VIRTUAL_INTERFACE =
  /^(docker|podman|br-|veth|virbr|vboxnet|vmnet|lxc|cni|utun|tun|tap|wg|zt|vethernet|virtualbox)/i;
/** Link-local addresses require an interface name, which browsers don't accept. */
const LINK_LOCAL = /^fe[89ab]/i;

/** Whether a network interface, by its name, belongs to a container, a virtual machine or a tunnel. */
export function isVirtualInterface(name: string): boolean {
  return VIRTUAL_INTERFACE.test(name);
}

function isReachable({ internal, address }: NetworkInterfaceInfo): boolean {
  return !internal && !LINK_LOCAL.test(address);
}

function rankOf({ kind, network }: ReachableAddress): number {
  return (kind === 'ipv6' ? 1 : 0) + (isVirtualInterface(network) ? 2 : 0);
}

/** The machine's host name as a single label; null if it has none that is usable. */
function hostLabelOf(machine: Machine): string | null {
  const hostLabel = machine.hostname().toLowerCase().split('.', 1)[0] ?? '';
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(hostLabel) && hostLabel !== 'localhost'
    ? hostLabel
    : null;
}
