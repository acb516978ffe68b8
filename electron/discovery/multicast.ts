import type { Packet } from 'dns-packet';
import { createSocket, type RemoteInfo } from 'node:dgram';
import openDns, { type MulticastDNS } from 'multicast-dns';
import type { Machine } from '../sharing/addresses';
import { ownAddressesOf, type OwnAddress } from './network-addresses';

export interface MulticastOptions {
  machine: Machine;
  /** 5353, except where a test must not be heard. */
  port: number;
  /** Hears every packet; `answer` says something to its sender alone. */
  hear: (packet: Packet, from: RemoteInfo, answer: (packet: Packet) => void) => void;
}

/** Multicast DNS in all networks of a machine, by both kinds of addresses. Nothing of it throws: where it can't be, it is silent. */
export class Multicast {
  readonly #voices: MulticastDNS[];
  readonly #to: number;
  /** Those that can no longer be heard or speak. */
  readonly #lost = new Set<MulticastDNS>();

  constructor({ machine, port, hear }: MulticastOptions) {
    this.#to = port;
    this.#voices = cardsOf(machine).flatMap((card) => {
      try {
        return [this.#open(card, hear)];
      } catch {
        return [];
      }
    });
  }

  /** Says something in every network; true once it went out in one of them. */
  async say(packet: Packet): Promise<boolean> {
    const said = this.#voices.map(
      (voice) =>
        new Promise<boolean>((resolve) => {
          if (this.#lost.has(voice)) return resolve(false);
          const told = (error: Error | null) => resolve(!error);
          if (packet.type === 'response') voice.respond({ ...packet, answers: packet.answers ?? [] }, told);
          else voice.query({ ...packet, questions: packet.questions ?? [] }, told);
        }),
    );
    return (await Promise.all(said)).includes(true);
  }

  /** Ends it; what was said has gone out. */
  async close(): Promise<void> {
    await Promise.all(this.#voices.map((voice) => new Promise<void>((resolve) => voice.destroy(resolve))));
  }

  #open(card: OwnAddress, hear: MulticastOptions['hear']): MulticastDNS {
    const voice = openDns({ port: this.#to, ...optionsOf(card) });
    // A socket whose port is taken by a program that doesn't share it, or a card that was pulled out.
    voice.on('error', () => this.#lost.add(voice));
    const pass = (packet: Packet, from: RemoteInfo) =>
      hear(packet, from, (answer) => voice.respond({ ...answer, answers: answer.answers ?? [] }, from));
    voice.on('query', pass);
    voice.on('response', pass);
    return voice;
  }
}

/** Cards that are spoken on at most. */
const CARDS = 12;

/** One address of each kind for each card: the groups are joined by card. */
function cardsOf(machine: Machine): OwnAddress[] {
  const first = new Map<string, OwnAddress>();
  for (const own of ownAddressesOf(machine)) {
    const place = `${own.network} ${own.family}`;
    if (!first.has(place)) first.set(place, own);
  }
  return [...first.values()].slice(0, CARDS);
}

function optionsOf({ family, address, network, scope }: OwnAddress) {
  if (family === 'ipv4') return { interface: address, bind: '0.0.0.0' };
  return {
    type: 'udp6' as const,
    ip: 'ff02::fb',
    interface: `::%${process.platform === 'win32' ? scope : network}`,
    bind: '::',
    // Else it would take the port of the other kind too.
    socket: createSocket({ type: 'udp6', reuseAddr: true, ipv6Only: true }),
  };
}
