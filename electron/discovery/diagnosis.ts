import { lookup } from 'node:dns/promises';
import { BlockList, connect, isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Diagnosis, DiagnosisStep, TriedAddress, Verdict } from '../../shared/bridge';
import type { Machine } from '../sharing/addresses';
import { announcementsIn, SERVICE } from './announcement';
import { knock, placeOf, type Knock } from './probe';
import { Multicast } from './multicast';
import { houseOf, ownAddressesOf, type OwnAddress } from './network-addresses';

export interface Patient {
  /** `HOST:PORT` of the host, the likeliest first; all of them are tried. */
  addresses: readonly string[];
  /** The fingerprint of the community's key; null where any community would do. */
  key: string | null;
}

export interface DoctorOptions {
  machine: Machine;
  /** The port of multicast DNS, unless a test must not be heard. */
  port?: number;
  /** How long announcements are listened to, in milliseconds; 1,500 unless a test gives a busy machine longer. */
  heardFor?: number;
}

/**
 * Looks for the broken link between this machine and a host: is there a network, does the way lead to the host, is it awake,
 * does its port answer, is it the right community, does it speak to us. Takes a few seconds; nothing that is secret is said.
 */
export async function examine(
  patient: Patient,
  { machine, port = 5353, heardFor = HEARD_FOR }: DoctorOptions,
): Promise<Diagnosis> {
  const own = ownAddressesOf(machine).filter(({ address }) => !/^fe80:/i.test(address));
  const [first = ''] = patient.addresses;
  if (own.length === 0) return diagnosis('no_network', { address: first });
  const answered = new AbortController();
  const [tried, announced] = await Promise.all([
    Promise.all(
      patient.addresses.map(async (address) => {
        const one = await tryAddress(address, patient.key);
        if (one.knock.reached !== 'nothing') answered.abort();
        return one;
      }),
    ),
    hear(patient.key, { machine, port, heardFor }, answered.signal),
  ]);
  const [best] = tried.toSorted((one, other) => depthOf(other.knock) - depthOf(one.knock));
  if (!best) return diagnosis('unknown_name', { address: first });
  const { address, host, knock: met } = best;
  const near = nearest(own, host);
  const told = {
    address,
    tried: tried.map(answerOf),
    ownAddress: (near ?? own[0])?.address ?? '',
    hasTunnel: own.some(({ network }) => TUNNEL.test(network)),
  };
  if (met.reached !== 'nothing') return diagnosis(verdictOf(met), { ...told, foundAt: '' });
  const elsewhere = await firstReached(announced, patient);
  if (elsewhere !== null) return diagnosis('moved', { ...told, foundAt: elsewhere });
  if (met.fault === 'refused') return diagnosis('not_shared', told);
  if (met.fault === 'unknown_name') return diagnosis('unknown_name', told);
  // It may be heard all the same: at one switch there can be two networks.
  if (!near) return diagnosis(told.hasTunnel ? 'tunnel' : 'other_network', told);
  const speaks = announced.some((place) => patient.addresses.includes(place));
  return diagnosis(speaks || (await isAwake(host)) ? 'blocked' : 'asleep', told);
}

/** Announced addresses that are tried. */
const ANNOUNCED = 4;
/** Milliseconds for a connection: a machine that wakes takes a while. */
const PATIENCE = 3_000;
/** How long announcements are listened to at most, in milliseconds, and when it is asked. */
const HEARD_FOR = 1_500;
const ASKED_AT = [0, 500];
/** Networks that lead through another one. */
const TUNNEL = /^(utun|tun|tap|wg|ppp|ipsec|tailscale|nordlynx|proton|zt)/i;
/** Ports at which machines usually answer something, if only that nothing is there. */
const USUAL_PORTS = [9, 22, 80, 135, 139, 443, 445, 548, 5357, 7000];

/** How far each verdict means that it came: what was fine before it, and what was not looked at any more. */
const STEPS = ['network', 'way', 'machine', 'port', 'community', 'answer'] as const;
const BROKEN: Record<Verdict, DiagnosisStep['step'] | null> = {
  fine: null,
  no_network: 'network',
  unknown_name: 'way',
  other_network: 'way',
  tunnel: 'way',
  moved: 'way',
  asleep: 'machine',
  blocked: 'port',
  not_shared: 'port',
  not_a_host: 'community',
  wrong_key: 'community',
  strange_name: 'answer',
  failing: 'answer',
};

interface Tried {
  address: string;
  /** Without its port, as an address of the network where its name is known. */
  host: string;
  knock: Knock;
}

function diagnosis(verdict: Verdict, told: Partial<Diagnosis>): Diagnosis {
  const broken = BROKEN[verdict];
  const at = broken === null ? STEPS.length : STEPS.indexOf(broken);
  const steps = STEPS.map((step, index): DiagnosisStep => ({
    step,
    outcome: index < at ? 'good' : index === at ? 'bad' : 'untried',
  }));
  return { address: '', tried: [], ownAddress: '', foundAt: '', hasTunnel: false, ...told, verdict, steps };
}

async function tryAddress(address: string, key: string | null): Promise<Tried> {
  const { hostname, port } = new URL(`https://${address}`);
  const name = hostname.replace(/^\[|\]$/g, '');
  const given = { host: name, port: Number(port || 443), patience: PATIENCE };
  const [met, host] = await Promise.all([
    knock({ ...given, ...(key !== null && { key }) }),
    isIP(name) === 0
      ? lookup(name).then(
          (found) => found.address,
          () => name,
        )
      : name,
  ]);
  return { address, host, knock: met };
}

const DEPTHS: readonly Knock['reached'][] = ['nothing', 'port', 'tls', 'key', 'community'];
/** The faults, the more telling later. */
const FAULTS: readonly Knock['fault'][] = [null, 'unknown_name', 'unreachable', 'silent', 'refused'];

function depthOf({ reached, fault }: Knock): number {
  return DEPTHS.indexOf(reached) * FAULTS.length + FAULTS.indexOf(fault);
}

function answerOf({ address, knock: { reached } }: Tried): TriedAddress {
  if (reached === 'nothing') return { address, answer: 'nothing' };
  return { address, answer: reached === 'community' ? 'community' : 'other' };
}

/** Of who has answered. */
function verdictOf({ reached, key, status }: Knock): Verdict {
  if (reached === 'community') return 'fine';
  if (reached === 'key') return status === 403 ? 'strange_name' : 'failing';
  return key === null ? 'not_a_host' : 'wrong_key';
}

/** Where the host of this key is announced: `HOST:PORT`. Ends early when it was heard, or when told to. */
async function hear(
  key: string | null,
  { machine, port, heardFor }: Required<DoctorOptions>,
  signal: AbortSignal,
): Promise<string[]> {
  const places = new Set<string>();
  const heard = new AbortController();
  const isNear = houseOf(machine);
  const multicast = new Multicast({
    machine,
    port,
    hear: (packet) => {
      if (packet.type !== 'response') return;
      for (const { key: said, port: at, addresses } of announcementsIn(packet, isNear)) {
        if (said !== key || places.size > ANNOUNCED) continue;
        for (const address of addresses) places.add(placeOf(address, at));
        heard.abort();
      }
    },
  });
  const timers = ASKED_AT.map((at) =>
    setTimeout(() => void multicast.say({ type: 'query', questions: [{ name: SERVICE, type: 'PTR' }] }), at),
  );
  const either = AbortSignal.any([signal, heard.signal]);
  await pause(heardFor, undefined, { signal: either }).catch(() => undefined);
  for (const timer of timers) clearTimeout(timer);
  await multicast.close();
  return [...places];
}

/** The first of the announced addresses, besides those that were tried, at which the community answers. */
async function firstReached(
  announced: readonly string[],
  { addresses, key }: Patient,
): Promise<string | null> {
  const others = announced.filter((place) => !addresses.includes(place)).slice(0, ANNOUNCED);
  const tried = await Promise.all(others.map((place) => tryAddress(place, key)));
  return tried.find(({ knock: { reached } }) => reached === 'community')?.address ?? null;
}

/** The address of ours that is in one network with a host. */
function nearest(own: readonly OwnAddress[], host: string): OwnAddress | undefined {
  const version = isIP(host);
  if (version === 0) return undefined;
  const family = version === 6 ? 'ipv6' : 'ipv4';
  return own.find(({ address, prefix, family: of }) => {
    if (of !== family) return false;
    const network = new BlockList();
    network.addSubnet(address, prefix, family);
    return network.check(host, family);
  });
}

/** Whether a machine answers at any usual port; that it refuses is an answer too. */
async function isAwake(host: string): Promise<boolean> {
  const answers = USUAL_PORTS.map(
    (port) =>
      new Promise<boolean>((resolve) => {
        const socket = connect({ host, port });
        const settle = (answer: boolean) => {
          clearTimeout(late);
          socket.destroy();
          resolve(answer);
        };
        const late = setTimeout(() => settle(false), AWAKE_MS);
        socket.once('connect', () => settle(true));
        socket.once('error', ({ code }: NodeJS.ErrnoException) => settle(code === 'ECONNREFUSED'));
      }),
  );
  return (await Promise.all(answers)).includes(true);
}

/** Milliseconds in which a machine that is awake says something. */
const AWAKE_MS = 1_000;
