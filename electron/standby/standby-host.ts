import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import type { Logger } from 'pino';
import { z } from 'zod';
import { AppError } from '../../shared/errors';
import type { ListReferenced } from '../content/listing';
import type { ContentStore } from '../content/store';
import { findMeta } from '../database/meta';
import type { DatabaseFiles, Store } from '../database/open';
import type { CommunityKeys } from '../identity/certificate';
import { fingerprintOf } from '../identity/fingerprint';
import { JsonFile } from '../remote/json-file';
import { HostCertificateStore } from '../sharing/host-certificate';
import { reachableAddressesOf, type Machine } from '../sharing/reachable-addresses';
import { sha256 } from './chunk-copy';
import { estimateCopySize } from './copy-size';
import { formatLink } from './link';
import type { StandbyListener } from './listener';
import { LogFollowing } from './log-following';
import { MessageStream } from './message-stream';
import { PROTOCOL, StandbyMessage, type HostMessage, type Received } from './messages';
import { claimStandbyCode, findStandby, type StandbySettings } from './queries';
import type { StandbyHello } from './standby-session';
import { standbyStateOf, type StandbyState } from './standby-state';
import { LogPosition } from './wal-format';

export interface StandbyHostOptions {
  store: Store;
  content: ContentStore;
  listReferenced: ListReferenced;
  keys: CommunityKeys;
  /** The host's term, which its certificate shows. */
  term: number;
  /** Other names under which the host is reached. */
  hosts: readonly string[];
  machine: Machine;
  /** The port to wait on; null for a free one. */
  port: number | null;
  /** Returns the community's current name. */
  name: () => Promise<string>;
  /** Returns the number of the last committed event. */
  seq: () => number;
  /** Called when `durable` changed. */
  onDurable: () => void;
  /** Returns Unix seconds. */
  now: () => number;
  logger: Logger;
}

/** A pairing link that is valid once it is stored. */
export interface NewStandbyLink {
  link: string;
  port: number;
  /** SHA-256 of its code. */
  code: Buffer;
}

/**
 * The host's side of a standby: waits for it on a port of its own, and sends it whatever is committed and stored. Holds
 * checkpoints back while the standby lacks a part of the log, up to a limit.
 */
export class StandbyHost {
  readonly #options: StandbyHostOptions;
  readonly #certificates: HostCertificateStore;
  readonly #file: JsonFile | null;
  #standby: StandbySettings | undefined;
  #listener: StandbyListener | null = null;
  #follower: LogFollowing | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #certificateTimer: NodeJS.Timeout | undefined;
  #seenAt = 0;
  #isClosed = false;

  constructor(options: StandbyHostOptions) {
    this.#options = options;
    const { folder } = options.store;
    this.#certificates = new HostCertificateStore(folder, options.keys, options.now, options.term);
    this.#file = folder === '' ? null : new JsonFile(join(folder, HOST_FILE));
  }

  /** How far the standby is. */
  get state(): StandbyState {
    const seenAt = this.#follower?.session ? this.#options.now() : this.#seenAt;
    return standbyStateOf(this.#standby, this.#follower, seenAt);
  }

  /** The number of the last event that the standby has with everything before it; null without a paired standby. */
  get durable(): number | null {
    return this.#follower?.durable ?? null;
  }

  /** Waits for the standby if there is one; call it when the host begins to serve. Never throws. */
  async begin(): Promise<void> {
    await this.reload();
  }

  /** Creates a pairing link and waits for the standby that uses it. Throws `conflict` without a data folder. */
  async createLink(): Promise<NewStandbyLink> {
    const { store, keys, machine, hosts } = this.#options;
    if (store.files === null) throw new AppError('conflict', 'A community in memory cannot have a standby.');
    const port = await this.#enqueue(() => this.#listen(this.#standby?.port ?? 0));
    const code = randomBytes(32).toString('base64url');
    const reachable = reachableAddressesOf(machine, hosts).map(({ host }) => host);
    const addresses = addressesOf([...reachable, '127.0.0.1'], port);
    const size = await estimateCopySize(store);
    const link = formatLink({ addresses, key: fingerprintOf(keys.publicKey), code, size });
    return { link, port, code: sha256(code) };
  }

  /** Reads from the database whether there is a standby, and waits for it or lets it go. Never throws. */
  reload(): Promise<void> {
    return this.#enqueue(async () => {
      this.#standby = await this.#options.store.read(findStandby);
      const isPaired = (this.#standby?.certificate ?? '') !== '';
      const { session, certificate } = this.#follower ?? {};
      if (session && certificate !== this.#standby?.certificate) await session.refuse();
      if (isPaired) await this.#follow();
      else this.#unfollow();
      this.#follower?.setWait(this.#standby?.wait ?? false);
      this.#options.onDurable();
      if (this.#standby === undefined) await this.#stopListening();
      else await this.#listen(this.#standby.port);
    }).catch((error: unknown) => this.#options.logger.error({ err: error }, 'the standby cannot be served'));
  }

  /** Lets writes no longer wait for the standby: nobody expects an answer any more. */
  stopWaiting(): void {
    this.#follower?.setWait(false);
  }

  /** Sends what was committed last and disconnects the standby; call it when nothing is written any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#enqueue(async () => {
      clearInterval(this.#certificateTimer);
      await this.#follower?.drain(DRAIN_MS);
      if (this.#follower?.session) this.#seenAt = this.#options.now();
      if (this.#follower) await this.#saveRecord(this.#follower.end);
      this.#unfollow();
      await this.#stopListening();
    });
  }

  /** Returns the port. Listens already if it has a link or a standby. */
  async #listen(port: number): Promise<number> {
    if (this.#listener) return this.#listener.port;
    if (this.#isClosed) throw new AppError('unavailable');
    const { StandbyListener: Listener } = await import('./listener');
    const certificate = await this.#certificates.obtain(CERTIFICATE_NAMES);
    const listener = new Listener(certificate, (socket) => void this.#admit(socket));
    const wanted = this.#options.port ?? port;
    await listener.listen(wanted);
    if (wanted !== 0 && listener.port !== wanted)
      this.#options.logger.warn({ wanted, port: listener.port }, 'the port for the standby is taken');
    this.#listener = listener;
    this.#certificateTimer = setInterval(() => void this.#renewCertificate(), CERTIFICATE_INTERVAL_MS);
    this.#certificateTimer.unref();
    return listener.port;
  }

  async #stopListening(): Promise<void> {
    clearInterval(this.#certificateTimer);
    await this.#listener?.close();
    this.#listener = null;
  }

  async #renewCertificate(): Promise<void> {
    const before = this.#certificates.current?.fingerprint;
    const certificate = await this.#certificates.obtain(CERTIFICATE_NAMES, true);
    if (certificate.fingerprint !== before) this.#listener?.setCertificate(certificate);
  }

  async #follow(): Promise<void> {
    const { store } = this.#options;
    const { files } = store;
    if (this.#follower || files === null) return;
    const endOfLastRun = this.#readEndOfRun(files);
    await store.writer.betweenGroups(() => {
      this.#follower = new LogFollowing(this.#options, files, endOfLastRun);
    });
  }

  #unfollow(): void {
    this.#follower?.close();
    this.#follower = null;
  }

  /** Where the log ended when this database was last closed; null if unknown, or if it was changed since. */
  #readEndOfRun(files: DatabaseFiles): LogPosition | null {
    const stored = this.#file?.read((value) => HostRecord.parse(value)) ?? null;
    this.#seenAt = stored?.seenAt ?? 0;
    const isLastRun = stored?.run === this.#options.store.folderLock?.state.run;
    return stored !== null && isLastRun && files.wasClosedCleanly ? stored.ended : null;
  }

  /** Not stored in the database: the standby would be behind each time it leaves. */
  async #saveRecord(ended: LogPosition | null): Promise<void> {
    const run = findMeta(this.#options.store.writer.raw, 'run') ?? '';
    await this.#file?.write({ run, ended, seenAt: this.#seenAt });
  }

  /** Serves a connection if it is the standby's. */
  async #admit(socket: TLSSocket): Promise<void> {
    const stream = new MessageStream<HostMessage, StandbyMessage>(socket, StandbyMessage);
    const timer = setTimeout(() => stream.close(), HELLO_MS);
    try {
      const received = stream.received();
      const first = await received.next();
      clearTimeout(timer);
      if (first.done || first.value.message.type !== 'hello') return stream.close();
      await this.#welcome({ socket, stream, received, hello: first.value.message });
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'a connection of a standby failed');
      stream.close();
    } finally {
      clearTimeout(timer);
    }
  }

  async #welcome({ socket, stream, received, hello }: Admission): Promise<void> {
    const { peerFingerprintOf: fingerprintShownBy } = await import('../identity/standby-certificate');
    const fingerprint = fingerprintShownBy(socket);
    const reason = fingerprint === null ? 'link' : await this.#reasonToRefuse(hello, fingerprint);
    if (reason !== null) {
      await stream.send({ type: 'refused', reason });
      return stream.end();
    }
    const [follower, port] = [this.#follower, this.#listener?.port];
    if (follower === null || port === undefined) return stream.close();
    await follower.disconnect();
    const { store, machine, hosts, name, now } = this.#options;
    const reachable = reachableAddressesOf(machine, hosts).map(({ host }) => host);
    await stream.send({
      type: 'welcome',
      name: await name(),
      addresses: addressesOf([...reachable, '127.0.0.1'], port),
      size: await estimateCopySize(store),
    });
    await follower.serve(stream, received, { hello, certificate: fingerprint ?? '' });
    if (this.#isClosed) return;
    this.#seenAt = now();
    await this.#saveRecord(null);
  }

  /** Null for the paired standby, and for one that knows the code of a link: that one is paired then. */
  async #reasonToRefuse(hello: StandbyHello, certificate: string): Promise<RefusalReason | null> {
    // The link may have been stored just now.
    await this.#queue;
    if (hello.protocol !== PROTOCOL) return 'version';
    if (this.#standby?.certificate === certificate) return null;
    const { store, now } = this.#options;
    const claim = { code: sha256(hello.code), certificate, name: hello.name, now: now() };
    const isPaired = await store.writer.run(() => claimStandbyCode(store.writer.db, claim));
    if (!isPaired) return 'link';
    await this.reload();
    this.#options.logger.info({ name: hello.name }, 'a standby was paired');
    return null;
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }
}

interface Admission {
  socket: TLSSocket;
  stream: MessageStream<HostMessage, StandbyMessage>;
  received: AsyncIterator<Received<StandbyMessage>>;
  hello: StandbyHello;
}

type RefusalReason = Extract<HostMessage, { type: 'refused' }>['reason'];

function addressesOf(hosts: readonly string[], port: number): string[] {
  return hosts.map((host) => `${host.includes(':') ? `[${host}]` : host}:${port}`);
}

/** When the standby was last connected and, after a clean end, where the log ended and by which run. */
const HOST_FILE = 'standby-host.json';
const HostRecord = z.object({ run: z.string(), ended: LogPosition.nullable(), seenAt: z.number() });
/** The standby checks who signed the certificate, not the names in it. */
const CERTIFICATE_NAMES = ['localhost', '127.0.0.1'];
const CERTIFICATE_INTERVAL_MS = 24 * 3_600_000;
/** Milliseconds in which a connection must say who it is, and in which the last commits are sent at the end. */
const HELLO_MS = 10_000;
const DRAIN_MS = 1_000;
