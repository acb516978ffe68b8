import type { TLSSocket } from 'node:tls';
import type { Logger } from 'pino';
import { AppError } from '../../../shared/errors';
import type { ListReferenced } from '../../content/listing';
import type { ContentStore } from '../../content/store';
import type { Store } from '../../database/open';
import type { CommunityKeys, HostCertificate } from '../../identity/certificate';
import { fingerprintOf } from '../../identity/fingerprint';
import { HostCertificateStore } from '../../sharing/host-certificate';
import { sha256 } from '../chunk-copy';
import { estimateCopySize } from './copy-size';
import { EndOfRunFile } from './end-of-run';
import { handOver } from '../succession/handover';
import {
  describeHost,
  standbyAddresses,
  type HostDescription,
  type HostDescriptionOptions,
} from './host-description';
import type { HostingGate } from '../succession/hosting-gate';
import { newPairingLink, type NewPairingLink } from '../link';
import type { StandbyListener } from './listener';
import { LogFollowing } from './log-following';
import { MessageStream } from '../message-stream';
import { PROTOCOL, StandbyMessage, type HostMessage, type Received } from '../messages';
import { claimStandbyCode, findStandby, type StandbySettings } from '../queries';
import type { StandbyHello } from './standby-session';
import { standbyStateOf, type StandbyState } from './standby-state';
import { takeNotice, type SuccessorNotice } from '../succession/successor-notice';

export interface StandbyHostOptions extends Omit<HostDescriptionOptions, 'folder'> {
  store: Store;
  gate: HostingGate;
  content: ContentStore;
  listReferenced: ListReferenced;
  keys: CommunityKeys;
  /** The port to wait on; null for a free one. */
  port: number | null;
  /** Returns the number of the last committed event. */
  seq: () => number;
  /** Called when `durable` changed. */
  onDurable: () => void;
  /** Returns Unix seconds. */
  now: () => number;
  logger: Logger;
}

/**
 * The host's side of a standby: waits for it on a port of its own, and sends it whatever is committed and stored. Holds
 * checkpoints back while the standby lacks a part of the log, up to a limit.
 */
export class StandbyHost {
  readonly #options: StandbyHostOptions;
  readonly #certificates: HostCertificateStore;
  readonly #endOfRun: EndOfRunFile;
  #standby: StandbySettings | undefined;
  #listener: StandbyListener | null = null;
  #follower: LogFollowing | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #certificateTimer: NodeJS.Timeout | undefined;
  #handingOver: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: StandbyHostOptions) {
    this.#options = options;
    this.#certificates = new HostCertificateStore(
      options.store.folder,
      options.keys,
      options.now,
      options.term,
    );
    this.#endOfRun = new EndOfRunFile(options.store);
  }

  /** How far the standby is. */
  get state(): StandbyState {
    const seenAt = this.#follower?.session ? this.#options.now() : this.#endOfRun.seenAt;
    return standbyStateOf(this.#standby, this.#follower, seenAt);
  }

  /** The number of the last event that the standby has with everything before it; null without a paired standby. */
  get durable(): number | null {
    // A previous host that hasn't returned yet cannot take over, so nothing needs to be kept for that.
    if (this.#endOfRun.seenAt === 0 && !this.#follower?.session) return null;
    return this.#follower?.durable ?? null;
  }

  /** Follows the log from the first write on if there is a standby, which will continue where it was. Never throws. */
  follow(): Promise<void> {
    return this.#reload(false);
  }

  /** Whether the standby that shows a certificate is connected. */
  isConnected(certificate: string): boolean {
    return this.#follower?.certificate === certificate && this.#follower.session !== null;
  }

  /** The certificate of this host, which shows its term. */
  certificate(): Promise<HostCertificate> {
    return this.#certificates.obtain(CERTIFICATE_NAMES);
  }

  /** Describes this host for the other side of a connection. */
  describe(socket: TLSSocket): Promise<HostDescription> {
    const { folder } = this.#options.store;
    return describeHost({ ...this.#options, folder }, this.#listener?.port ?? 0, socket);
  }

  /** Creates a pairing link and waits for the standby that uses it. Throws `conflict` without a data folder. */
  async createLink(): Promise<NewPairingLink & { port: number }> {
    const { store, keys, machine, hosts } = this.#options;
    if (store.files === null) throw new AppError('conflict', 'A community in memory cannot have a standby.');
    const port = await this.#enqueue(() => this.#listen(this.#standby?.port ?? 0));
    const addresses = standbyAddresses(machine, hosts, port);
    const size = await estimateCopySize(store);
    return { ...newPairingLink({ addresses, key: fingerprintOf(keys.publicKey), size }), port };
  }

  /** Reads from the database whether there is a standby, and waits for it or lets it go. Never throws. */
  reload(): Promise<void> {
    return this.#reload(true);
  }

  #reload(listens: boolean): Promise<void> {
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
      else if (listens) await this.#listen(this.#standby.port);
    }).catch((error: unknown) => this.#options.logger.error({ err: error }, 'the standby cannot be served'));
  }

  /** Lets writes no longer wait for the standby: nobody expects an answer any more. */
  stopWaiting(): void {
    this.#follower?.setWait(false);
  }

  /** Sends what was committed last and disconnects the standby; call it when nothing is written any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#handingOver;
    await this.#enqueue(async () => {
      clearInterval(this.#certificateTimer);
      await this.#follower?.drain(DRAIN_MS);
      if (this.#follower?.session) this.#endOfRun.seenAt = this.#options.now();
      if (this.#follower) await this.#endOfRun.save(this.#follower.end);
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
    const endOfLastRun = this.#endOfRun.read();
    await store.writer.betweenGroups(() => {
      this.#follower = new LogFollowing(this.#options, files, endOfLastRun);
    });
  }

  #unfollow(): void {
    this.#follower?.close();
    this.#follower = null;
  }

  /** Serves a connection if it is the standby's. */
  async #admit(socket: TLSSocket): Promise<void> {
    const stream = new MessageStream<HostMessage, StandbyMessage>(socket, StandbyMessage);
    const timer = setTimeout(() => stream.close(), HELLO_MS);
    try {
      const received = stream.received();
      const first = await received.next();
      clearTimeout(timer);
      const message = first.done ? null : first.value.message;
      if (message?.type === 'hello') await this.#welcome({ socket, stream, received, hello: message });
      else if (message?.type === 'superseded') await this.#takeNotice(socket, stream, message);
      else stream.close();
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'a connection of a standby failed');
      stream.close();
    } finally {
      clearTimeout(timer);
    }
  }

  async #welcome({ socket, stream, received, hello }: Admission): Promise<void> {
    const { peerFingerprintOf: fingerprintShownBy } = await import('../../identity/standby-certificate');
    const fingerprint = fingerprintShownBy(socket);
    const reason = fingerprint === null ? 'link' : await this.#reasonToRefuse(hello, fingerprint);
    if (reason !== null) {
      await stream.send({ type: 'refused', reason });
      return stream.end();
    }
    const follower = this.#follower;
    if (follower === null) return stream.close();
    await follower.disconnect();
    const size = await estimateCopySize(this.#options.store);
    await stream.send({ type: 'welcome', ...(await this.describe(socket)), size });
    const certificate = fingerprint ?? '';
    await this.#endOfRun.noteSeen(this.#options.now());
    await follower.serve(stream, received, {
      hello,
      certificate,
      onMoveHere: (session, addresses) => {
        const target = { name: hello.name, certificate, addresses };
        this.#handingOver ??= handOver(follower, session, target, this.#options).finally(
          () => (this.#handingOver = null),
        );
      },
    });
    if (this.#isClosed) return;
    await this.#endOfRun.noteSeen(this.#options.now());
  }

  async #takeNotice(
    socket: TLSSocket,
    stream: MessageStream<HostMessage, StandbyMessage>,
    notice: SuccessorNotice,
  ): Promise<void> {
    const { gate, keys, term, logger } = this.#options;
    if (await takeNotice(socket, notice, { gate, key: fingerprintOf(keys.publicKey), term })) {
      logger.warn({ name: notice.name }, 'the community is hosted on another machine now');
      await stream.send({ type: 'noted' });
    }
    await stream.end();
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

/** The standby checks who signed the certificate, not the names in it. */
const CERTIFICATE_NAMES = ['localhost', '127.0.0.1'];
const CERTIFICATE_INTERVAL_MS = 24 * 3_600_000;
/** Milliseconds in which a connection must say who it is, and in which the last commits are sent at the end. */
const HELLO_MS = 10_000;
const DRAIN_MS = 1_000;
