import type { Logger } from 'pino';
import { AppError, invalid } from '../../shared/errors';
import type { Announcer, AnnouncerState } from '../discovery/announcer';
import type { CommunityKeys } from '../identity/certificate';
import { fingerprintOf } from '../identity/fingerprint';
import { ownNamesOf, reachableAddressesOf, type Machine } from './reachable-addresses';
import { checkAddresses } from './check-addresses';
import { sharingFailureOf, toOwnerError, startMessageOf, type SharingFailure } from './sharing-failures';
import { HostCertificateStore, type KnownCertificate } from './host-certificate';
import type { OpenDoor, OpenDoors } from './guest-door';
import {
  sharedAddressesOf,
  type SharedAddress,
  type SharingState,
  type SharingSettings,
} from './sharing-state';
import { Visitors, type Visitor } from './visitors';
import { SerialQueue } from '../serial-queue';

/** The shared community, its host, and the settings that its owner can't change. */
export interface NetworkSharingOptions {
  /** The data folder, or ''. */
  folder: string;
  keys: CommunityKeys;
  /** The host's term, which its certificate shows. */
  term: number;
  /** Settings fixed by the host's command line, which the owner cannot change. */
  fixed: Partial<SharingSettings>;
  /** Other names under which the host is reached. */
  hosts: readonly string[];
  machine: Machine;
  /** Announces the community on the network; null if that is turned off. */
  announcer: Announcer | null;
  /** Returns the community's current name. */
  name: () => Promise<string>;
  /** Returns Unix seconds. */
  now: () => number;
  logger: Logger;
}

/** How often the machine's addresses are checked, in milliseconds. */
const REFRESH_INTERVAL_MS = 10_000;
/** How long the list of the machine's names is cached, in milliseconds. */
const NAMES_CACHE_MS = 1_000;

/**
 * Shares a community on the network; off until its owner turns it on. Changes run one after another. `begin` takes the
 * function that opens the network listener.
 */
export class NetworkSharing {
  readonly #options: NetworkSharingOptions;
  readonly #certificates: HostCertificateStore;
  readonly #visitors: Visitors;
  #settings: SharingSettings = { on: false, port: 0, plain: false };
  #open: OpenDoors | null = null;
  #door: OpenDoor | null = null;
  #failure: SharingFailure | null = null;
  #names: ReadonlySet<string> = new Set();
  #namesAt = 0;
  readonly #queue = new SerialQueue();
  #timer: NodeJS.Timeout | undefined;
  readonly #closing = new Set<Promise<void>>();

  constructor(options: NetworkSharingOptions) {
    this.#options = options;
    this.#certificates = new HostCertificateStore(options.folder, options.keys, options.now, options.term);
    this.#visitors = new Visitors(options.now);
    options.announcer?.onQuery((from) => this.#onVisitor(from, false));
  }

  /** Machines recently seen on the network, latest first. */
  get visitors(): Visitor[] {
    return this.#visitors.all;
  }

  /** Checks which of the shared addresses (`https://HOST:PORT`) this machine can reach itself. Never throws. */
  check(): Promise<{ address: string; answers: boolean }[]> {
    return checkAddresses(this.state.addresses, this.#key);
  }

  /** The certificate presented to guests; null while not shared. */
  get certificate(): Pick<KnownCertificate, 'fingerprint' | 'until'> | null {
    return this.#door && this.#certificates.current;
  }

  get state(): SharingState {
    return {
      ...this.#settings,
      fixed: Object.keys(this.#options.fixed) as (keyof SharingSettings)[],
      isPossible: this.#open !== null,
      failure: this.#failure,
      addresses: this.#door ? this.#addresses() : [],
    };
  }

  /**
   * Starts sharing according to the stored settings. If that fails, the state has the reason; if sharing was requested
   * on the command line, also throws, because an administrator sees the error there.
   */
  async begin(open: OpenDoors, stored: SharingSettings): Promise<void> {
    this.#open = open;
    this.#timer = setInterval(() => void this.refresh(), REFRESH_INTERVAL_MS);
    this.#timer.unref();
    this.#settings = { ...stored, ...this.#options.fixed };
    await this.#queue
      .run(() => this.#apply(this.#settings))
      .catch((error: unknown) => {
        this.#fail(error);
        if (this.#options.fixed.on)
          throw new Error(startMessageOf(error, this.#settings.port), { cause: error });
      });
  }

  /**
   * Applies new settings and returns a function that undoes them. Throws `validation_error` naming the wrong setting,
   * and `conflict` if sharing is not possible at all; nothing is changed then.
   */
  change(settings: Partial<SharingSettings>): Promise<() => Promise<void>> {
    return this.#queue.run(async () => {
      const { fixed } = this.#options;
      for (const key of Object.keys(fixed) as (keyof SharingSettings)[]) {
        if (settings[key] !== undefined && settings[key] !== fixed[key]) throw invalid(key, SET_BY_HOST);
      }
      const before = this.#settings;
      const wanted = { ...before, ...settings };
      if (wanted.on && !this.#open)
        throw new AppError('conflict', 'Sharing is turned off in this host’s settings.');
      try {
        await this.#apply(wanted);
      } catch (error) {
        await this.#apply(before).catch((rollbackError: unknown) => this.#fail(rollbackError));
        throw toOwnerError(error);
      }
      return () => this.#queue.run(() => this.#apply(before)).catch((error: unknown) => this.#fail(error));
    });
  }

  /** Whether the community is announced on the network; null if that is turned off. */
  get announced(): AnnouncerState | null {
    return this.#options.announcer?.state ?? null;
  }

  /** Checks for changed addresses, a certificate close to expiry, a port that became free, and a new community name. */
  refresh(): Promise<void> {
    return this.#queue.run(() => this.#refresh()).catch((error: unknown) => this.#fail(error));
  }

  /** Reads the certificate from the disk again, and issues a new one if it is missing or unusable. */
  reload(): Promise<void> {
    return this.#queue.run(() => this.#refresh(true)).catch((error: unknown) => this.#fail(error));
  }

  /** Stops sharing; resolves when all connections are closed. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#queue.run(async () => {
      this.#open = null;
      this.#closeDoor();
      await Promise.all([...this.#closing, this.#options.announcer?.close()]);
    });
  }

  async #apply(settings: SharingSettings): Promise<void> {
    if (!settings.on || !this.#open) this.#closeDoor();
    else if (this.#door && (settings.port === this.#door.port || settings.port === 0))
      this.#door.setPlain(settings.plain);
    else await this.#openDoor(this.#open, settings);
    this.#settings = { ...settings, port: this.#door?.port ?? settings.port };
    this.#failure = null;
    await this.#announce();
  }

  /** Opens the new door before closing the old one, so that a failure disconnects nobody. */
  async #openDoor(open: OpenDoors, { port, plain }: SharingSettings): Promise<void> {
    this.#readNames();
    const certificate = await this.#certificates.obtain(this.#certificateNames());
    const door = await open({
      port,
      plain,
      certificate,
      names: () => this.#currentNames(),
      onVisitor: (from) => this.#onVisitor(from, true),
    });
    this.#closeDoor();
    this.#door = door;
    this.#options.logger.info({ port: door.port, plain }, 'the community is shared on the network');
  }

  /** Records a visitor, unless it is this machine itself. */
  #onVisitor(from: string, hasArrived: boolean): void {
    const own = Object.values(this.#options.machine.interfaces()).flat();
    const address = from.replace(/^::ffff:/i, '');
    if (!own.some((networkInterface) => networkInterface?.address === address))
      this.#visitors.record(address, hasArrived);
  }

  #addresses(): SharedAddress[] {
    const { machine, hosts } = this.#options;
    return sharedAddressesOf({ machine, hosts, key: this.#key }, this.#settings);
  }

  /** Fingerprint of the community's key. */
  get #key(): string {
    return fingerprintOf(this.#options.keys.publicKey);
  }

  #closeDoor(): void {
    const closed = this.#door?.close();
    this.#door = null;
    if (!closed) return;
    const closing = closed.finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  async #refresh(fromDisk = false): Promise<void> {
    if (!this.#settings.on || !this.#open) return;
    if (!this.#door) return this.#apply(this.#settings);
    this.#readNames();
    const before = this.#certificates.current?.fingerprint;
    const certificate = await this.#certificates.obtain(this.#certificateNames(), fromDisk);
    this.#failure = null;
    await this.#announce();
    if (certificate.fingerprint === before) return;
    this.#door.setCertificate(certificate);
    this.#options.logger.info({ until: certificate.until }, 'the host certificate was replaced');
  }

  /** A failed announcement must not prevent sharing: guests can still use the link. */
  async #announce(): Promise<void> {
    const { announcer, machine, name } = this.#options;
    if (!announcer) return;
    if (!this.#door) return announcer.announce(null);
    announcer.announce({
      name: await name(),
      key: this.#key,
      port: this.#door.port,
      addresses: reachableAddressesOf(machine, []).flatMap(({ host, kind }) =>
        kind === 'name' ? [] : [host],
      ),
    });
  }

  /** Returns up-to-date names: a returned address must be accepted before the next regular check. */
  #currentNames(): ReadonlySet<string> {
    if (performance.now() - this.#namesAt > NAMES_CACHE_MS) this.#readNames();
    return this.#names;
  }

  #readNames(): void {
    this.#namesAt = performance.now();
    const { machine, hosts } = this.#options;
    this.#names = new Set([
      ...ownNamesOf(machine),
      ...reachableAddressesOf(machine, hosts).map(({ host }) => host.toLowerCase()),
    ]);
  }

  /**
   * Returns the names for the certificate. IPv6 addresses are omitted: most machines change them daily, and browsers
   * would warn about each new certificate. Apps verify the community's key instead.
   */
  #certificateNames(): string[] {
    return ['localhost', '127.0.0.1', ...[...this.#names].filter((name) => !name.includes(':'))];
  }

  #fail(error: unknown): void {
    const failure = sharingFailureOf(error);
    // The same failure recurs at each regular check and is logged once.
    if (failure !== this.#failure)
      this.#options.logger.warn({ err: error }, 'the community could not be shared');
    this.#failure = failure;
  }
}

const SET_BY_HOST = 'is set by the host and cannot be changed here';
