import { lookup } from 'node:dns/promises';
import { BlockList, connect, isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Diagnosis, DiagnosisStep, TriedAddress, Verdict } from '../../shared/bridge';
import type { Machine } from '../sharing/reachable-addresses';
import { parseAnnouncements, SERVICE_NAME } from './announcement';
import { probe, formatAddress, type ProbeResult } from './probe';
import { Multicast } from './multicast';
import { createLocalNetworkCheck, ownAddressesOf, type OwnAddress } from './network-addresses';

/** The host to diagnose. */
export interface DiagnosisTarget {
  /** `HOST:PORT` of the host, the most likely first; all are tried. */
  addresses: readonly string[];
  /** Fingerprint of the community's key; null accepts any community. */
  key: string | null;
}

/** Settings of the diagnosis. */
export interface DiagnosisOptions {
  machine: Machine;
  /** mDNS port; differs in tests that must not reach the network. */
  port?: number;
  /** How many milliseconds to listen for announcements; 1,500 by default. */
  listenMs?: number;
}

/**
 * Finds out step by step why a host cannot be reached: network, route, machine, port, community, answer. Takes a few
 * seconds and sends no secrets.
 */
export async function diagnose(
  target: DiagnosisTarget,
  { machine, port = 5353, listenMs = LISTEN_MS }: DiagnosisOptions,
): Promise<Diagnosis> {
  const own = ownAddressesOf(machine).filter(({ address }) => !/^fe80:/i.test(address));
  const [first = ''] = target.addresses;
  if (own.length === 0) return createDiagnosis('no_network', { address: first });
  const answered = new AbortController();
  const [tried, announced] = await Promise.all([
    Promise.all(
      target.addresses.map(async (address) => {
        const attempt = await probeAddress(address, target.key);
        if (attempt.result.reached !== 'nothing') answered.abort();
        return attempt;
      }),
    ),
    listenForAnnouncements(target.key, { machine, port, listenMs }, answered.signal),
  ]);
  const [best] = tried.toSorted((left, right) => progressOf(right.result) - progressOf(left.result));
  if (!best) return createDiagnosis('unknown_name', { address: first });
  const { address, host, result } = best;
  const sameNetwork = findInSameNetwork(own, host);
  const details = {
    address,
    tried: tried.map(toTriedAddress),
    ownAddress: (sameNetwork ?? own[0])?.address ?? '',
    hasTunnel: own.some(({ interfaceName }) => TUNNEL_INTERFACE.test(interfaceName)),
  };
  if (result.reached !== 'nothing') return createDiagnosis(verdictOf(result), { ...details, foundAt: '' });
  const newAddress = await findReachable(announced, target);
  if (newAddress !== null) return createDiagnosis('moved', { ...details, foundAt: newAddress });
  if (result.fault === 'refused') return createDiagnosis('not_shared', details);
  if (result.fault === 'unknown_name') return createDiagnosis('unknown_name', details);
  // It may still be announced: one switch can connect two networks.
  if (!sameNetwork) return createDiagnosis(details.hasTunnel ? 'tunnel' : 'other_network', details);
  const isAnnounced = announced.some((candidate) => target.addresses.includes(candidate));
  return createDiagnosis(isAnnounced || (await isAwake(host)) ? 'blocked' : 'asleep', details);
}

/** How many announced addresses are probed. */
const MAX_ANNOUNCED = 4;
/** Milliseconds for a connection; a machine may have to wake up first. */
const CONNECT_TIMEOUT_MS = 3_000;
/** How long to listen for announcements, and when to query, in milliseconds. */
const LISTEN_MS = 1_500;
const QUERY_TIMES_MS = [0, 500];
/** Interfaces of VPNs and other tunnels. */
const TUNNEL_INTERFACE = /^(utun|tun|tap|wg|ppp|ipsec|tailscale|nordlynx|proton|zt)/i;
/** Ports on which most machines answer, if only by refusing the connection. */
const COMMON_PORTS = [9, 22, 80, 135, 139, 443, 445, 548, 5357, 7000];

/** The steps in the order of the checks. */
const STEPS = ['network', 'way', 'machine', 'port', 'community', 'answer'] as const;
/** The step that failed for each verdict: earlier steps succeeded, later ones were not checked. */
const FAILED_STEPS: Record<Verdict, DiagnosisStep['step'] | null> = {
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

interface AddressProbe {
  address: string;
  /** Host without port; a host name is resolved to an address if possible. */
  host: string;
  result: ProbeResult;
}

function createDiagnosis(verdict: Verdict, details: Partial<Diagnosis>): Diagnosis {
  const failedStep = FAILED_STEPS[verdict];
  const failedIndex = failedStep === null ? STEPS.length : STEPS.indexOf(failedStep);
  const steps = STEPS.map((step, index): DiagnosisStep => ({
    step,
    outcome: index < failedIndex ? 'good' : index === failedIndex ? 'bad' : 'untried',
  }));
  return {
    address: '',
    tried: [],
    ownAddress: '',
    foundAt: '',
    hasTunnel: false,
    ...details,
    verdict,
    steps,
  };
}

async function probeAddress(address: string, key: string | null): Promise<AddressProbe> {
  const { hostname, port } = new URL(`https://${address}`);
  const name = hostname.replace(/^\[|\]$/g, '');
  const options = { host: name, port: Number(port || 443), timeout: CONNECT_TIMEOUT_MS };
  const [result, host] = await Promise.all([
    probe({ ...options, ...(key !== null && { key }) }),
    isIP(name) === 0
      ? lookup(name).then(
          (found) => found.address,
          () => name,
        )
      : name,
  ]);
  return { address, host, result };
}

const REACH_ORDER: readonly ProbeResult['reached'][] = ['nothing', 'port', 'tls', 'key', 'community'];
/** Faults, the more informative ones last. */
const FAULT_ORDER: readonly ProbeResult['fault'][] = [
  null,
  'unknown_name',
  'unreachable',
  'silent',
  'refused',
];

function progressOf({ reached, fault }: ProbeResult): number {
  return REACH_ORDER.indexOf(reached) * FAULT_ORDER.length + FAULT_ORDER.indexOf(fault);
}

function toTriedAddress({ address, result: { reached } }: AddressProbe): TriedAddress {
  if (reached === 'nothing') return { address, answer: 'nothing' };
  return { address, answer: reached === 'community' ? 'community' : 'other' };
}

/** Returns the verdict for a host that answered. */
function verdictOf({ reached, key, status }: ProbeResult): Verdict {
  if (reached === 'community') return 'fine';
  if (reached === 'key') return status === 403 ? 'strange_name' : 'failing';
  return key === null ? 'not_a_host' : 'wrong_key';
}

/** Returns the `HOST:PORT` addresses announced for this key. Stops at the first announcement or when aborted. */
async function listenForAnnouncements(
  key: string | null,
  { machine, port, listenMs }: Required<DiagnosisOptions>,
  signal: AbortSignal,
): Promise<string[]> {
  const found = new Set<string>();
  const discovered = new AbortController();
  const isNear = createLocalNetworkCheck(machine);
  const multicast = new Multicast({
    machine,
    port,
    onPacket: (packet) => {
      if (packet.type !== 'response') return;
      for (const { key: announcedKey, port: announcedPort, addresses } of parseAnnouncements(
        packet,
        isNear,
      )) {
        if (announcedKey !== key || found.size > MAX_ANNOUNCED) continue;
        for (const address of addresses) found.add(formatAddress(address, announcedPort));
        discovered.abort();
      }
    },
  });
  const timers = QUERY_TIMES_MS.map((at) =>
    setTimeout(
      () => void multicast.send({ type: 'query', questions: [{ name: SERVICE_NAME, type: 'PTR' }] }),
      at,
    ),
  );
  const stop = AbortSignal.any([signal, discovered.signal]);
  await pause(listenMs, undefined, { signal: stop }).catch(() => undefined);
  for (const timer of timers) clearTimeout(timer);
  await multicast.close();
  return [...found];
}

/** Returns the first announced address, except those already tried, at which the community answers; else null. */
async function findReachable(
  announced: readonly string[],
  { addresses, key }: DiagnosisTarget,
): Promise<string | null> {
  const others = announced.filter((address) => !addresses.includes(address)).slice(0, MAX_ANNOUNCED);
  const tried = await Promise.all(others.map((address) => probeAddress(address, key)));
  return tried.find(({ result: { reached } }) => reached === 'community')?.address ?? null;
}

/** Returns this machine's address in the network of a host; undefined if they share none. */
function findInSameNetwork(own: readonly OwnAddress[], host: string): OwnAddress | undefined {
  const version = isIP(host);
  if (version === 0) return undefined;
  const family = version === 6 ? 'ipv6' : 'ipv4';
  return own.find(({ address, prefix, family: ownFamily }) => {
    if (ownFamily !== family) return false;
    const network = new BlockList();
    network.addSubnet(address, prefix, family);
    return network.check(host, family);
  });
}

/** Returns whether a machine answers on any common port; refusing a connection counts as an answer. */
async function isAwake(host: string): Promise<boolean> {
  const answers = COMMON_PORTS.map(
    (port) =>
      new Promise<boolean>((resolve) => {
        const socket = connect({ host, port });
        const settle = (isAnswered: boolean) => {
          clearTimeout(timer);
          socket.destroy();
          resolve(isAnswered);
        };
        const timer = setTimeout(() => settle(false), AWAKE_TIMEOUT_MS);
        socket.once('connect', () => settle(true));
        socket.once('error', ({ code }: NodeJS.ErrnoException) => settle(code === 'ECONNREFUSED'));
      }),
  );
  return (await Promise.all(answers)).includes(true);
}

/** Milliseconds within which a machine that is awake answers. */
const AWAKE_TIMEOUT_MS = 1_000;
