import { reachesOf, type Machine, type Reach } from './addresses';
import type { Failure } from './failures';

/** How a community is to be shared. */
export interface Wish {
  on: boolean;
  /** Where the door listens; 0 takes a free port, which then stays. */
  port: number;
  /** Whether guests may come without TLS too. */
  plain: boolean;
}

/** How it stands. */
export interface SharingState extends Wish {
  /** The parts of the wish that the settings of the host decide. */
  fixed: (keyof Wish)[];
  /** Whether there are doors to open: not where nobody but this program's own window is served. */
  isPossible: boolean;
  failure: Failure | null;
  /** Where guests come to, the likeliest first; none while it isn't shared. */
  addresses: SharedAddress[];
}

/** One address for guests. */
export interface SharedAddress extends Pick<Reach, 'kind' | 'network'> {
  /** `https://HOST:PORT`. */
  address: string;
  /** The same with the fingerprint of the community's key, which guests pin. */
  link: string;
  /** `http://HOST:PORT`, or "" where nobody may come without TLS. */
  plain: string;
}

/** Where guests come to a machine whose doors are open, the likeliest first; `key` is the fingerprint of the community's. */
export function sharedAddressesOf(
  { machine, hosts, key }: { machine: Machine; hosts: readonly string[]; key: string },
  { port, plain }: Wish,
): SharedAddress[] {
  return reachesOf(machine, hosts).map(({ host, kind, network }) => {
    const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    const link = `https://${place}/#/?key=${key}`;
    return { address: `https://${place}`, link, plain: plain ? `http://${place}` : '', kind, network };
  });
}
