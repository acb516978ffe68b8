import type { FindingState } from '../../shared/bridge';
import type { Machine } from '../sharing/reachable-addresses';
import { parseAnnouncements, SERVICE_NAME, type Announcement } from './announcement';
import { CandidateList, type Candidate } from './candidates';
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
const MAX_CONCURRENT_PROBES = 16;
/** The default port of shared communities. */
const DEFAULT_PORT = 8_701;

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
  readonly #candidates = new CandidateList();
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
    const sendQuery = () =>
      void this.#multicast.send({ type: 'query', questions: [{ name: SERVICE_NAME, type: 'PTR' }] });
    this.#timers = [
      ...QUERY_TIMES_MS.map((at) => setTimeout(sendQuery, at)),
      setTimeout(() => this.#sweep(), SWEEP_AFTER_MS),
      setTimeout(() => (this.#isSearching = false), SEARCH_MS),
    ];
    this.touch();
  }

  get state(): FindingState {
    const hasNetwork = ownAddressesOf(this.#options.machine).length > 0;
    return { isSearching: this.#isSearching, hasNetwork, found: this.#candidates.found };
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
    const candidate = this.#candidates.get(key, name);
    if (!candidate) return;
    for (const host of addresses) {
      if (!candidate.claim(formatAddress(host, port))) continue;
      this.#queue.push(() => this.#probe(candidate, host, port));
    }
    this.#runQueue();
  }

  async #probe(candidate: Candidate, host: string, port: number): Promise<void> {
    const { signal } = this.#abort;
    const { key } = candidate;
    const { reached, name, fault } = await probe({ host, port, key, timeout: PROBE_TIMEOUT_MS, signal });
    const isReached = reached === 'community';
    if (isReached) candidate.name = name;
    // Without a fault another host answered there: the announcement was false or is outdated.
    candidate.settle(formatAddress(host, port), isReached ? 'reached' : fault === null ? 'wrong' : 'failed');
  }

  #runQueue(): void {
    while (this.#running < MAX_CONCURRENT_PROBES && !this.#abort.signal.aborted) {
      const nextProbe = this.#queue.shift();
      if (!nextProbe) return;
      this.#running++;
      void nextProbe().finally(() => {
        this.#running--;
        this.#runQueue();
      });
    }
  }

  #sweep(): void {
    const { machine, sweepTargets } = this.#options;
    if (this.#candidates.hasReached) return;
    void sweepHosts({
      hosts: sweepTargets.hosts(machine),
      ports: sweepTargets.ports,
      signal: this.#abort.signal,
      onFound: ({ key, name }, host, port) => {
        const candidate = key === null ? null : this.#candidates.get(key, name);
        if (!candidate) return;
        candidate.name = name;
        candidate.settle(formatAddress(host, port), 'reached');
      },
    });
  }
}
