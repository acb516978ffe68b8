import { reachableAddressesOf, type Machine, type ReachableAddress } from './reachable-addresses';
import type { SharingFailure } from './sharing-failures';

/** How a community is shared. */
export interface SharingSettings {
  on: boolean;
  /** Port; 0 selects a free one, which is then stored. */
  port: number;
  /** Whether connections without TLS are allowed too. */
  plain: boolean;
}

/** The current state of sharing. */
export interface SharingState extends SharingSettings {
  /** Settings fixed by the host's command line. */
  fixed: (keyof SharingSettings)[];
  /** Whether there is a door to open: not if only this program's own window is served. */
  isPossible: boolean;
  failure: SharingFailure | null;
  /** Addresses for guests, most likely first; empty while not shared. */
  addresses: SharedAddress[];
}

/** One address for guests. */
export interface SharedAddress extends Pick<ReachableAddress, 'kind' | 'network'> {
  /** `https://HOST:PORT`. */
  address: string;
  /** The address with the fingerprint of the community's key, which guests pin. */
  link: string;
  /** `http://HOST:PORT`, or "" if connections without TLS are not allowed. */
  plain: string;
}

/** The URLs of a community, of which `own` leads to its host only from the host's machine. */
export function urlsOf(shared: readonly SharedAddress[], own: string | null): string[] {
  return [
    ...shared.flatMap(({ address, plain }) => (plain === '' ? [address] : [address, plain])),
    own,
  ].filter((url) => url !== null);
}

/** Addresses of a machine for guests, most likely first; `key` is the fingerprint of the community's key. */
export function sharedAddressesOf(
  { machine, hosts, key }: { machine: Machine; hosts: readonly string[]; key: string },
  { port, plain }: SharingSettings,
): SharedAddress[] {
  return reachableAddressesOf(machine, hosts).map(({ host, kind, network }) => {
    const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    const link = `https://${place}/#/?key=${key}`;
    return { address: `https://${place}`, link, plain: plain ? `http://${place}` : '', kind, network };
  });
}
