import type { Machine } from '../sharing/addresses';
import { knock, type Knock } from './probe';
import { isPrivate, ownAddressesOf } from './network-addresses';

export interface SweepOptions {
  hosts: readonly string[];
  ports: readonly number[];
  /** Told of each community as it is met. */
  met: (knock: Knock, host: string, port: number) => void;
  signal: AbortSignal;
}

/** Connections that are tried at a time. */
const AT_ONCE = 32;
/** Milliseconds for each: in the house an answer takes a few. */
const PATIENCE = 300;
/** Networks that are swept, of 254 addresses each. */
const NETWORKS = 2;

/**
 * The addresses around this machine's own: of each private network the 254 that differ in their last number only, the next
 * ones first, since routers give them out in a row. Networks of other kinds are not swept.
 */
export function sweptHosts(machine: Machine): string[] {
  const own = ownAddressesOf(machine).filter(
    ({ address, family }) => family === 'ipv4' && isPrivate(address),
  );
  const seen = new Set<string>();
  const rows: string[][] = [];
  for (const { address } of own) {
    const [network, last] = split(address);
    if (seen.has(network) || rows.length === NETWORKS) continue;
    seen.add(network);
    const numbers = Array.from({ length: 254 }, (_, index) => index + 1).filter((number) => number !== last);
    numbers.sort((one, other) => Math.abs(one - last) - Math.abs(other - last));
    rows.push(numbers.map((number) => `${network}.${number}`));
  }
  const [first = [], second = []] = rows;
  return first.flatMap((host, index) => [host, ...second.slice(index, index + 1)]);
}

/** Knocks at all of these, a few at a time; settles when it is done, or was told to stop. */
export async function sweep({ hosts, ports, met, signal }: SweepOptions): Promise<void> {
  const places = ports.flatMap((port) => hosts.map((host) => ({ host, port }))).values();
  const walk = async () => {
    for (const { host, port } of places) {
      if (signal.aborted) return;
      const found = await knock({ host, port, patience: PATIENCE, signal });
      if (found.reached === 'community' && !signal.aborted) met(found, host, port);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, walk));
}

function split(address: string): [network: string, last: number] {
  const at = address.lastIndexOf('.');
  return [address.slice(0, at), Number(address.slice(at + 1))];
}
