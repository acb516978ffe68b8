import type { FindingState, FoundCommunity } from '../../shared/bridge';
import type { Machine } from '../sharing/addresses';
import { announcementsIn, SERVICE, type Announcement } from './announcement';
import { knock, placeOf } from './probe';
import { Multicast } from './multicast';
import { houseOf, ownAddressesOf } from './network-addresses';
import { sweep, sweptHosts } from './sweep';

export interface FinderOptions {
  machine: Machine;
  /** The port of multicast DNS, unless a test must not be heard. */
  port?: number;
  /** What is knocked at when nobody has answered. */
  swept?: { hosts: (machine: Machine) => readonly string[]; ports: readonly number[] };
}

/** When it is asked, and asked again, in milliseconds after the beginning. */
const ASKED_AT = [0, 400, 1_200, 3_000];
/** When nobody has answered until then, the addresses around are tried. */
const SWEPT_AT = 1_500;
/** When the search is over; who is announced later is heard still. */
const OVER_AT = 5_000;
/** How long nobody may have looked until it ends by itself. */
const UNSEEN_FOR = 15_000;
/** Milliseconds for each address that was announced. */
const PATIENCE = 1_500;
/** Knocks at a time, and communities that are kept. */
const AT_ONCE = 16;
const KEPT = 64;
/** Where a community is shared unless its owner chose otherwise. */
const USUAL_PORT = 8_701;

/** A community that was announced or met, while its addresses are tried. */
interface Candidate {
  name: string;
  key: string;
  places: Map<string, Place>;
}

/** One address of a candidate. It is `open` until it was tried once. */
interface Place {
  state: 'open' | 'reached' | 'failed';
  tries: number;
  isBeingTried: boolean;
}

/**
 * Finds communities in the networks of this machine: those that are announced, and where nobody answers those at the
 * addresses around. Who is announced is gone to before it is shown as reached, and known by the key of its certificate.
 */
export class Finder {
  readonly #options: Required<FinderOptions>;
  #search: Search | null = null;

  constructor(options: FinderOptions) {
    this.#options = { port: 5353, swept: { hosts: sweptHosts, ports: [USUAL_PORT] }, ...options };
  }

  /** Begins to search, anew where it was searching. */
  begin(): void {
    this.end();
    this.#search = new Search(this.#options);
  }

  /** What was found so far; looking keeps it going. */
  look(): FindingState {
    this.#search?.see();
    return this.#search?.state ?? { isSearching: false, hasNetwork: true, found: [] };
  }

  end(): void {
    this.#search?.end();
    this.#search = null;
  }
}

class Search {
  readonly #options: Required<FinderOptions>;
  readonly #isNear: (address: string) => boolean;
  readonly #multicast: Multicast;
  readonly #ending = new AbortController();
  readonly #candidates = new Map<string, Candidate>();
  readonly #waiting: (() => Promise<void>)[] = [];
  readonly #timers: NodeJS.Timeout[];
  #knocking = 0;
  #isSearching = true;
  #unseen: NodeJS.Timeout | undefined;

  constructor(options: Required<FinderOptions>) {
    const { machine, port } = options;
    this.#options = options;
    this.#isNear = houseOf(machine);
    this.#multicast = new Multicast({
      machine,
      port,
      hear: (packet) => {
        if (packet.type !== 'response') return;
        for (const announcement of announcementsIn(packet, this.#isNear)) this.#hear(announcement);
      },
    });
    const ask = () =>
      void this.#multicast.say({ type: 'query', questions: [{ name: SERVICE, type: 'PTR' }] });
    this.#timers = [
      ...ASKED_AT.map((at) => setTimeout(ask, at)),
      setTimeout(() => this.#sweep(), SWEPT_AT),
      setTimeout(() => (this.#isSearching = false), OVER_AT),
    ];
    this.see();
  }

  get state(): FindingState {
    const found = [...this.#candidates.values()]
      .map(recordOf)
      .filter(({ addresses }) => addresses.length > 0)
      .toSorted((one, other) => Number(other.isReached) - Number(one.isReached));
    const hasNetwork = ownAddressesOf(this.#options.machine).length > 0;
    return { isSearching: this.#isSearching, hasNetwork, found };
  }

  /** Somebody looks: it goes on. */
  see(): void {
    clearTimeout(this.#unseen);
    this.#unseen = setTimeout(() => this.end(), UNSEEN_FOR);
    this.#unseen.unref();
  }

  end(): void {
    this.#isSearching = false;
    this.#ending.abort();
    clearTimeout(this.#unseen);
    for (const timer of this.#timers) clearTimeout(timer);
    void this.#multicast.close();
  }

  #hear({ name, key, port, addresses }: Announcement): void {
    if (this.#ending.signal.aborted) return;
    const candidate = this.#candidateOf(key, name);
    if (!candidate) return;
    for (const host of addresses) {
      const place = placeToTry(candidate, placeOf(host, port));
      if (place) this.#waiting.push(() => this.#visit(candidate, place, host, port));
    }
    this.#next();
  }

  async #visit(candidate: Candidate, place: Place, host: string, port: number): Promise<void> {
    const { signal } = this.#ending;
    const { key, places } = candidate;
    const { reached, name, fault } = await knock({ host, port, key, patience: PATIENCE, signal });
    place.isBeingTried = false;
    if (reached === 'community') candidate.name = name;
    // Somebody else is there: whoever announced it has lied, or is gone.
    if (reached !== 'community' && fault === null) places.delete(placeOf(host, port));
    else place.state = reached === 'community' ? 'reached' : 'failed';
  }

  #next(): void {
    while (this.#knocking < AT_ONCE && !this.#ending.signal.aborted) {
      const visit = this.#waiting.shift();
      if (!visit) return;
      this.#knocking++;
      void visit().finally(() => {
        this.#knocking--;
        this.#next();
      });
    }
  }

  #sweep(): void {
    const { machine, swept } = this.#options;
    if ([...this.#candidates.values()].some(isReached)) return;
    void sweep({
      hosts: swept.hosts(machine),
      ports: swept.ports,
      signal: this.#ending.signal,
      met: ({ key, name }, host, port) => {
        const candidate = key === null ? null : this.#candidateOf(key, name);
        if (!candidate) return;
        candidate.name = name;
        candidate.places.set(placeOf(host, port), { state: 'reached', tries: 1, isBeingTried: false });
      },
    });
  }

  /** Where there are too many, the oldest that nobody could reach makes room. */
  #candidateOf(key: string, name: string): Candidate | null {
    const known = this.#candidates.get(key);
    if (known) return known;
    if (this.#candidates.size >= KEPT) {
      const idle = [...this.#candidates.values()].find(
        (candidate) => !isReached(candidate) && !isOpen(candidate),
      );
      if (!idle) return null;
      this.#candidates.delete(idle.key);
    }
    const candidate: Candidate = { name, key, places: new Map() };
    this.#candidates.set(key, candidate);
    return candidate;
  }
}

/** Addresses of one community that are tried, and how often each. */
const PLACES = 16;
const TRIES = 3;

/** An address that is new, or that failed and is announced again: a machine that dozes misses the first knock. */
function placeToTry({ places }: Candidate, address: string): Place | null {
  const known = places.get(address);
  if (!known && places.size === PLACES) return null;
  if (known && (known.state !== 'failed' || known.isBeingTried || known.tries === TRIES)) return null;
  const place = known ?? { state: 'open', tries: 0, isBeingTried: false };
  place.tries++;
  place.isBeingTried = true;
  places.set(address, place);
  return place;
}

function isReached({ places }: Candidate): boolean {
  return [...places.values()].some(({ state }) => state === 'reached');
}

function isOpen({ places }: Candidate): boolean {
  return [...places.values()].some(({ state }) => state === 'open');
}

/** While one of its addresses is tried for the first time it isn't known whether it can be reached. */
function recordOf(candidate: Candidate): FoundCommunity {
  const { name, key, places } = candidate;
  const reached = [...places].filter(([, { state }]) => state === 'reached').map(([address]) => address);
  const addresses = reached.length > 0 ? reached : isOpen(candidate) ? [] : [...places.keys()];
  return { name, key, addresses, isReached: reached.length > 0 };
}
