import type { Machine } from '../sharing/reachable-addresses';
import { probe, type ProbeResult } from './probe';
import { isPrivateAddress, ownAddressesOf } from './network-addresses';

/** The hosts and ports to probe for communities. */
export interface SweepOptions {
  hosts: readonly string[];
  ports: readonly number[];
  /** Called for each discovered community. */
  onFound: (result: ProbeResult, host: string, port: number) => void;
  signal: AbortSignal;
}

/** How many addresses are probed at the same time. */
const MAX_CONCURRENT_PROBES = 32;
/** Milliseconds per probe; in a local network a host answers within a few. */
const CONNECT_TIMEOUT_MS = 300;
/** How many networks, of 254 addresses each, are swept. */
const MAX_NETWORKS = 2;

/**
 * Returns the IPv4 addresses to probe: for each private network of this machine, the other addresses with the same
 * first three octets, nearest first, because routers assign them consecutively.
 */
export function neighbourHosts(machine: Machine): string[] {
  const own = ownAddressesOf(machine).filter(
    ({ address, family }) => family === 'ipv4' && isPrivateAddress(address),
  );
  const seen = new Set<string>();
  const hostsByNetwork: string[][] = [];
  for (const { address } of own) {
    const [network, last] = splitLastOctet(address);
    if (seen.has(network) || hostsByNetwork.length === MAX_NETWORKS) continue;
    seen.add(network);
    const numbers = Array.from({ length: 254 }, (_, index) => index + 1).filter((number) => number !== last);
    numbers.sort((left, right) => Math.abs(left - last) - Math.abs(right - last));
    hostsByNetwork.push(numbers.map((number) => `${network}.${number}`));
  }
  const [first = [], second = []] = hostsByNetwork;
  return first.flatMap((host, index) => [host, ...second.slice(index, index + 1)]);
}

/** Probes all addresses, a few at a time; resolves when done or aborted. */
export async function sweepHosts({ hosts, ports, onFound, signal }: SweepOptions): Promise<void> {
  const targets = ports.flatMap((port) => hosts.map((host) => ({ host, port }))).values();
  const runWorker = async () => {
    for (const { host, port } of targets) {
      if (signal.aborted) return;
      const result = await probe({ host, port, timeout: CONNECT_TIMEOUT_MS, signal });
      if (result.reached === 'community' && !signal.aborted) onFound(result, host, port);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_PROBES }, runWorker));
}

function splitLastOctet(address: string): [network: string, last: number] {
  const dot = address.lastIndexOf('.');
  return [address.slice(0, dot), Number(address.slice(dot + 1))];
}
