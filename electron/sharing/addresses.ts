import { hostname, networkInterfaces, type NetworkInterfaceInfo } from 'node:os';

/** What this program asks the system about the machine that it runs on. */
export interface Machine {
  interfaces: () => NodeJS.Dict<NetworkInterfaceInfo[]>;
  hostname: () => string;
}

/** This machine itself. */
export const THIS_MACHINE: Machine = { interfaces: networkInterfaces, hostname };

/** A name or an address under which others reach a machine. */
export interface Reach {
  host: string;
  kind: 'given' | 'ipv4' | 'ipv6' | 'name';
  /** The system's word for the network that it belongs to; "" for names. */
  network: string;
}

/**
 * How others reach a machine, the likeliest first: names that its owner gave, its addresses in real networks, those in
 * networks that only programs on it make, its own name. `given` are in lower case.
 */
export function reachesOf(machine: Machine, given: readonly string[]): Reach[] {
  const found = Object.entries(machine.interfaces()).flatMap(([network, all = []]) =>
    all.filter(isReachable).map(({ address, family }): Reach => ({
      host: address,
      kind: family === 'IPv6' ? 'ipv6' : 'ipv4',
      network,
    })),
  );
  const word = wordOf(machine);
  const all: Reach[] = [
    ...given.map((host): Reach => ({ host, kind: 'given', network: '' })),
    ...found.toSorted((one, other) => rankOf(one) - rankOf(other)),
    ...(word === null ? [] : [{ host: `${word}.local`, kind: 'name' as const, network: '' }]),
  ];
  return [...new Map(all.toReversed().map((reach) => [reach.host, reach])).values()].toReversed();
}

/** The names under which a machine is known in its own network, besides its addresses. */
export function ownNamesOf(machine: Machine): string[] {
  const word = wordOf(machine);
  return word === null ? [] : [word, `${word}.local`];
}

/** Networks between this machine and what runs on it: containers, virtual machines, tunnels. */
const MADE_HERE =
  /^(docker|podman|br-|veth|virbr|vboxnet|vmnet|lxc|cni|utun|tun|tap|wg|zt|vethernet|virtualbox)/i;
/** Such an address needs the name of a network card beside it, which no browser takes. */
const LINK_LOCAL = /^fe[89ab]/i;

function isReachable({ internal, address }: NetworkInterfaceInfo): boolean {
  return !internal && !LINK_LOCAL.test(address);
}

function rankOf({ kind, network }: Reach): number {
  return (kind === 'ipv6' ? 1 : 0) + (MADE_HERE.test(network) ? 2 : 0);
}

/** The machine's name for itself as a name of one word, which no public DNS gives; null where it has none. */
function wordOf(machine: Machine): string | null {
  const word = machine.hostname().toLowerCase().split('.', 1)[0] ?? '';
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(word) && word !== 'localhost' ? word : null;
}
