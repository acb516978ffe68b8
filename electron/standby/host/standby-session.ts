import type { Logger } from 'pino';
import type { StorageProblem } from '../../../shared/standby-copy';
import type { ContentStore } from '../../content/store';
import type { DatabaseFiles } from '../../database/open';
import { sendChunks } from '../chunk-copy';
import { ContentFetcher } from './content-fetcher';
import { ContentSender, type ContentListing, type ListedContent } from './content-sender';
import type { LogReader } from './log-reader';
import { LogShipper } from './log-shipper';
import type { MessageStream } from '../message-stream';
import type { HostMessage, MessageBody, Received, StandbyMessage } from '../messages';
import { isSamePosition, type LogPosition } from '../wal-format';
import type { LeaseAnswer } from '../witness/lease-messages';

/** How a standby introduced itself. */
export type StandbyHello = Extract<StandbyMessage, { type: 'hello' }>;

export interface StandbySessionOptions {
  stream: MessageStream<HostMessage, StandbyMessage>;
  files: DatabaseFiles;
  reader: LogReader;
  content: ContentStore;
  listing: ContentListing;
  /** Everything up to a mark is on the standby's disk. */
  onStored: (mark: number) => void;
  /** Returns the number of the last committed event. */
  seq: () => number;
  /** All contents that were named at the time of an event are on the standby's disk. */
  onContentsStored: (seq: number) => void;
  /** Returns whether nothing is behind now, apart from contents. */
  isLogStored: () => boolean;
  /** The standby asks for the community, which it would host at these `HOST:PORT`. */
  onMoveHere: (addresses: string[]) => void;
  /** The standby has answered a request of the host's lease. */
  onLease: (answer: LeaseAnswer) => void;
  /** The standby says which backups of its copy it has made. */
  onBackups: (made: Extract<StandbyMessage, { type: 'backupsMade' }>) => void;
  /** The standby can't store what it gets. */
  onProblem: (problem: StorageProblem) => void;
  /** The standby has everything, contents included, or only lacks what was committed just now. Called once. */
  onInStep: () => void;
  logger: Logger;
}

/** The standby at the other end of a connection, and what it asks for. */
export interface ConnectedStandby extends Pick<StandbySessionOptions, 'onLease' | 'onBackups'> {
  hello: StandbyHello;
  certificate: string;
  onMoveHere: (session: StandbySession, addresses: string[]) => void;
}

/** One connection of the paired standby: brings it up to date and keeps it there. */
export class StandbySession {
  readonly #options: StandbySessionOptions;
  readonly #shipper: LogShipper;
  readonly #contents: ContentSender;
  readonly #fetcher: ContentFetcher;
  readonly #needsCopy: boolean;
  /** The mark up to which the standby has stored everything. */
  #mark = 0;
  #isCopying: boolean;
  #bytesLeft = 0;
  #isClosed = false;
  #hasSentCopy = false;
  #hasNotifiedInStep = false;
  #onHashes: (hashes: Buffer) => void = () => undefined;
  #onConfirmed: (isConfirmed: boolean) => void = () => undefined;
  #onWitnessDropped: (isDropped: boolean) => void = () => undefined;

  constructor(options: StandbySessionOptions, hello: StandbyHello) {
    this.#options = options;
    const { reader, files, content, listing, seq, onContentsStored, logger } = options;
    const resume = resumptionOf(hello, reader);
    this.#needsCopy = resume === null;
    if (resume !== null) this.#mark = reader.total - (reader.end - resume.from);
    this.#isCopying = this.#needsCopy;
    const send = (message: HostMessage, body?: MessageBody) => this.#send(message, body);
    this.#shipper = new LogShipper(reader, resume?.from ?? 0, {
      send,
      isCheckpointing: () => files.checkpointing() !== null,
    });
    if (resume?.ended) void this.#send({ type: 'checkpoint', ended: resume.ended });
    this.#fetcher = new ContentFetcher({ content, send, logger });
    const onHeld = (held: readonly ListedContent[]) => {
      if (hello.returnsContents) this.#fetcher.offered(held);
    };
    const onStored = onContentsStored;
    this.#contents = new ContentSender({ content, listing, send, seq, onStored, onHeld, logger });
  }

  /** Whether the database file is being copied or compared. */
  get isCopying(): boolean {
    return this.#isCopying;
  }

  /** Bytes of the database file that are left to compare, and about how many of contents are left to send. */
  get bytesLeft(): number {
    return this.#bytesLeft + this.#contents.bytesLeft;
  }

  /** How many contents the standby lacks because this host can't read them. */
  get unreadable(): number {
    return this.#contents.unreadable;
  }

  /** Whether the standby keeps up with the log and has been seen with all contents. */
  get isInStep(): boolean {
    return this.#hasNotifiedInStep && this.mayCheckpoint && this.#contents.isInStep;
  }

  /** Whether everything committed so far was read, so that the log may be restarted. */
  get mayCheckpoint(): boolean {
    return !this.#isCopying && this.#shipper.canRestartLog;
  }

  /** Whether everything was sent, and every content is stored. */
  get isComplete(): boolean {
    return this.mayCheckpoint && this.#contents.isUpToDate;
  }

  /** Asks the standby whether its log ends at a position; false if it doesn't answer before the signal or the end. */
  async confirm(ended: LogPosition, signal: AbortSignal): Promise<boolean> {
    const confirmed = new Promise<boolean>((resolve) => (this.#onConfirmed = resolve));
    signal.addEventListener('abort', () => this.#onConfirmed(false), { once: true });
    await this.#send({ type: 'ready', ended });
    return !this.#isClosed && (await confirmed);
  }

  /** Notifies the standby that the witness was removed. Returns false if it doesn't confirm in time. */
  async dropWitness(schema: number): Promise<boolean> {
    const dropped = new Promise<boolean>((resolve) => (this.#onWitnessDropped = resolve));
    const timer = setTimeout(() => this.#onWitnessDropped(false), DROP_MS);
    await this.#send({ type: 'witness', witness: null, schema });
    if (this.#isClosed) this.#onWitnessDropped(false);
    return dropped.finally(() => clearTimeout(timer));
  }

  /** Sends a message that belongs to neither log nor contents. */
  send(message: HostMessage): Promise<void> {
    return this.#send(message);
  }

  /** Call it after commits, before each checkpoint, and after it. Throws LogLostError. */
  logChanged(wasRestarted: boolean): void {
    this.#shipper.logChanged(wasRestarted);
    this.#contents.contentsMayHaveChanged();
  }

  /** Serves the standby until the connection ends. */
  async run(received: AsyncIterator<Received<StandbyMessage>>): Promise<void> {
    this.#options.onStored(this.#mark);
    const ping = setInterval(() => void this.#send({ type: 'ping' }), PING_MS);
    const failed = (error: unknown) => {
      if (!this.#isClosed) this.#options.logger.warn({ err: error }, 'the standby could not be served');
      this.close();
    };
    const sending = this.#sendAll().catch(failed);
    const sendingContents = this.#contents.run(() => this.#notifyOnceInStep()).catch(failed);
    try {
      for (let next = await received.next(); !next.done; next = await received.next())
        await this.#take(next.value);
    } catch (error) {
      failed(error);
    } finally {
      clearInterval(ping);
      this.close();
      await Promise.all([sending, sendingContents, this.#fetcher.close()]);
    }
  }

  close(): void {
    this.#stop();
    this.#options.stream.close();
  }

  /** Notifies the standby that it is no longer paired, and closes the connection. */
  async refuse(): Promise<void> {
    this.#stop();
    await this.#options.stream.send({ type: 'refused', reason: 'link' });
    await this.#options.stream.end();
  }

  #stop(): void {
    this.#isClosed = true;
    this.#shipper.stop();
    this.#contents.stop();
    this.#onHashes(Buffer.alloc(0));
    this.#onConfirmed(false);
    this.#onWitnessDropped(false);
  }

  async #sendAll(): Promise<void> {
    if (this.#needsCopy) await this.#copy();
    await this.#shipper.run(() => {
      if (this.#isCopying && !this.#hasSentCopy) void this.#send({ type: 'complete' });
      this.#hasSentCopy = true;
      this.#notifyOnceInStep();
    });
  }

  async #copy(): Promise<void> {
    const { files, reader } = this.#options;
    await files.checkpointing();
    await sendChunks(files.descriptor(), {
      send: (message, body) => this.#send(message, body),
      hashes: () => new Promise<Buffer>((resolve) => (this.#onHashes = resolve)),
      commits: () => reader.total,
      onProgress: (left) => (this.#bytesLeft = left),
      isStopped: () => this.#isClosed,
    });
  }

  async #take({ message, body }: Received<StandbyMessage>): Promise<void> {
    if (message.type === 'stored') {
      this.#mark = message.mark;
      this.#options.onStored(this.#mark);
      this.#notifyOnceInStep();
    } else if (message.type === 'completed') {
      this.#isCopying = false;
      this.#options.onStored(this.#mark);
      this.#notifyOnceInStep();
    } else if (message.type === 'hashes') this.#onHashes(body);
    else if (message.type === 'wanted') this.#contents.wanted(body);
    else if (message.type === 'contentsStored') this.#contents.stored();
    else if (message.type === 'content') await this.#fetcher.part(body, message);
    else if (message.type === 'moveHere') this.#options.onMoveHere(message.addresses);
    else if (message.type === 'confirmed') this.#onConfirmed(true);
    else if (message.type === 'backupsMade') this.#options.onBackups(message);
    else if (message.type === 'failed') this.#options.onProblem(message.problem);
    else if (message.type === 'lease') this.#options.onLease(message.answer);
    else if (message.type === 'witnessNoted' && message.certificate === '') this.#onWitnessDropped(true);
  }

  #notifyOnceInStep(): void {
    if (this.#hasNotifiedInStep || this.#isCopying || !this.#contents.isComplete) return;
    if (!this.#shipper.canRestartLog || !this.#options.isLogStored()) return;
    this.#hasNotifiedInStep = true;
    this.#options.onInStep();
    void this.#send({ type: 'inStep' });
  }

  async #send(message: HostMessage, body?: MessageBody): Promise<void> {
    if (!this.#isClosed) await this.#options.stream.send(message, body);
  }
}

/**
 * Where the log goes on for a standby, and the end of the previous log if that must go into its database first; null
 * if the database must be compared. A host that became the standby has a part of the current log in its database: it
 * gets all of the log, whose older pages change nothing there.
 */
function resumptionOf(
  { log, ended }: StandbyHello,
  reader: LogReader,
): { from: number; ended?: LogPosition } | null {
  if (log !== null && reader.contains(log)) return { from: log.end };
  if (log === null && ended !== null && reader.contains(ended)) return { from: 0 };
  const { previous } = reader;
  if (previous === null) return null;
  if (log !== null && isSamePosition(log, previous)) return { from: 0, ended: previous };
  return log === null && ended !== null && isSamePosition(ended, previous) ? { from: 0 } : null;
}

const PING_MS = 3_000;
/** Milliseconds in which a standby must confirm that there is no witness. */
const DROP_MS = 2_500;
