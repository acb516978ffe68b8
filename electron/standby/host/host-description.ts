import type { TLSSocket } from 'node:tls';
import { reachableAddressesOf, type Machine } from '../../sharing/reachable-addresses';
import type { HostMessage } from '../messages';
import { obtainOwnCertificate, ownFingerprint } from '../succession/own-certificate';

/** Who a host is, as it says to its standby and to the host before it. */
export type HostDescription = Omit<Extract<HostMessage, { type: 'welcome' }>, 'type' | 'size'>;

export interface HostDescriptionOptions {
  /** The data folder. */
  folder: string;
  machine: Machine;
  /** Other names under which the host is reached. */
  hosts: readonly string[];
  term: number;
  /** Returns the community's current name. */
  name: () => Promise<string>;
  /** Returns the URLs at which people reach the community, from this machine itself or from others. */
  urls: (isSameMachine: boolean) => string[];
}

/** Describes a host that waits for its standby on a port, for the other side of a connection. */
export async function describeHost(
  { folder, machine, hosts, term, name, urls }: HostDescriptionOptions,
  port: number,
  socket: TLSSocket,
): Promise<HostDescription> {
  return {
    name: await name(),
    addresses: standbyAddresses(machine, hosts, port),
    urls: urls(socket.remoteAddress === socket.localAddress),
    machine: machine.hostname(),
    term,
    certificate: await ownFingerprint(await obtainOwnCertificate(folder)),
  };
}

/** The `HOST:PORT` at which a machine waits for its standby, most likely first. */
export function standbyAddresses(machine: Machine, hosts: readonly string[], port: number): string[] {
  const reachable = reachableAddressesOf(machine, hosts).map(({ host }) => host);
  return [...reachable, '127.0.0.1'].map((host) => `${host.includes(':') ? `[${host}]` : host}:${port}`);
}
