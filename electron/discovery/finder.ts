import type { FindingState, FoundCommunity } from '../../shared/bridge';
import type { Machine } from '../sharing/reachable-addresses';
import { parseAnnouncements, SERVICE_NAME, type Announcement } from './announcement';
import { probe, formatAddress } from './probe';
import { Multicast } from './multicast';
import { createLocalNetworkCheck, ownAddressesOf } from './network-addresses';
import { sweepHosts, neighbourHosts } from './address-sweep';

/** The machine on whose networks communities are searched for, and what tests replace. */
export interface CommunityFinderOptions {
  machine: Machine;
  /** mDNS port; differs in tests that must not reach the network. */
  port?: number;
  /** Hosts and ports to probe if no announcement leads to a community. */
  sweepTargets?: { hosts: (machine: Machine) => readonly string[]; ports: readonly number[] };
}

/** When queries are sent, in milliseconds after the start. */
const QUERY_TIMES_MS = [0, 400, 1_200, 3_000];
/** If nobody has answered after this many milliseconds, neighbouring addresses are probed. */
const SWEEP_AFTER_MS = 1_500;
/** Duration of a search in milliseconds; later announcements are still accepted. */
const SEARCH_MS = 5_000;
/** A search ends if nobody polls it for this many milliseconds. */
const IDLE_TIMEOUT_MS = 15_000;
/** Milliseconds per probed address. */
const PROBE_TIMEOUT_MS = 1_500;
/** Limits: concurrent probes, and communities in the list. */
const MAX_CONCURRENT_PROBES = 16;
const MAX_CANDIDATES = 64;
/** The default port of shared communities. */
const DEFAULT_PORT = 8_701;

/** A community that was announced or discovered, with the addresses being probed. */
interface Candidate {
  name: string;
  key: string;
  addresses: Map<string, CandidateAddress>;
}

/** An address of a candidate; `open` until the first probe has finished. */
interface CandidateAddress {
  state: 'open' | 'reached' | 'failed';
  tries: number;
  isProbing: boolean;
}

/**
 * Finds communities on this machine's networks: announced ones first and, if none answers, those at neighbouring
 * addresses. An announced community is only shown as reached after a probe has verified the key of its certificate.
 */
export class CommunityFinder {
  readonly #options: Required<CommunityFinderOptions>;
  #search: Search | null = null;

  constructor(options: CommunityFinderOptions) {
    this.#options = {
      port: 5353,
      sweepTargets: { hosts: neighbourHosts, ports: [DEFAULT_PORT] },
      ...options,
    };
  }

  /** Starts a search, replacing a running one. */
  start(): void {
    this.stop();
    this.#search = new Search(this.#options);
  }

  /** Returns what was found so far; polling keeps the search running. */
  poll(): FindingState {
    this.#search?.touch();
    return this.#search?.state ?? { isSearching: false, hasNetwork: true, found: [] };
  }

  stop(): void {
    this.#search?.stop();
    this.#search = null;
  }
}

class Search {
  readonly #options: Required<CommunityFinderOptions>;
  readonly #isNear: (address: string) => boolean;
  readonly #multicast: Multicast;
  readonly #abort = new AbortController();
  readonly #candidates = new Map<string, Candidate>();
  readonly #queue: (() => Promise<void>)[] = [];
  readonly #timers: NodeJS.Timeout[];
  #running = 0;
  #isSearching = true;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: Required<CommunityFinderOptions>) {
    const { machine, port } = options;
    this.#options = options;
    this.#isNear = createLocalNetworkCheck(machine);
    this.#multicast = new Multicast({
      machine,
      port,
      onPacket: (packet) => {
        if (packet.type !== 'response') return;
        for (const announcement of parseAnnouncements(packet, this.#isNear))
          this.#onAnnouncement(announcement);
      },
    });
    const ask = () =>
      void this.#multicast.send({ type: 'query', questions: [{ name: SERVICE_NAME, type: 'PTR' }] });
    this.#timers = [
      ...QUERY_TIMES_MS.map((at) => setTimeout(ask, at)),
      setTimeout(() => this.#sweep(), SWEEP_AFTER_MS),
      setTimeout(() => (this.#isSearching = false), SEARCH_MS),
    ];
    this.touch();
  }

  get state(): FindingState {
    const found = [...this.#candidates.values()]
      .map(toFoundCommunity)
      .filter(({ addresses }) => addresses.length > 0)
      .toSorted((a, b) => Number(b.isReached) - Number(a.isReached));
    const hasNetwork = ownAddressesOf(this.#options.machine).length > 0;
    return { isSearching: this.#isSearching, hasNetwork, found };
  }

  /** Keeps the search running. */
  touch(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.stop(), IDLE_TIMEOUT_MS);
    this.#idleTimer.unref();
  }

  stop(): void {
    this.#isSearching = false;
    this.#abort.abort();
    clearTimeout(this.#idleTimer);
    for (const timer of this.#timers) clearTimeout(timer);
    void this.#multicast.close();
  }

  #onAnnouncement({ name, key, port, addresses }: Announcement): void {
    if (this.#abort.signal.aborted) return;
    const candidate = this.#candidateOf(key, name);
    if (!candidate) return;
    for (const host of addresses) {
      const place = claimAddress(candidate, formatAddress(host, port));
      if (place) this.#queue.push(() => this.#probe(candidate, place, host, port));
    }
    this.#runQueue();
  }

  async #probe(candidate: Candidate, place: CandidateAddress, host: string, port: number): Promise<void> {
    const { signal } = this.#abort;
    const { key, addresses: places } = candidate;
    const { reached, name, fault } = await probe({ host, port, key, timeout: PROBE_TIMEOUT_MS, signal });
    place.isProbing = false;
    if (reached === 'community') candidate.name = name;
    // Another host answers there: the announcement was false or is outdated.
    if (reached !== 'community' && fault === null) places.delete(formatAddress(host, port));
    else place.state = reached === 'community' ? 'reached' : 'failed';
  }

  #runQueue(): void {
    while (this.#running < MAX_CONCURRENT_PROBES && !this.#abort.signal.aborted) {
      const visit = this.#queue.shift();
      if (!visit) return;
      this.#running++;
      void visit().finally(() => {
        this.#running--;
        this.#runQueue();
      });
    }
  }

  #sweep(): void {
    const { machine, sweepTargets } = this.#options;
    if ([...this.#candidates.values()].some(isReached)) return;
    void sweepHosts({
      hosts: sweepTargets.hosts(machine),
      ports: sweepTargets.ports,
      signal: this.#abort.signal,
      onFound: ({ key, name }, host, port) => {
        const candidate = key === null ? null : this.#candidateOf(key, name);
        if (!candidate) return;
        candidate.name = name;
        candidate.addresses.set(formatAddress(host, port), { state: 'reached', tries: 1, isProbing: false });
      },
    });
  }

  /** Adds a candidate; if the list is full, it replaces the oldest unreachable one. */
  #candidateOf(key: string, name: string): Candidate | null {
    const known = this.#candidates.get(key);
    if (known) return known;
    if (this.#candidates.size >= MAX_CANDIDATES) {
      const idle = [...this.#candidates.values()].find(
        (candidate) => !isReached(candidate) && !isPending(candidate),
      );
      if (!idle) return null;
      this.#candidates.delete(idle.key);
    }
    const candidate: Candidate = { name, key, addresses: new Map() };
    this.#candidates.set(key, candidate);
    return candidate;
  }
}

/** Addresses probed per community, and attempts per address. */
const MAX_ADDRESSES = 16;
const MAX_TRIES = 3;

/**
 * Reserves an address for probing if it is new or if it failed and was announced again: a sleeping machine may miss
 * the first probe.
 */
function claimAddress({ addresses: places }: Candidate, address: string): CandidateAddress | null {
  const known = places.get(address);
  if (!known && places.size === MAX_ADDRESSES) return null;
  if (known && (known.state !== 'failed' || known.isProbing || known.tries === MAX_TRIES)) return null;
  const place = known ?? { state: 'open', tries: 0, isProbing: false };
  place.tries++;
  place.isProbing = true;
  places.set(address, place);
  return place;
}

function isReached({ addresses: places }: Candidate): boolean {
  return [...places.values()].some(({ state }) => state === 'reached');
}

function isPending({ addresses: places }: Candidate): boolean {
  return [...places.values()].some(({ state }) => state === 'open');
}

/** Until one address has been probed it is unknown whether the community can be reached. */
function toFoundCommunity(candidate: Candidate): FoundCommunity {
  const { name, key, addresses: places } = candidate;
  const reached = [...places].filter(([, { state }]) => state === 'reached').map(([address]) => address);
  const addresses = reached.length > 0 ? reached : isPending(candidate) ? [] : [...places.keys()];
  return { name, key, addresses, isReached: reached.length > 0 };
}
