import type { Packet } from 'dns-packet';
import { createSocket, type RemoteInfo } from 'node:dgram';
import openDns, { type MulticastDNS } from 'multicast-dns';
import type { Machine } from '../sharing/reachable-addresses';
import { ownAddressesOf, type OwnAddress } from './network-addresses';

/** The networks and the receiver of multicast DNS packets. */
export interface MulticastOptions {
  machine: Machine;
  /** mDNS port: 5353, except in tests that must not reach the network. */
  port: number;
  /** Called with each packet; `answer` replies to its sender only. */
  onPacket: (packet: Packet, from: RemoteInfo, answer: (packet: Packet) => void) => void;
}

/** Multicast DNS over IPv4 and IPv6 on all networks of a machine. Never throws: sockets that fail are ignored. */
export class Multicast {
  readonly #sockets: MulticastDNS[];
  readonly #port: number;
  /** Sockets that failed. */
  readonly #failed = new Set<MulticastDNS>();

  constructor({ machine, port, onPacket }: MulticastOptions) {
    this.#port = port;
    this.#sockets = oneAddressPerInterface(machine).flatMap((ownAddress) => {
      try {
        return [this.#open(ownAddress, onPacket)];
      } catch {
        return [];
      }
    });
  }

  /** Sends a packet on every network; resolves to true if at least one succeeded. */
  async send(packet: Packet): Promise<boolean> {
    const sends = this.#sockets.map(
      (socket) =>
        new Promise<boolean>((resolve) => {
          if (this.#failed.has(socket)) return resolve(false);
          const done = (error: Error | null) => resolve(!error);
          if (packet.type === 'response') socket.respond({ ...packet, answers: packet.answers ?? [] }, done);
          else socket.query({ ...packet, questions: packet.questions ?? [] }, done);
        }),
    );
    return (await Promise.all(sends)).includes(true);
  }

  /** Closes all sockets after pending packets were sent. */
  async close(): Promise<void> {
    await Promise.all(this.#sockets.map((socket) => new Promise<void>((resolve) => socket.destroy(resolve))));
  }

  #open(ownAddress: OwnAddress, onPacket: MulticastOptions['onPacket']): MulticastDNS {
    const socket = openDns({ port: this.#port, ...dnsOptions(ownAddress) });
    // The port is taken by a program that doesn't share it, or the interface is gone.
    socket.on('error', () => this.#failed.add(socket));
    const forward = (packet: Packet, from: RemoteInfo) =>
      onPacket(packet, from, (answer) => socket.respond({ ...answer, answers: answer.answers ?? [] }, from));
    socket.on('query', forward);
    socket.on('response', forward);
    return socket;
  }
}

/** Maximum number of interfaces used. */
const MAX_INTERFACES = 12;

/** One address per interface and family: multicast groups are joined per interface. */
function oneAddressPerInterface(machine: Machine): OwnAddress[] {
  const first = new Map<string, OwnAddress>();
  for (const own of ownAddressesOf(machine)) {
    const key = `${own.interfaceName} ${own.family}`;
    if (!first.has(key)) first.set(key, own);
  }
  return [...first.values()].slice(0, MAX_INTERFACES);
}

function dnsOptions({ family, address, interfaceName: network, scopeId: scope }: OwnAddress) {
  if (family === 'ipv4') return { interface: address, bind: '0.0.0.0' };
  return {
    type: 'udp6' as const,
    ip: 'ff02::fb',
    interface: `::%${process.platform === 'win32' ? scope : network}`,
    bind: '::',
    // Otherwise the socket would occupy the IPv4 port too.
    socket: createSocket({ type: 'udp6', reuseAddr: true, ipv6Only: true }),
  };
}
