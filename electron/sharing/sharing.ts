import type { Logger } from 'pino';
import { AppError, invalid } from '../../shared/errors';
import type { Announcer, AnnouncerState } from '../discovery/announcer';
import type { CommunityKeys } from '../identity/certificate';
import { fingerprintOf } from '../identity/fingerprint';
import { ownNamesOf, reachesOf, type Machine } from './addresses';
import { checkAddresses } from './check';
import { failureOf, faultOf, sentenceOf, type Failure } from './failures';
import { CertificateKeeper, type KnownCertificate } from './host-certificate';
import type { OpenDoor, OpenDoors } from './open-door';
import { sharedAddressesOf, type SharedAddress, type SharingState, type Wish } from './state';
import { Visitors, type Visitor } from './visitors';

export interface SharingOptions {
  /** The folder of the data, or ''. */
  folder: string;
  keys: CommunityKeys;
  /** What the settings of the host decide in place of the owner. */
  fixed: Partial<Wish>;
  /** Other names under which the host is reached. */
  hosts: readonly string[];
  machine: Machine;
  /** Tells of it in the networks of the machine; null where nobody is to be told. */
  announcer: Announcer | null;
  /** What the community is called now. */
  name: () => Promise<string>;
  /** Unix seconds. */
  now: () => number;
  logger: Logger;
}

/** Milliseconds between two looks at the machine's addresses. */
const LOOK_EVERY = 10_000;
/** Milliseconds for which its names hold for who comes. */
const NAMES_FOR = 1_000;

/**
 * The sharing of a community on the network: off until its owner turns it on. One change is made at a time. The doors
 * themselves are opened by whoever serves it (`begin`).
 */
export class Sharing {
  readonly #options: SharingOptions;
  readonly #keeper: CertificateKeeper;
  readonly #visitors: Visitors;
  #wish: Wish = { on: false, port: 0, plain: false };
  #open: OpenDoors | null = null;
  #door: OpenDoor | null = null;
  #failure: Failure | null = null;
  #names: ReadonlySet<string> = new Set();
  #namesAt = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  readonly #leaving = new Set<Promise<void>>();

  constructor(options: SharingOptions) {
    this.#options = options;
    this.#keeper = new CertificateKeeper(options.folder, options.keys, options.now);
    this.#visitors = new Visitors(options.now);
    options.announcer?.onQuery((from) => this.#note(from, false));
  }

  /** Who was heard from the network lately, the latest first. */
  get visitors(): Visitor[] {
    return this.#visitors.all;
  }

  /** Whether this machine itself comes to the door by each of its addresses (`https://HOST:PORT`). Never throws. */
  check(): Promise<{ address: string; answers: boolean }[]> {
    return checkAddresses(this.state.addresses, this.#key);
  }

  /** The certificate that guests are shown; null while it isn't shared. */
  get certificate(): Pick<KnownCertificate, 'fingerprint' | 'until'> | null {
    return this.#door && this.#keeper.held;
  }

  get state(): SharingState {
    return {
      ...this.#wish,
      fixed: Object.keys(this.#options.fixed) as (keyof Wish)[],
      isPossible: this.#open !== null,
      failure: this.#failure,
      addresses: this.#door ? this.#addresses() : [],
    };
  }

  /**
   * Says how doors are opened, and does as was wished before. A port that cannot be had is told by the state, and thrown
   * where the settings of the host ask for the sharing: who gave them is there to read it.
   */
  async begin(open: OpenDoors, stored: Wish): Promise<void> {
    this.#open = open;
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY);
    this.#timer.unref();
    this.#wish = { ...stored, ...this.#options.fixed };
    await this.#inTurn(() => this.#apply(this.#wish)).catch((error: unknown) => {
      this.#fail(error);
      if (this.#options.fixed.on) throw new Error(sentenceOf(error, this.#wish.port), { cause: error });
    });
  }

  /**
   * Does as its owner wishes, at once, and gives the way back. Throws `validation_error` that names what is wrong, and
   * `conflict` where it cannot be shared at all; everything is as before then.
   */
  change(wish: Partial<Wish>): Promise<() => Promise<void>> {
    return this.#inTurn(async () => {
      const { fixed } = this.#options;
      for (const key of Object.keys(fixed) as (keyof Wish)[]) {
        if (wish[key] !== undefined && wish[key] !== fixed[key]) throw invalid(key, DECIDED);
      }
      const before = this.#wish;
      const wanted = { ...before, ...wish };
      if (wanted.on && !this.#open) throw new AppError('conflict', 'Sharing is turned off on this host.');
      try {
        await this.#apply(wanted);
      } catch (error) {
        await this.#apply(before).catch((again: unknown) => this.#fail(again));
        throw faultOf(error);
      }
      return () => this.#inTurn(() => this.#apply(before)).catch((error: unknown) => this.#fail(error));
    });
  }

  /** Whether it is announced in the networks of the machine; null where that is not wanted. */
  get announced(): AnnouncerState | null {
    return this.#options.announcer?.state ?? null;
  }

  /**
   * Looks whether the machine has other addresses, the certificate nears its end, a port has become free, or the community
   * has another name to be announced by.
   */
  look(): Promise<void> {
    return this.#inTurn(() => this.#follow()).catch((error: unknown) => this.#fail(error));
  }

  /** Reads the certificate from the disk again, and makes another where it is missing or not good. */
  reload(): Promise<void> {
    return this.#inTurn(() => this.#follow(true)).catch((error: unknown) => this.#fail(error));
  }

  /** Lets nobody in any more; settles when everybody is out. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#inTurn(async () => {
      this.#open = null;
      this.#leave();
      await Promise.all([...this.#leaving, this.#options.announcer?.close()]);
    });
  }

  async #apply(wish: Wish): Promise<void> {
    if (!wish.on || !this.#open) this.#leave();
    else if (this.#door && (wish.port === this.#door.port || wish.port === 0))
      this.#door.setPlain(wish.plain);
    else await this.#enter(this.#open, wish);
    this.#wish = { ...wish, port: this.#door?.port ?? wish.port };
    this.#failure = null;
    await this.#announce();
  }

  /** The new door is open before the old one is closed: where it cannot be, nobody is sent away. */
  async #enter(open: OpenDoors, { port, plain }: Wish): Promise<void> {
    this.#readNames();
    const certificate = await this.#keeper.take(this.#certified());
    const door = await open({
      port,
      plain,
      certificate,
      names: () => this.#namesNow(),
      met: (from) => this.#note(from, true),
    });
    this.#leave();
    this.#door = door;
    this.#options.logger.info({ port: door.port, plain }, 'the community is shared on the network');
  }

  /** This machine's own programs are no visitors. */
  #note(from: string, hasArrived: boolean): void {
    const own = Object.values(this.#options.machine.interfaces()).flat();
    const address = from.replace(/^::ffff:/i, '');
    if (!own.some((one) => one?.address === address)) this.#visitors.note(address, hasArrived);
  }

  #addresses(): SharedAddress[] {
    const { machine, hosts } = this.#options;
    return sharedAddressesOf({ machine, hosts, key: this.#key }, this.#wish);
  }

  /** The fingerprint of the community's key. */
  get #key(): string {
    return fingerprintOf(this.#options.keys.publicKey);
  }

  #leave(): void {
    const left = this.#door?.close();
    this.#door = null;
    if (!left) return;
    const leaving = left.finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
  }

  async #follow(fromDisk = false): Promise<void> {
    if (!this.#wish.on || !this.#open) return;
    if (!this.#door) return this.#apply(this.#wish);
    this.#readNames();
    const before = this.#keeper.held?.fingerprint;
    const certificate = await this.#keeper.take(this.#certified(), fromDisk);
    this.#failure = null;
    await this.#announce();
    if (certificate.fingerprint === before) return;
    this.#door.show(certificate);
    this.#options.logger.info({ until: certificate.until }, 'guests are shown another certificate');
  }

  /** Whoever is not told of it can be given the link: it never keeps the sharing back. */
  async #announce(): Promise<void> {
    const { announcer, machine, name } = this.#options;
    if (!announcer) return;
    if (!this.#door) return announcer.announce(null);
    announcer.announce({
      name: await name(),
      key: this.#key,
      port: this.#door.port,
      addresses: reachesOf(machine, []).flatMap(({ host, kind }) => (kind === 'name' ? [] : [host])),
    });
  }

  /** A cable that is back brings its address back at once: who comes by it is not sent away until the next look. */
  #namesNow(): ReadonlySet<string> {
    if (performance.now() - this.#namesAt > NAMES_FOR) this.#readNames();
    return this.#names;
  }

  #readNames(): void {
    this.#namesAt = performance.now();
    const { machine, hosts } = this.#options;
    this.#names = new Set([
      ...ownNamesOf(machine),
      ...reachesOf(machine, hosts).map(({ host }) => host.toLowerCase()),
    ]);
  }

  /**
   * The names of the certificate. Addresses of IPv6 are left out: most machines take new ones every day, and with another
   * certificate every browser warns its person anew. Apps go by the key.
   */
  #certified(): string[] {
    return ['localhost', '127.0.0.1', ...[...this.#names].filter((name) => !name.includes(':'))];
  }

  #fail(error: unknown): void {
    const failure = failureOf(error);
    // It is tried again at each look.
    if (failure !== this.#failure)
      this.#options.logger.warn({ err: error }, 'the community could not be shared');
    this.#failure = failure;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}

const DECIDED = 'is set by the host and cannot be changed here';
