import type { TLSSocket } from 'node:tls';
import { AppError } from '../../../shared/errors';
import type { HostCertificate } from '../../identity/certificate';
import { fingerprintOf } from '../../identity/fingerprint';
import { HostCertificateStore } from '../../sharing/host-certificate';
import { sha256 } from '../chunk-copy';
import { estimateCopySize } from './copy-size';
import { fingerprintShownBy, type Admission } from './admission';
import { BackupsOfStandby } from './backups-of-standby';
import { EndOfRunFile } from './end-of-run';
import { handOver } from '../succession/handover';
import { describeHost, standbyAddresses, type HostDescription } from './host-description';
import { newPairingLink, type LinkKind, type NewPairingLink } from '../link';
import { LogFollowing } from './log-following';
import { MessageStream } from '../message-stream';
import { PROTOCOL, StandbyMessage, type HostMessage } from '../messages';
import { isLinkCode } from '../link-queries';
import { claimStandbyCode, findStandby, type StandbySettings } from '../queries';
import type { StandbyHello } from './standby-session';
import { standbyStateOf, type StandbyState } from './standby-state';
import type { StandbyHostOptions } from './standby-host-options';
import { WaitingPort } from './waiting-port';
import { answerNotice } from '../succession/successor-notice';
import { WitnessManager } from '../witness/witness-manager';
import { SerialQueue } from '../../serial-queue';

/**
 * The host's side of a standby: waits for it on a port of its own, and sends it whatever is committed and stored. Holds
 * checkpoints back while the standby lacks a part of the log, up to a limit.
 */
export class StandbyHost {
  readonly #options: StandbyHostOptions;
  readonly #port: WaitingPort;
  /** The third machine that decides when the standby takes over automatically. */
  readonly witness: WitnessManager;
  /** The backups that the standby makes on its own disk. */
  readonly backups: BackupsOfStandby;
  readonly rejoin: StandbyHostOptions['rejoin'];
  readonly #endOfRun: EndOfRunFile;
  #standby: StandbySettings | undefined;
  #follower: LogFollowing | null = null;
  readonly #queue = new SerialQueue();
  #handingOver: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: StandbyHostOptions) {
    this.#options = options;
    this.rejoin = options.rejoin;
    const { store, keys, now, term, logger } = options;
    const certificates = new HostCertificateStore(store.folder, keys, now, term);
    this.#port = new WaitingPort(certificates, (socket) => void this.#admit(socket), logger);
    this.witness = new WitnessManager({ ...options, certificate: () => this.certificate() });
    this.#endOfRun = new EndOfRunFile(store);
    this.backups = new BackupsOfStandby({
      ...options,
      folder: store.folder,
      onOverdue: options.onBackupsOverdue,
    });
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
    return this.#port.certificate();
  }

  /** Describes this host for the other side of a connection. */
  describe(socket: TLSSocket): Promise<HostDescription> {
    const { folder } = this.#options.store;
    return describeHost({ ...this.#options, folder }, this.#port.port, socket);
  }

  /** Creates a pairing link and waits for the machine that uses it. Throws `conflict` without a data folder. */
  async createLink(kind: LinkKind = 'standby'): Promise<NewPairingLink & { port: number }> {
    const { store, keys, machine, hosts } = this.#options;
    if (store.files === null) throw new AppError('conflict', NO_FOLDER);
    const port = await this.#queue.run(() => this.#port.open(this.#wantedPort));
    const addresses = standbyAddresses(machine, hosts, port);
    const size = await estimateCopySize(store);
    return { ...newPairingLink({ addresses, key: fingerprintOf(keys.publicKey), size }, kind), port };
  }

  /** Reads from the database whether there is a standby, and waits for it or lets it go. Never throws. */
  reload(): Promise<void> {
    return this.#reload(true);
  }

  #reload(listens: boolean): Promise<void> {
    return this.#queue
      .run(async () => {
        // A community that was moved to PostgreSQL still has the rows of its partners, which can't follow it there.
        if (this.#options.store.files === null) return;
        this.#standby = await this.#options.store.read(findStandby);
        const isPaired = (this.#standby?.certificate ?? '') !== '';
        const { session, certificate } = this.#follower ?? {};
        if (session && certificate !== this.#standby?.certificate) await session.refuse();
        if (isPaired) await this.#follow();
        else this.#unfollow();
        this.#follower?.setWait(this.#standby?.wait ?? false);
        if (this.backups.set(isPaired ? (this.#standby?.backupsSince ?? 0) : 0))
          void this.#follower?.session?.send(this.backups.notice);
        await this.witness.reload(this.#standby?.certificate ?? '', this.#follower);
        this.#options.onDurable();
        if (this.#standby === undefined && this.witness.settings === undefined) await this.#port.close();
        else if (listens) await this.#port.open(this.#wantedPort);
      })
      .catch((error: unknown) => this.#options.logger.error({ err: error }, 'the standby cannot be served'));
  }

  /** Lets writes no longer wait for the standby: nobody expects an answer any more. */
  stopWaiting(): void {
    this.#follower?.stopWaiting();
  }

  /** Sends what was committed last and disconnects the standby; call it when nothing is written any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#handingOver;
    await this.#queue.run(async () => {
      await this.#follower?.drain(DRAIN_MS);
      if (this.#follower?.session) this.#endOfRun.seenAt = this.#options.now();
      await this.#saveEndOfRun();
      this.witness.close();
      this.backups.close();
      this.#unfollow();
      await this.#port.close(true);
    });
  }

  /** Fails on a full disk without an error: whatever was not closed then would keep the process running. */
  async #saveEndOfRun(): Promise<void> {
    try {
      if (this.#follower) await this.#endOfRun.save(this.#follower.end);
    } catch (error) {
      this.#options.logger.warn(
        { err: error },
        'the end of the log is not stored: the standby compares again',
      );
    }
  }

  get #wantedPort(): number {
    return this.#options.port ?? this.#standby?.port ?? this.witness.settings?.port ?? 0;
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
      else if (message?.type === 'pairWitness') await this.#pairWitness(socket, stream, message);
      else if (message?.type === 'superseded')
        await answerNotice({ socket, stream }, message, {
          ...this.#options,
          key: fingerprintOf(this.#options.keys.publicKey),
        });
      else stream.close();
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'a connection of a standby failed');
      stream.close();
    } finally {
      clearTimeout(timer);
    }
  }

  async #welcome({ socket, stream, received, hello }: Admission): Promise<void> {
    const fingerprint = await fingerprintShownBy(socket);
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
    await stream.send(this.witness.notice);
    await stream.send(this.backups.notice);
    const certificate = fingerprint ?? '';
    await this.#endOfRun.noteSeen(this.#options.now());
    await follower.serve(stream, received, {
      hello,
      certificate,
      onLease: (answer) => this.witness.handleStandbyAnswer(answer),
      onBackups: (made) => this.backups.made(made),
      onMoveHere: (session, addresses) => {
        const target = { name: hello.name, certificate, addresses, canOpen: hello.schema };
        this.#handingOver ??= handOver(follower, session, target, this.#options).finally(
          () => (this.#handingOver = null),
        );
      },
    });
    if (this.#isClosed) return;
    await this.#endOfRun.noteSeen(this.#options.now());
  }

  async #pairWitness(
    socket: TLSSocket,
    stream: MessageStream<HostMessage, StandbyMessage>,
    hello: Extract<StandbyMessage, { type: 'pairWitness' }>,
  ): Promise<void> {
    const fingerprint = await fingerprintShownBy(socket);
    // The link may have been stored just now.
    await this.#queue.settled();
    const reason = fingerprint === null ? 'link' : await this.witness.pair(hello, fingerprint);
    if (reason !== 'link' && reason !== 'version') await this.reload();
    const name = await this.#options.name();
    await stream.send(reason === null ? { type: 'paired', name } : { type: 'refused', reason });
    await stream.end();
  }

  /** Null for the paired standby, and for one that knows the code of a link: that one is paired then. */
  async #reasonToRefuse(hello: StandbyHello, certificate: string): Promise<RefusalReason | null> {
    // The link may have been stored just now.
    await this.#queue.settled();
    if (hello.protocol !== PROTOCOL) return 'version';
    if (this.#standby?.certificate === certificate) return null;
    const { store, now } = this.#options;
    const claim = { code: sha256(hello.code), certificate, name: hello.name, now: now() };
    if (!(await store.read((db) => isLinkCode(db, 'standby', claim.code, claim.now)))) return 'link';
    // The witness must not let the earlier standby take over any more.
    const isSuspended = await this.witness.suspend();
    const isPaired = isSuspended && (await store.writer.run(() => claimStandbyCode(store.writer.db, claim)));
    await this.reload();
    if (!isPaired) return isSuspended ? 'link' : 'busy';
    this.#options.logger.info({ name: hello.name }, 'a standby was paired');
    return null;
  }
}

type RefusalReason = Extract<HostMessage, { type: 'refused' }>['reason'];

const NO_FOLDER =
  'Only a community in a data folder can have a standby or a witness. On PostgreSQL, use its own replication.';
/** Milliseconds in which a connection must say who it is, and in which the last commits are sent at the end. */
const HELLO_MS = 10_000;
const DRAIN_MS = 1_000;
